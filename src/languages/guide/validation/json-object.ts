/** Reads untrusted JSON objects and JSON Schemas. */
import type { Json } from '../../../expression/index.ts';

export type JsonObject = { readonly [key: string]: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Inherited properties are not fields. */
export const ownField = (fields: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

export function listIn(schema: JsonObject, keyword: string): readonly Json[] {
  const value = ownField(schema, keyword);
  return Array.isArray(value) ? value : [];
}

const keywordsByType: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The types that the schema allows; derived from its keywords if `type` is missing. */
export function typesOf(schema: JsonObject): readonly Json[] {
  const type = ownField(schema, 'type');
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  const implied = keywordsByType.find(([, keywords]) => keywords.some((each) => Object.hasOwn(schema, each)));
  return implied === undefined ? [] : [implied[0]];
}
