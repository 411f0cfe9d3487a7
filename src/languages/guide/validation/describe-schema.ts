/** What a JSON Schema asks for, in few words: not all of it, but what helps most. */
import type { Json } from '../../../expression/index.ts';
import { type Fields, isFields, listIn, typesOf } from './json-fields.ts';
import { shownJson } from './json-in-words.ts';
import { shorten } from './shorten.ts';

/** Where references lead: from the schema that has one. */
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

const mostShown = 8;
const deepest = 4;

export function describeSchema(schema: Json, targets: Targets, depth = deepest): string {
  if (!isFields(schema) || depth === 0) return schema === false ? 'nothing' : 'a value';
  const target = targets.get(schema);
  if (target !== undefined) return describeSchema(target, targets, depth - 1);
  if (schema['const'] !== undefined) return `exactly ${exact(schema['const'])}`;
  const choices = listIn(schema, 'enum');
  if (choices.length > 0) return `one of ${row(choices.map(exact), ', ')}`;
  const branches = [...listIn(schema, 'anyOf'), ...listIn(schema, 'oneOf')];
  if (branches.length > 0) {
    return row(
      [...new Set(branches.slice(0, mostShown + 1).map((each) => describeSchema(each, targets, depth - 1)))],
      ' or ',
    );
  }
  const kinds = typesOf(schema).map((each) => types[String(each)] ?? 'a value');
  return [row(kinds, ' or ') || 'a value', ...refinements(schema)].join(' ');
}

type Words = readonly [keyword: string, words: (value: Json) => string];

const phrases: readonly Words[] = [
  ['pattern', (pattern) => `that matches “${shorten(String(pattern))}”`],
  ['minLength', (least) => `of at least ${least} characters`],
  ['maxLength', (most) => `of at most ${most} characters`],
  ['minimum', (least) => `of at least ${least}`],
  ['exclusiveMinimum', (least) => `greater than ${least}`],
  ['maximum', (most) => `of at most ${most}`],
  ['exclusiveMaximum', (most) => `less than ${most}`],
  ['multipleOf', (of) => `that is a multiple of ${of}`],
  ['minItems', (least) => `of at least ${least}`],
  ['maxItems', (most) => `of at most ${most}`],
  ['uniqueItems', (wanted) => (wanted === true ? 'in which no two are the same' : '')],
  [
    'required',
    (names) => (Array.isArray(names) && names.length > 0 ? `with ${row(names.map(exact), ', ')}` : ''),
  ],
];

function refinements(schema: Fields): readonly string[] {
  return phrases
    .map(([keyword, words]) => (Object.hasOwn(schema, keyword) ? words(schema[keyword] ?? null) : ''))
    .filter((each) => each !== '');
}

const row = (words: readonly string[], between: string): string =>
  words.slice(0, mostShown).join(between) + (words.length > mostShown ? ' …' : '');

const exact = (value: Json): string =>
  typeof value === 'object' && value !== null ? shorten(JSON.stringify(value)) : shownJson(value);
