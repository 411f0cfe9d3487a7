/** Reads fields of an unvalidated document: an absent field, or one of another type, is undefined. */
import type { Json } from '../../expression/index.ts';

export type JsonObject = { readonly [key: string]: Json };

/** Only own fields: `__proto__` or `constructor` in a document must not reach the host's objects. */
export function ownField(json: Json | undefined, key: string): Json | undefined {
  const object = asObject(json);
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

export function asObject(json: Json | undefined): JsonObject | undefined {
  return typeof json === 'object' && json !== null && !isList(json) ? json : undefined;
}

export function asList(json: Json | undefined): readonly Json[] {
  return json !== undefined && isList(json) ? json : [];
}

export function asText(json: Json | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined;
}

export function entriesOf(json: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(asObject(json) ?? {});
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
