/** One way, described: what it takes in path, query, headers and body, and everything that it may answer. */
import type { Json } from '../../kernel/index.ts';
import { type AnyOperation, keyNames, waitNames } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { fieldsOf, type InputFields } from './fields-of.ts';
import { examples } from './openapi-examples.ts';
import { refer } from './openapi-parts.ts';
import { hasBody, type RestPieces, type RestWay } from './rest-ways.ts';
import { scopesOf, tellScopes } from './tell-scopes.ts';

/** @param security how somebody with some scopes is known */
export function describeWay(
  way: RestWay,
  operation: AnyOperation,
  schemas: ComponentSchemas,
  security: (...needed: readonly string[]) => Json,
): JsonObject {
  const fields = fieldsOf(operation);
  const inPath = new Set([...way.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name));
  const others = [...fields.schemas.keys()].filter((name) => !inPath.has(name) && name !== way.pieces?.taken);
  const parameter = (place: 'path' | 'query', name: string) =>
    describeParameter(way, place, name, fields, schemas);
  const { name, summary } = operation;
  return {
    operationId: name,
    tags: [way.tag],
    summary,
    description: `Needs ${tellScopes(operation)}.`,
    security: security(...scopesOf(operation)),
    parameters: [
      ...[...inPath].map((each) => parameter('path', each)),
      ...(hasBody(way) ? [] : others.map((each) => parameter('query', each))),
      ...headersOf(way, fields).map((each) => refer('parameters', each)),
    ],
    ...(hasBody(way) && others.length > 0
      ? { requestBody: describeBody(name, others, fields, schemas) }
      : {}),
    responses: {
      ...describeAnswers(way, operation, fields, schemas),
      ...refusalsOf(way, operation, inPath.size > 0 || fields.required.size > 0 || hasBody(way)),
    },
  };
}

function describeParameter(
  { isRevised }: RestWay,
  place: 'path' | 'query',
  name: string,
  { schemas: fields, required, parts }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  const { description = '', ...schema } = schemas.place(fields.get(name) ?? {}, parts);
  const isNeeded = place === 'path' || required.has(name);
  const isHeaderToo = isNeeded && isRevised === true && name === 'revision';
  return {
    name,
    in: place,
    required: isNeeded && !isHeaderToo,
    description: isHeaderToo ? `${description} This or \`If-Match\` is needed.` : description,
    schema,
  };
}

function headersOf({ method, isRevised, pieces }: RestWay, { schemas }: InputFields): readonly string[] {
  return [
    ...([...schemas.keys()].some(isKey) ? ['Idempotency-Key'] : []),
    ...(waitNames.some((name) => schemas.has(name)) ? ['Prefer'] : []),
    ...(method === 'GET' && pieces === undefined ? ['If-None-Match'] : []),
    ...(method !== 'GET' && isRevised === true ? ['If-Match'] : []),
    ...(method === 'PUT' && isRevised === true ? ['If-New'] : []),
    'X-Correlation-Id',
  ];
}

const isKey = (name: string): boolean => keyNames.some((each) => each === name);

function describeBody(
  operation: string,
  names: readonly string[],
  { schemas: fields, required, parts }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  // A key may stand in its header instead.
  const needed = names.filter((name) => required.has(name) && !isKey(name));
  const example = examples[operation];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, schemas.place(fields.get(name) ?? {}, parts)] as const),
    ),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
  return {
    required: needed.length > 0,
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  };
}

function describeAnswers(
  way: RestWay,
  { output }: AnyOperation,
  { schemas: fields }: InputFields,
  schemas: ComponentSchemas,
): JsonObject {
  const { method, status = 200, goesOn, isRevised, pieces } = way;
  if (pieces !== undefined) return { '200': describePieces(pieces) };
  const schema = output === undefined ? {} : schemas.ofOutput(output);
  const names = [
    'X-Correlation-Id',
    'Cache-Control',
    ...(method === 'GET' || (method === 'PUT' && isRevised === true) ? ['ETag'] : []),
    ...(goesOn === undefined ? [] : ['Link']),
    ...(waitNames.some((name) => fields.has(name)) ? ['Preference-Applied'] : []),
  ];
  const answer = (description: string, more: readonly string[] = []): JsonObject => ({
    description,
    headers: Object.fromEntries([...names, ...more].map((name) => [name, refer('headers', name)])),
    content: { 'application/json': { schema } },
  });
  const made = { '201': answer('It was made.', ['Location']) };
  return {
    ...(status === 201 ? {} : { '200': answer('It was done.') }),
    ...(status === 200 ? {} : made),
    ...(method === 'GET' ? { '304': refer('responses', 'NotModified') } : {}),
  };
}

function describePieces({ type }: RestPieces): JsonObject {
  const names = ['X-Correlation-Id', 'Cache-Control'];
  return {
    description:
      'One document, written as it is taken. A connection that ends early means that it is not whole.',
    headers: Object.fromEntries(names.map((name) => [name, refer('headers', name)])),
    content: { [type]: { schema: { type: 'string' } } },
  };
}

function refusalsOf(way: RestWay, { writes }: AnyOperation, namesSomething: boolean): JsonObject {
  const { method, isRevised } = way;
  return {
    '400': refer('responses', 'Invalid'),
    '401': refer('responses', 'Unauthenticated'),
    '403': refer('responses', 'Forbidden'),
    ...(namesSomething ? { '404': refer('responses', 'NotFound') } : {}),
    ...(writes ? { '409': refer('responses', 'Conflict') } : {}),
    ...(isRevised === true && method !== 'GET' ? { '412': refer('responses', 'PreconditionFailed') } : {}),
    '429': refer('responses', 'TooMany'),
    default: refer('responses', 'Problem'),
  };
}
