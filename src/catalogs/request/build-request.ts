/**
 * Builds the request that an operation of an API document describes from the arguments of a call. The arguments are
 * validated first, and all problems are reported together: nothing is sent that the document refuses.
 */
import { findNearest, type Json } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { isHeaderValue } from '../../runtime/index.ts';
import type { ApiDocument } from '../document/api-document.ts';
import {
  type Declared,
  declaredBody,
  declaredParameters,
  namesInPath,
} from '../document/declared-parameters.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { hasNamedFields, isJsonMedia } from '../document/media-type.ts';
import { bodyField, fieldsOf, hasFields, wholeBody } from '../document/operation-parameters.ts';
import { entriesOf, ownField } from '../document/own-field.ts';
import type { ApiBody, ApiRequest } from './api-request.ts';
import { checkValue } from './check-value.ts';
import { serializationOf } from './serialization-of.ts';
import { serializeBody } from './serialize-body.ts';
import {
  encodeStrictly,
  type Serialization,
  serializeInHeader,
  serializeInPath,
  serializeInQuery,
} from './serialize-parameter.ts';

export type BuiltRequest =
  | { readonly kind: 'request'; readonly request: ApiRequest }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

type Arguments = { readonly [name: string]: Json };
type Complain = (name: string, message: string) => void;

/** @param operation as it is listed */
export function buildRequest(
  api: ApiDocument,
  endpoint: Endpoint,
  operation: Pick<ConnectorOperation, 'parameters' | 'open'>,
  given: Arguments,
): BuiltRequest {
  const declared = declaredParameters(api, endpoint);
  const inPath = namesInPath(endpoint.path);
  const parameterNames = new Set([...declared.map(({ name }) => name), ...inPath]);
  // Null is no value for a parameter, as everywhere in workflows; in a body it is one.
  const args = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !parameterNames.has(name)),
  );
  const problems = problemsOfNames(operation, args, given);
  const complain: Complain = (name, message) => void problems.push(`“${name}” ${message}.`);
  const parts: Parts = { query: [], cookies: [], headers: {}, inPath: new Map() };
  for (const parameter of declared) {
    const { name, schema } = parameter;
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) continue;
    const wrong = checkValue(api, schema, value, { path: name });
    for (const { path, message } of wrong) complain(path, message);
    if (wrong.length === 0) write(parts, parameter, value, complain);
  }
  for (const name of inPath) {
    if (parts.inPath.has(name) || !Object.hasOwn(args, name) || declared.some((each) => each.name === name))
      continue;
    // The document does not declare it: it is a plain text.
    const plain = { name, style: 'simple', explode: false, allowReserved: false } as const;
    parts.inPath.set(name, pathPart(plain, args[name] ?? null, complain));
  }
  const body = bodyOf(api, endpoint, { args, parameterNames, isOpen: operation.open === true }, complain);
  if (problems.length > 0) return { kind: 'problems', problems };
  const { query, cookies, headers } = parts;
  const method = endpoint.method.toUpperCase();
  const path = fillPath(endpoint.path, parts.inPath);
  return { kind: 'request', request: { method, path, query, cookies, headers, body } };
}

/** Names that are missing, and those that the operation does not have. */
function problemsOfNames(
  { parameters, open }: Pick<ConnectorOperation, 'parameters' | 'open'>,
  args: Arguments,
  given: Arguments,
): string[] {
  const names = parameters.map(({ name }) => name);
  const missing = parameters.filter(({ name, required }) => required && !Object.hasOwn(args, name));
  const unknown = open === true ? [] : Object.keys(given).filter((name) => !names.includes(name));
  return [
    ...missing.map(({ name }) => `“${name}” is missing.`),
    ...unknown.map((name) => {
      const nearest = findNearest(name, names);
      const hint =
        nearest === undefined ? `Known: ${names.join(', ') || 'none'}.` : `Did you mean “${nearest}”?`;
      return `“${name}” is not known. ${hint}`;
    }),
  ];
}

interface Parts {
  readonly query: string[];
  readonly cookies: string[];
  readonly headers: { [name: string]: string };
  readonly inPath: Map<string, string>;
}

function write(parts: Parts, parameter: Declared, value: Json, complain: Complain): void {
  const { name, location, source } = parameter;
  const serialization = serializationOf(parameter);
  const [media] = entriesOf(ownField(source, 'content'));
  // A parameter with a media type is written in it, and then like a text.
  const written =
    media !== undefined && (typeof value !== 'string' || isJsonMedia(media[0]))
      ? JSON.stringify(value)
      : value;
  switch (location) {
    case 'query':
      return void parts.query.push(...serializeInQuery(serialization, written));
    case 'cookie':
      return void parts.cookies.push(...serializeInQuery(serialization, written));
    case 'path':
      return void parts.inPath.set(name, pathPart(serialization, written, complain));
    case 'header': {
      const text = serializeInHeader(serialization, written);
      if (isHeaderValue(text)) parts.headers[name.toLowerCase()] = text;
      else complain(name, 'has characters that a header cannot have, such as line breaks');
    }
  }
}

function pathPart(serialization: Serialization, value: Json, complain: Complain): string {
  const text = serializeInPath(serialization, value);
  // An address with dots alone leads elsewhere, also if they are encoded; one with nothing to what contains it.
  if (/^\.{1,2}$/.test(text) || text === '') {
    complain(serialization.name, `cannot be “${text}”: it is a part of a path`);
  }
  return text;
}

/** It begins with a slash: otherwise it would go on with the host. */
const fillPath = (template: string, filled: ReadonlyMap<string, string>): string =>
  `/${template.replace(/^\/+/, '')}`
    .split(/(\{[^{}]+\})/)
    .map((part) => (/^\{.+\}$/.test(part) ? (filled.get(part.slice(1, -1)) ?? '') : encodePath(part)))
    .join('');

/** What the document writes between parameters: it may be encoded already. */
const encodePath = (text: string): string =>
  text.replaceAll(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, (part) =>
    /^%[0-9A-Fa-f]{2}$/.test(part) ? part : encodeStrictly(part),
  );

interface BodyArguments {
  readonly args: Arguments;
  readonly parameterNames: ReadonlySet<string>;
  /** Whether fields that are not listed are sent, too. */
  readonly isOpen: boolean;
}

/** Null if the operation has none, or if it is optional and nothing is given for it. */
function bodyOf(
  api: ApiDocument,
  endpoint: Endpoint,
  given: BodyArguments,
  complain: Complain,
): ApiBody | null {
  const body = declaredBody(api, endpoint);
  if (body === undefined) return null;
  const isWhole = !hasFields(api, body);
  const value = isWhole ? given.args[wholeBody] : fieldsGiven(api, body, given);
  const isNothing =
    value === undefined || (isWhole ? value === null : Object.keys(Object(value)).length === 0);
  if (value === undefined || (isNothing && !body.required)) return null;
  const { mediaType } = body;
  const takesBytes = !isJsonMedia(mediaType) || mediaType.includes('*');
  const isBytes = isWhole && takesBytes && ownField(value, 'base64') !== undefined;
  // Of a text in XML, for instance, the schema describes what it means.
  const isOpaque = isBytes || (typeof value === 'string' && !hasNamedFields(mediaType));
  const path = isWhole ? wholeBody : '';
  const problems = isOpaque ? [] : checkValue(api, body.schema, value, { path, takesBytes });
  for (const problem of problems) complain(problem.path.replace(/^\./, ''), problem.message);
  if (problems.length > 0) return null;
  const written = serializeBody(api, body, value);
  if (!('problem' in written)) return written;
  complain(wholeBody, written.problem);
  return null;
}

/** A field whose name a parameter has, too, has an argument of its own; if it is required, that of the parameter counts. */
function fieldsGiven(
  api: ApiDocument,
  { schema }: { readonly schema: Json | undefined },
  { args, parameterNames, isOpen }: BodyArguments,
): Arguments {
  const { required } = api.view(schema);
  const listed = fieldsOf(api, schema);
  const fields = Object.fromEntries(
    [...listed].flatMap((name) => {
      const apart = bodyField(name);
      if (!parameterNames.has(name)) return Object.hasOwn(args, name) ? [[name, args[name] ?? null]] : [];
      if (Object.hasOwn(args, apart)) return [[name, args[apart] ?? null]];
      return required.has(name) && Object.hasOwn(args, name) ? [[name, args[name] ?? null]] : [];
    }),
  );
  if (!isOpen) return fields;
  const used = new Set([...listed].map((name) => (parameterNames.has(name) ? bodyField(name) : name)));
  const others = Object.entries(args).filter(([name]) => !parameterNames.has(name) && !used.has(name));
  return { ...fields, ...Object.fromEntries(others) };
}
