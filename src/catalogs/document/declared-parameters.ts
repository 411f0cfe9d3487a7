/** What an operation declares to be sent: its parameters, and its body in the media type that is preferred. */
import type { Json } from '../../expression/index.ts';
import { isConnectionHeader, isHeaderName } from '../../runtime/index.ts';
import type { ApiDocument } from './api-document.ts';
import { followReference } from './follow-reference.ts';
import type { Endpoint } from './list-endpoints.ts';
import { findBodyMedia } from './media-type.ts';
import { asList, asObject, asText, entriesOf, type JsonObject, ownField } from './own-field.ts';

export interface Declared {
  readonly name: string;
  readonly location: 'path' | 'query' | 'header' | 'cookie';
  readonly source: JsonObject;
  readonly schema: Json | undefined;
  readonly required: boolean;
}

export interface DeclaredBody {
  readonly mediaType: string;
  readonly schema: Json | undefined;
  /** How fields of a form are written, by name. */
  readonly encoding: Json | undefined;
  readonly required: boolean;
}

/** Without credentials, which are added later. */
export function declaredParameters(api: ApiDocument, endpoint: Endpoint): readonly Declared[] {
  const secrets = credentials(api);
  return sourcesOf(api, endpoint).flatMap(({ name, location, source }) => {
    if (!isPlain(location) || secrets.has(keyOf(location, name))) return [];
    if (location === 'header' && !isOwnHeader(name)) return [];
    const required = location === 'path' || ownField(source, 'required') === true;
    return [{ name, location, source, schema: schemaOf(source), required }];
  });
}

const isPlain = (location: string): location is Declared['location'] =>
  ['path', 'query', 'header', 'cookie'].includes(location);

/** Those of the connection are set by the client, and cookies have a place of their own. */
const isOwnHeader = (name: string): boolean =>
  isHeaderName(name) && name.toLowerCase() !== 'cookie' && !isConnectionHeader(name.toLowerCase());

/** Before 3.0 a parameter is its own schema. */
function schemaOf(source: JsonObject): Json | undefined {
  const [media] = entriesOf(ownField(source, 'content'));
  return ownField(source, 'schema') ?? (media === undefined ? source : ownField(media[1], 'schema'));
}

/** A parameter in braces is required, declared or not. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** `undefined` if the operation has none. */
export function declaredBody(api: ApiDocument, endpoint: Endpoint): DeclaredBody | undefined {
  const sources = sourcesOf(api, endpoint);
  const whole = sources.find(({ location }) => location === 'body')?.source;
  if (whole !== undefined) {
    const [first = 'application/json', ...others] = consumed(api, endpoint);
    const mediaType = [first, ...others].find((type) => /\bjson\b/i.test(type)) ?? first;
    return {
      mediaType,
      schema: ownField(whole, 'schema'),
      encoding: undefined,
      required: ownField(whole, 'required') === true,
    };
  }
  const fields = sources.filter(({ location }) => location === 'formData');
  if (fields.length > 0) return oldForm(fields, consumed(api, endpoint));
  const source = asObject(followReference(api.root, ownField(endpoint.operation, 'requestBody')));
  const found = findBodyMedia(ownField(source, 'content'));
  if (found === undefined) return undefined;
  const [mediaType, media] = found;
  return {
    mediaType,
    schema: ownField(media, 'schema'),
    encoding: ownField(media, 'encoding'),
    required: ownField(source, 'required') === true,
  };
}

/** The fields of a form as an object, as version 3 describes it. */
function oldForm(fields: readonly Source[], types: readonly string[]): DeclaredBody {
  const required = fields
    .filter(({ source }) => ownField(source, 'required') === true)
    .map(({ name }) => name);
  const hasFile = fields.some(({ source }) => ownField(source, 'type') === 'file');
  const [form] = types.filter((type) => /^multipart\/|^application\/x-www-form-urlencoded/.test(type));
  const isMultipart = hasFile || form?.startsWith('multipart/') === true;
  const encodings = fields.flatMap(({ name, source }) => {
    const format = asText(ownField(source, 'collectionFormat')) ?? 'csv';
    return ownField(source, 'type') === 'array' ? [[name, oldEncoding(format)] as const] : [];
  });
  return {
    mediaType: isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded',
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, source }) => [name, source])),
      required,
    },
    encoding: Object.fromEntries(encodings),
    required: required.length > 0,
  };
}

const oldEncoding = (format: string): Json => ({
  style: oldStyles[format] ?? 'form',
  explode: format === 'multi',
});

/** Styles that have the name of a collection format in version 2. */
export const oldStyles: { readonly [format: string]: 'spaceDelimited' | 'tabDelimited' | 'pipeDelimited' } = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

const consumed = ({ root }: ApiDocument, { operation }: Endpoint): readonly string[] =>
  asList(ownField(operation, 'consumes') ?? ownField(root, 'consumes')).filter(
    (type) => typeof type === 'string',
  );

interface Source {
  readonly name: string;
  readonly location: string;
  readonly source: JsonObject;
}

/** Parameters of the operation replace those of its path. */
function sourcesOf(api: ApiDocument, endpoint: Endpoint): readonly Source[] {
  const byKey = new Map<string, Source>();
  for (const level of [endpoint.item, endpoint.operation]) {
    for (const reference of asList(ownField(level, 'parameters'))) {
      const source = asObject(followReference(api.root, reference));
      const name = asText(ownField(source, 'name'));
      const location = asText(ownField(source, 'in'));
      if (source === undefined || name === undefined || location === undefined) continue;
      byKey.set(keyOf(location, name), { name, location, source });
    }
  }
  return [...byKey.values()];
}

/** Headers that a document may list but not define, according to the standard. */
const reservedHeaders = ['accept', 'content-type', 'authorization'];

function credentials(api: ApiDocument): ReadonlySet<string> {
  const keys = reservedHeaders.map((name) => keyOf('header', name));
  for (const [, reference] of securitySchemesOf(api)) {
    const scheme = followReference(api.root, reference);
    const name = asText(ownField(scheme, 'name'));
    const location = asText(ownField(scheme, 'in'));
    if (name !== undefined && location !== undefined) keys.push(keyOf(location, name));
  }
  return new Set(keys);
}

export const securitySchemesOf = ({ root }: ApiDocument): readonly (readonly [string, Json])[] =>
  entriesOf(
    ownField(ownField(root, 'components'), 'securitySchemes') ?? ownField(root, 'securityDefinitions'),
  );

/** Header names are case-insensitive. */
const keyOf = (location: string, name: string): string =>
  `${location} ${location === 'header' ? name.toLowerCase() : name}`;
