/** A document whose operations can be called: each with the request that it describes. */
import type { Json } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { type ApiDocument, createApiDocument } from '../document/api-document.ts';
import { findProblems } from '../document/find-problems.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { idOf } from '../document/name-operations.ts';
import { readOperation } from '../document/read-open-api.ts';
import { type SecurityScheme, schemesOf, securityOf } from '../document/security-of.ts';
import { serverOf } from '../document/server-of.ts';
import type { ApiOperation } from '../request/api-operation.ts';
import { buildRequest, planRequest } from '../request/build-request.ts';
import { callableEndpoints, describeCommand } from './describe-command.ts';
import { nameCommands, noNames } from './name-commands.ts';
import { placesOf } from './places-of.ts';

export interface OpenApi {
  readonly operations: readonly ConnectorOperation[];
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  find(name: string): ApiOperation | undefined;
}

export type OpenApiResult =
  | { readonly kind: 'api'; readonly api: OpenApi }
  | { readonly kind: 'problem'; readonly message: string };

/** Everything but the list of operations is read when it is needed. */
export function openApi(document: Json): OpenApiResult {
  const endpoints = callableEndpoints(document);
  const [problem] = findProblems(document, endpoints.length);
  if (problem !== undefined) return { kind: 'problem', message: problem.message };
  const api = createApiDocument(document);
  const names = nameCommands(endpoints);
  const operations = endpoints.map((endpoint, at) => {
    const { name, canonical } = names[at] ?? noNames;
    const { method, path, reads, deprecated } = describeCommand(endpoint);
    return readOperation(api, endpoint, name, { canonical, method, path, reads, deprecated });
  });
  const places = placesOf(
    endpoints.map((endpoint, at) => ({ ...(names[at] ?? noNames), operationId: idOf(endpoint) ?? null })),
  );
  const known = new Map<number, ApiOperation>();
  const find = (name: string): ApiOperation | undefined => {
    const at = places.get(name) ?? -1;
    const [endpoint, operation] = [endpoints[at], operations[at]];
    if (endpoint === undefined || operation === undefined) return undefined;
    const found = known.get(at) ?? toOperation(api, endpoint, operation);
    known.set(at, found);
    return found;
  };
  return { kind: 'api', api: { operations, schemes: schemesOf(api), find } };
}

function toOperation(api: ApiDocument, endpoint: Endpoint, operation: ConnectorOperation): ApiOperation {
  const plan = planRequest(api, endpoint);
  const headers = plan.declared.flatMap(([{ name, location }]) => (location === 'header' ? [name] : []));
  return {
    method: plan.method,
    server: serverOf(api, endpoint),
    security: securityOf(api, endpoint),
    idempotencyParameter: headers.find((name) => idempotency.test(name)) ?? null,
    build: (args) => buildRequest(plan, operation, args),
  };
}

const idempotency = /^(x-)?idempotency-?key$/i;
