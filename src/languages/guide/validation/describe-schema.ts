/** Describes a JSON Schema briefly: the parts that help most. */
import type { Json } from '../../../expression/index.ts';
import { shorten } from '../conditions/shorten.ts';
import { formatJson } from './format-json.ts';
import { isJsonObject, type JsonObject, listIn, typesOf } from './json-object.ts';

/** Targets of references, by the schema that contains the reference. */
export type Targets = ReadonlyMap<Json, Json>;

const types: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const maxShown = 8;
const maxDepth = 4;

export function describeSchema(schema: Json, targets: Targets, depth = maxDepth): string {
  if (!isJsonObject(schema) || depth === 0) return schema === false ? 'nothing' : 'a value';
  const target = targets.get(schema);
  if (target !== undefined) return describeSchema(target, targets, depth - 1);
  if (schema['const'] !== undefined) return `exactly ${exact(schema['const'])}`;
  const choices = listIn(schema, 'enum');
  if (choices.length > 0) return `one of ${row(choices.map(exact), ', ')}`;
  const branches = [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')];
  if (branches.length > 0) {
    return row(
      [...new Set(branches.slice(0, maxShown + 1).map((each) => describeSchema(each, targets, depth - 1)))],
      ' or ',
    );
  }
  const kinds = typesOf(schema).map((each) => types[String(each)] ?? 'a value');
  return [row(kinds, ' or ') || 'a value', ...refinements(schema)].join(' ');
}

type KeywordText = readonly [keyword: string, words: (value: Json) => string];

const phrases: readonly KeywordText[] = [
  ['pattern', (pattern) => `that matches “${shorten(String(pattern))}”`],
  ['minLength', (min) => `of at least ${min} characters`],
  ['maxLength', (max) => `of at most ${max} characters`],
  ['minimum', (min) => `of at least ${min}`],
  ['exclusiveMinimum', (min) => `greater than ${min}`],
  ['maximum', (max) => `of at most ${max}`],
  ['exclusiveMaximum', (max) => `less than ${max}`],
  ['multipleOf', (of) => `that is a multiple of ${of}`],
  ['minItems', (min) => `of at least ${min}`],
  ['maxItems', (max) => `of at most ${max}`],
  ['uniqueItems', (wanted) => (wanted === true ? 'without duplicates' : '')],
  [
    'required',
    (names) => (Array.isArray(names) && names.length > 0 ? `with ${row(names.map(exact), ', ')}` : ''),
  ],
];

function refinements(schema: JsonObject): readonly string[] {
  return phrases
    .map(([keyword, describe]) => (Object.hasOwn(schema, keyword) ? describe(schema[keyword] ?? null) : ''))
    .filter((each) => each !== '');
}

const row = (words: readonly string[], between: string): string =>
  words.slice(0, maxShown).join(between) + (words.length > maxShown ? ' …' : '');

const exact = (value: Json): string =>
  typeof value === 'object' && value !== null ? shorten(JSON.stringify(value)) : formatJson(value);
