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
  type DeclaredBody,
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

/** What an operation declares, in the form in which requests are built. */
export interface RequestPlan {
  readonly api: ApiDocument;
  /** In capitals. */
  readonly method: string;
  readonly path: readonly string[];
  readonly declared: readonly (readonly [parameter: Declared, serialization: Serialization])[];
  /** Names in the path that the document does not declare: plain texts. */
  readonly undeclared: readonly string[];
  readonly parameterNames: ReadonlySet<string>;
  readonly body: BodyPlan | null;
}

interface BodyPlan {
  readonly declared: DeclaredBody;
  /** Empty if the body is one argument. */
  readonly fields: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

export function planRequest(api: ApiDocument, endpoint: Endpoint): RequestPlan {
  const declared = declaredParameters(api, endpoint);
  const names = new Set(declared.map(({ name }) => name));
  const inPath = namesInPath(endpoint.path);
  const body = declaredBody(api, endpoint);
  return {
    api,
    method: endpoint.method.toUpperCase(),
    path: partsOfPath(endpoint.path),
    declared: declared.map((parameter) => [parameter, serializationOf(parameter)]),
    undeclared: inPath.filter((name) => !names.has(name)),
    parameterNames: new Set([...names, ...inPath]),
    body:
      body === undefined
        ? null
        : {
            declared: body,
            fields: hasFields(api, body) ? fieldsOf(api, body.schema) : new Set(),
            required: api.view(body.schema).required,
          },
  };
}

/** @param operation as it is listed */
export function buildRequest(
  plan: RequestPlan,
  operation: Pick<ConnectorOperation, 'parameters' | 'open'>,
  given: Arguments,
): BuiltRequest {
  const { api, method, declared, undeclared, parameterNames } = plan;
  // Null is no value for a parameter, as everywhere in workflows; in a body it is one.
  const isAbsent = (name: string): boolean => given[name] === null && parameterNames.has(name);
  const args = Object.keys(given).some(isAbsent)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !isAbsent(name)))
    : given;
  const problems = problemsOfNames(operation, args, given);
  const complain: Complain = (name, message) => void problems.push(`“${name}” ${message}.`);
  const parts: Parts = { query: [], cookies: [], headers: {}, inPath: new Map() };
  for (const [parameter, serialization] of declared) {
    const { name, schema } = parameter;
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) continue;
    const wrong = checkValue(api, schema, value, { path: name });
    for (const { path, message } of wrong) complain(path, message);
    if (wrong.length === 0) write(parts, parameter, serialization, value, complain);
  }
  for (const name of undeclared) {
    if (!Object.hasOwn(args, name)) continue;
    const plain = { name, style: 'simple', explode: false, allowReserved: false } as const;
    parts.inPath.set(name, pathPart(plain, args[name] ?? null, complain));
  }
  const body = bodyOf(plan, args, operation.open === true, complain);
  if (problems.length > 0) return { kind: 'problems', problems };
  const { query, cookies, headers } = parts;
  const path = fillPath(plan.path, parts.inPath);
  return { kind: 'request', request: { method, path, query, cookies, headers, body } };
}

/** Names that are missing, and those that the operation does not have. */
export function problemsOfNames(
  { parameters, open }: Pick<ConnectorOperation, 'parameters' | 'open'>,
  args: Arguments,
  given: Arguments,
): string[] {
  const isKnown = (name: string): boolean => parameters.some((each) => each.name === name);
  const missing = parameters.filter(({ name, required }) => required && !Object.hasOwn(args, name));
  const unknown = open === true ? [] : Object.keys(given).filter((name) => !isKnown(name));
  if (missing.length === 0 && unknown.length === 0) return [];
  const names = parameters.map(({ name }) => name);
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

function write(
  parts: Parts,
  { name, location, source }: Declared,
  serialization: Serialization,
  value: Json,
  complain: Complain,
): void {
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

/** The texts of a path at even places, and the names between them. It begins with a slash: otherwise it would go on with the host. */
const partsOfPath = (template: string): readonly string[] =>
  `/${template.replace(/^\/+/, '')}`
    .split(/\{([^{}]+)\}/)
    .map((part, at) => (at % 2 === 0 ? encodePath(part) : part));

const fillPath = (parts: readonly string[], filled: ReadonlyMap<string, string>): string =>
  parts.map((part, at) => (at % 2 === 0 ? part : (filled.get(part) ?? ''))).join('');

/** What the document writes between parameters: it may be encoded already. */
const encodePath = (text: string): string =>
  text.replaceAll(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/g, (part) =>
    /^%[0-9A-Fa-f]{2}$/.test(part) ? part : encodeStrictly(part),
  );

/** Null if the operation has none, or if it is optional and nothing is given for it. */
function bodyOf(plan: RequestPlan, args: Arguments, isOpen: boolean, complain: Complain): ApiBody | null {
  const { api, body } = plan;
  if (body === null) return null;
  const { mediaType, schema, required } = body.declared;
  const isWhole = body.fields.size === 0;
  const value = isWhole ? args[wholeBody] : fieldsGiven(plan, body, args, isOpen);
  const isNothing =
    value === undefined || (isWhole ? value === null : Object.keys(Object(value)).length === 0);
  if (value === undefined || (isNothing && !required)) return null;
  const takesBytes = !isJsonMedia(mediaType) || mediaType.includes('*');
  const isBytes = isWhole && takesBytes && ownField(value, 'base64') !== undefined;
  // Of a text in XML, for instance, the schema describes what it means.
  const isOpaque = isBytes || (typeof value === 'string' && !hasNamedFields(mediaType));
  const path = isWhole ? wholeBody : '';
  const problems = isOpaque ? [] : checkValue(api, schema, value, { path, takesBytes });
  for (const problem of problems) complain(problem.path.replace(/^\./, ''), problem.message);
  if (problems.length > 0) return null;
  const written = serializeBody(api, body.declared, value);
  if (!('problem' in written)) return written;
  complain(wholeBody, written.problem);
  return null;
}

/** A field whose name a parameter has, too, has an argument of its own; if it is required, that of the parameter counts. */
function fieldsGiven(
  { parameterNames }: RequestPlan,
  { fields, required }: BodyPlan,
  args: Arguments,
  isOpen: boolean,
): Arguments {
  const entries: (readonly [name: string, value: Json])[] = [];
  const take = (name: string, from: string): void => void entries.push([name, args[from] ?? null]);
  const used = new Set<string>();
  for (const name of fields) {
    const argument = parameterNames.has(name) ? bodyField(name) : name;
    used.add(argument);
    if (Object.hasOwn(args, argument)) take(name, argument);
    else if (argument !== name && required.has(name) && Object.hasOwn(args, name)) take(name, name);
  }
  if (isOpen) {
    for (const name of Object.keys(args)) if (!parameterNames.has(name) && !used.has(name)) take(name, name);
  }
  return Object.fromEntries(entries);
}
