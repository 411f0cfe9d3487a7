/** Objects of JSON, and JSON Schemas among them, read without believing that they are what they should be. */
import type { Json } from '../../../expression/index.ts';

export type Fields = { readonly [key: string]: Json };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What every object has by birth is no field. */
export const fieldOf = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

export function listIn(schema: Fields, keyword: string): readonly Json[] {
  const value = fieldOf(schema, keyword);
  return Array.isArray(value) ? value : [];
}

const keywordsByType: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The types that it names; many leave them out where a keyword says enough. */
export function typesOf(schema: Fields): readonly Json[] {
  const type = fieldOf(schema, 'type');
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  const implied = keywordsByType.find(([, keywords]) => keywords.some((each) => Object.hasOwn(schema, each)));
  return implied === undefined ? [] : [implied[0]];
}
