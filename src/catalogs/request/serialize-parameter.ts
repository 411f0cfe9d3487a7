/**
 * Writes a parameter as OpenAPI says: simple, label and matrix in paths, form, spaceDelimited, pipeDelimited and deepObject
 * in queries, and the collection formats of version 2.
 */
import type { Json } from '../../expression/index.ts';

export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

export interface Serialization {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  /** Reserved characters stay as they are. */
  readonly allowReserved: boolean;
}

/** The value of a header, or the part of a path. */
export function serializeInPath({ name, style, explode, allowReserved }: Serialization, value: Json): string {
  const encode = encoder(allowReserved);
  const key = encode(name);
  if (style === 'label') return `.${partsOf(value, explode, encode).join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return partsOf(value, explode, encode).join(',');
  const assigned = (text: string): string => (text === '' ? `;${key}` : `;${key}=${text}`);
  if (!explode || !isCompound(value)) return assigned(partsOf(value, false, encode).join(','));
  return Array.isArray(value)
    ? value.map((item: Json) => assigned(encode(textOf(item)))).join('')
    : partsOf(value, true, encode)
        .map((part) => `;${part}`)
        .join('');
}

/** In a header nothing is encoded. */
export const serializeInHeader = ({ explode }: Pick<Serialization, 'explode'>, value: Json): string =>
  partsOf(value, explode, (text) => text).join(',');

/** Parts of a query: `name=value`, encoded. */
export function serializeInQuery(
  { name, style, explode, allowReserved }: Serialization,
  value: Json,
): readonly string[] {
  const encode = encoder(allowReserved);
  const key = encode(name);
  if (style === 'deepObject' && isCompound(value)) return deepParts(key, value, encode);
  if (!isCompound(value)) return [`${key}=${encode(textOf(value))}`];
  if (explode) {
    return Array.isArray(value)
      ? value.map((item: Json) => `${key}=${encode(textOf(item))}`)
      : partsOf(value, true, encode);
  }
  const parts = partsOf(value, false, encode);
  return parts.length === 0 ? [] : [`${key}=${parts.join(separators[style] ?? ',')}`];
}

const separators: { readonly [style in ParameterStyle]?: string } = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** `a[b]=1`, and `a[b]=1&a[b]=2` for a list. */
function deepParts(key: string, value: Json, encode: (text: string) => string): readonly string[] {
  if (!isCompound(value)) return [`${key}=${encode(textOf(value))}`];
  if (Array.isArray(value)) return value.flatMap((item: Json) => deepParts(key, item, encode));
  return Object.entries(value).flatMap(([field, each]) =>
    deepParts(`${key}%5B${encode(field)}%5D`, each as Json, encode),
  );
}

/** Of a list its items; of an object `key,value` or, exploded, `key=value`. */
function partsOf(value: Json, explode: boolean, encode: (text: string) => string): readonly string[] {
  if (!isCompound(value)) return [encode(textOf(value))];
  if (Array.isArray(value)) return value.map((item: Json) => encode(textOf(item)));
  const entries = Object.entries(value).map(
    ([field, each]) => [encode(field), encode(textOf(each as Json))] as const,
  );
  return explode ? entries.map(([field, text]) => `${field}=${text}`) : entries.flat();
}

export const isCompound = (value: Json): value is readonly Json[] | { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null;

/** What a style cannot express is JSON. */
export const textOf = (value: Json): string =>
  value === null ? '' : isCompound(value) ? JSON.stringify(value) : String(value);

/** Half of a surrogate pair cannot be encoded. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Everything but the unreserved characters of RFC 3986. */
export const encodeStrictly = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : encodeURIComponent(wellFormed(text)).replaceAll(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      );

/** Reserved characters and encoded ones stay, except those with which a value would end, or become another one. */
const encodeReserved = (text: string): string =>
  encodeURI(wellFormed(text))
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1')
    .replaceAll(/[#[\]&+]/g, (sign) => encodeURIComponent(sign));

const encoder = (allowReserved: boolean) => (allowReserved ? encodeReserved : encodeStrictly);
