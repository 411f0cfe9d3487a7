/**
 * Describes the routes of the server as an OpenAPI 3.1 document [W4.2], from the schemas that validate inputs. It
 * contains no data of a tenant: every authenticated caller sees all of it, with the scope of each route.
 */
import { setImmediate } from 'node:timers/promises';
import type { Json } from '../../kernel/index.ts';
import { type Registry, restTags, scopes } from '../../operations/index.ts';
import { shownPath } from '../errors/name-for-rest.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { createComponentSchemas } from './component-schemas.ts';
import { describeRoute } from './openapi-operation.ts';
import { otherPaths } from './openapi-others.ts';
import { headers, parameters, problemSchema, responses } from './openapi-parts.ts';
import { streamPaths } from './openapi-streams.ts';
import { restRoutesOf } from './rest-routes.ts';

export interface DescribedServer {
  /** Public address, without a trailing slash. */
  readonly base: string;
  readonly version: string;
  /** No credentials are configured. */
  readonly isDevelopment: boolean;
}

export async function openapiDocument(server: DescribedServer, registry: Registry): Promise<JsonObject> {
  const { base, version, isDevelopment } = server;
  const schemas = createComponentSchemas();
  // Without credentials every caller counts as authenticated.
  const securityOf = (...needed: readonly string[]): Json =>
    isDevelopment ? [{}] : Object.keys(securitySchemes).map((scheme) => ({ [scheme]: needed }));
  const restPaths: Record<string, JsonObject> = {};
  for (const route of restRoutesOf(registry)) {
    // The rest of a path is one parameter here, including slashes.
    const path = shownPath(route.path);
    const described = describeRoute(route, registry.get(route.operation), schemas, securityOf);
    restPaths[path] = { ...restPaths[path], [route.method.toLowerCase()]: described };
    // Creating the document takes a while, so it yields to other work.
    await setImmediate();
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Signalbox',
      version,
      summary:
        'A durable workflow engine: workflows, their runs, and the work items that runs create for people.',
      description:
        'Every operation of the engine. GET and DELETE take fields that are not in the path from the query, POST and PUT from a JSON body. Lists in a query are repeated or comma-separated. Errors are problem details (RFC 9457).',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: base }],
    security: securityOf(),
    tags: [
      ...Object.entries(restTags).map(([name, description]) => ({ name, description })),
      {
        name: 'interfaces',
        description: 'Other interfaces to the same operations, and information about the server itself.',
      },
    ],
    paths: { ...restPaths, ...streamPaths, ...otherPaths },
    components: {
      schemas: { ...schemas.all, Problem: problemSchema },
      headers,
      parameters,
      responses,
      securitySchemes,
    },
  };
}

const securitySchemes: JsonObject = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `A token of a trusted issuer, or an API key. Scopes: ${scopes.join(', ')}.`,
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
  certificate: { type: 'mutualTLS', description: 'A certificate of a trusted authority.' },
};
