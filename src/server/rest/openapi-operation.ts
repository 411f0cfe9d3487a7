/** Describes one route: path, query, headers, body and all answers. */
import type { Json } from '../../kernel/index.ts';
import {
  type AnyOperation,
  fieldsOf,
  hasBody,
  type InputFields,
  idempotencyKeyNames,
  namesInPath,
  type OperationExample,
  type RestPages,
  type RestRoute,
  waitMsNames,
} from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { formatScopes, scopesOf } from './format-scopes.ts';
import { confirmationRequired, refer } from './openapi-parts.ts';

/** @param security by scopes */
export function describeRoute(
  route: RestRoute,
  operation: AnyOperation,
  schemas: ComponentSchemas,
  security: (...needed: readonly string[]) => Json,
): JsonObject {
  const fields = fieldsOf(operation);
  const inPath = new Set(namesInPath(route.path));
  const others = [...fields.schemas.keys()].filter(
    (name) => !inPath.has(name) && name !== route.pages?.inputField,
  );
  const { name: operationId, summary, examples: [example] = [] } = operation;
  const parameter = (location: 'path' | 'query', name: string): JsonObject => ({
    ...describeParameter(route, location, name, fields, schemas),
    ...exampleOf(example?.input[name]),
  });
  return {
    operationId,
    tags: [route.tag],
    summary,
    description: `Needs ${formatScopes(operation)}.`,
    security: security(...scopesOf(operation)),
    parameters: [
      ...[...inPath].map((each) => parameter('path', each)),
      ...(hasBody(route) ? [] : others.map((each) => parameter('query', each))),
      ...headersOf(route, fields).map((each) => refer('parameters', each)),
    ],
    ...(hasBody(route) && others.length > 0
      ? { requestBody: describeBody(example, others, fields, schemas) }
      : {}),
    responses: {
      ...describeAnswers(route, operation, fields, schemas),
      ...refusalsOf(route, operation, inPath.size > 0 || fields.required.size > 0 || hasBody(route)),
    },
  };
}

function describeParameter(
  { isRevised }: RestRoute,
  location: 'path' | 'query',
  name: string,
  { schemas: fields, required, parts }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  const { description = '', ...schema } = schemas.convert(fields.get(name) ?? {}, parts);
  const isNeeded = location === 'path' || required.has(name);
  const isHeaderToo = isNeeded && isRevised === true && name === 'revision';
  return {
    name,
    in: location,
    required: isNeeded && !isHeaderToo,
    description: isHeaderToo ? `${description} Required unless \`If-Match\` is sent.` : description,
    schema,
  };
}

function headersOf({ method, isRevised, pages }: RestRoute, { schemas }: InputFields): readonly string[] {
  return [
    ...([...schemas.keys()].some(isKey) ? ['Idempotency-Key'] : []),
    ...(waitMsNames.some((name) => schemas.has(name)) ? ['Prefer'] : []),
    ...(method === 'GET' && pages === undefined ? ['If-None-Match'] : []),
    ...(method !== 'GET' && isRevised === true ? ['If-Match'] : []),
    ...(method === 'PUT' && isRevised === true ? ['If-New'] : []),
    'X-Correlation-Id',
  ];
}

const isKey = (name: string): boolean => idempotencyKeyNames.some((each) => each === name);

const exampleOf = (example: Json | undefined): JsonObject => (example === undefined ? {} : { example });

function describeBody(
  example: OperationExample | undefined,
  names: readonly string[],
  { schemas: fields, required, parts }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  // The key may be in its header instead.
  const needed = names.filter((name) => required.has(name) && !isKey(name));
  const shown = Object.entries(example?.input ?? {}).filter(([name]) => names.includes(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, schemas.convert(fields.get(name) ?? {}, parts)] as const),
    ),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
  return {
    required: needed.length > 0,
    content: {
      'application/json': { schema, ...(shown.length === 0 ? {} : { example: Object.fromEntries(shown) }) },
    },
  };
}

function describeAnswers(
  route: RestRoute,
  { output, examples: [example] = [] }: AnyOperation,
  { schemas: fields }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  const { method, status = 200, pagination, isRevised, pages, linksSyntax, text } = route;
  if (pages !== undefined) return { '200': describePages(pages) };
  const schema = output === undefined ? {} : schemas.ofOutput(output);
  const names = [
    'X-Correlation-Id',
    'Cache-Control',
    ...(method === 'GET' || (method === 'PUT' && isRevised === true) ? ['ETag'] : []),
    ...(pagination === undefined && linksSyntax !== true ? [] : ['Link']),
    ...(waitMsNames.some((name) => fields.has(name)) ? ['Preference-Applied'] : []),
  ];
  const answer = (description: string, more: readonly string[] = []): JsonObject => ({
    description,
    headers: Object.fromEntries([...names, ...more].map((name) => [name, refer('headers', name)])),
    content:
      text === undefined
        ? { 'application/json': { schema, ...exampleOf(example?.output) } }
        : Object.fromEntries(
            text.types.map((type) => [
              type,
              { schema: { type: type.endsWith('json') ? 'object' : 'string' } },
            ]),
          ),
  });
  const made = { '201': answer('Created.', ['Location']) };
  return {
    ...(status === 201 ? {} : { '200': answer('Done.') }),
    ...(status === 200 ? {} : made),
    ...(method === 'GET' ? { '304': refer('responses', 'NotModified') } : {}),
  };
}

function describePages({ type }: RestPages): JsonObject {
  const names = ['X-Correlation-Id', 'Cache-Control'];
  return {
    description: 'One document, streamed. If the connection ends early, the document is incomplete.',
    headers: Object.fromEntries(names.map((name) => [name, refer('headers', name)])),
    content: { [type]: { schema: { type: 'string' } } },
  };
}

function refusalsOf(
  route: RestRoute,
  { writes, confirmation }: AnyOperation,
  namesSomething: boolean,
): JsonObject {
  const { method, isRevised } = route;
  return {
    '400': refer('responses', 'Invalid'),
    '401': refer('responses', 'Unauthenticated'),
    '403': refer('responses', 'Forbidden'),
    ...(namesSomething ? { '404': refer('responses', 'NotFound') } : {}),
    ...(writes ? { '409': refer('responses', 'Conflict') } : {}),
    ...(isRevised === true && method !== 'GET' ? { '412': refer('responses', 'PreconditionFailed') } : {}),
    ...(confirmation === undefined ? {} : { '428': confirmationRequired }),
    '429': refer('responses', 'TooMany'),
    default: refer('responses', 'Problem'),
  };
}
