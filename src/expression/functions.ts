/** The table of functions with their parameters and results. The check, the evaluator and the reference use it. */
import { anyType, joinTypes, type Type } from './value-type.ts';

type Kind = Exclude<Type['kind'], 'any'>;

export interface Parameter {
  /** No types: any value. A number may be whole, and a whole number is a number. */
  readonly kinds: readonly Kind[];
}

export interface FunctionDefinition {
  readonly parameters: readonly Parameter[];
  /** Accepts one list of these, or one or more of them. */
  readonly several?: Parameter;
  readonly result: (args: readonly Type[]) => Type;
  /** The description for the reference. */
  readonly description: string;
}

const takes = (...kinds: readonly Kind[]): Parameter => ({ kinds });
const gives = (kind: 'bool' | 'int' | 'number' | 'string' | 'date') => (): Type => ({ kind });
const anything = takes();
const text = takes('string');
const elementOf = (type: Type | undefined): Type => (type?.kind === 'list' ? type.of : anyType);
const oneOf = (types: readonly Type[]): Type =>
  types[0]?.kind === 'list' ? types[0].of : types.length === 0 ? anyType : types.reduce(joinTypes);

const table: Readonly<Record<string, FunctionDefinition>> = {
  size: {
    parameters: [takes('list', 'string', 'object')],
    result: gives('int'),
    description: 'the number of items, characters or fields',
  },
  contains: {
    parameters: [takes('string', 'list', 'object'), anything],
    result: gives('bool'),
    description: 'whether a text contains a text, a list an item, an object a field',
  },
  startsWith: {
    parameters: [text, text],
    result: gives('bool'),
    description: 'whether a text begins with another',
  },
  endsWith: {
    parameters: [text, text],
    result: gives('bool'),
    description: 'whether a text ends with another',
  },
  matches: {
    parameters: [text, text],
    result: gives('bool'),
    description: 'whether a regular expression (RE2) is found anywhere in a text',
  },
  lower: { parameters: [text], result: gives('string'), description: 'the text in lower case' },
  upper: { parameters: [text], result: gives('string'), description: 'the text in upper case' },
  trim: {
    parameters: [text],
    result: gives('string'),
    description: 'the text without whitespace at its ends',
  },
  string: {
    parameters: [anything],
    result: gives('string'),
    description: 'the value as text, as a template shows it',
  },
  int: {
    parameters: [takes('number', 'string')],
    result: gives('int'),
    description: 'a whole number: a fraction is cut off, a text must be one',
  },
  float: {
    parameters: [takes('number', 'string')],
    result: gives('number'),
    description: 'a number; a text must be one',
  },
  bool: {
    parameters: [takes('bool', 'string')],
    result: gives('bool'),
    description: 'true or false; a text must be `true` or `false`',
  },
  date: {
    parameters: [takes('string', 'date')],
    result: gives('date'),
    description: 'a date from `2026-03-01` or `2026-03-01T09:30:00Z`',
  },
  min: {
    parameters: [],
    several: takes('number', 'string', 'date', 'duration'),
    result: oneOf,
    description: 'the smallest of a list or of the arguments',
  },
  max: {
    parameters: [],
    several: takes('number', 'string', 'date', 'duration'),
    result: oneOf,
    description: 'the largest of a list or of the arguments',
  },
  sum: {
    parameters: [],
    several: takes('number'),
    result: oneOf,
    description: 'the sum of a list or of the arguments; 0 for an empty list',
  },
  first: { parameters: [takes('list')], result: ([list]) => elementOf(list), description: 'the first item' },
  last: { parameters: [takes('list')], result: ([list]) => elementOf(list), description: 'the last item' },
  keys: {
    parameters: [takes('object')],
    result: () => ({ kind: 'list', of: { kind: 'string' } }),
    description: 'the names of the fields, sorted',
  },
  values: {
    parameters: [takes('object')],
    result: ([object]) => ({ kind: 'list', of: fieldType(object) }),
    description: 'the values of the fields, sorted by name',
  },
  default: {
    parameters: [anything, anything],
    result: (types) => (types[0]?.kind === 'null' ? (types[1] ?? anyType) : types.reduce(joinTypes)),
    description: 'the first, or the second if the first is absent or null',
  },
  range: {
    parameters: [takes('number', 'date', 'string'), takes('number', 'date', 'string')],
    result: ([from]) => ({ kind: 'list', of: rangeItem(from) }),
    description: 'whole numbers or days from the first to before the second',
  },
  now: { parameters: [], result: gives('date'), description: 'the time of the step, as a date with time' },
  today: { parameters: [], result: gives('date'), description: 'the day of the step' },
};

export const functionNames: readonly string[] = Object.keys(table);

export const findFunction = (name: string): FunctionDefinition | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

export const isFunction = (name: string): boolean => Object.hasOwn(table, name);

export const takesCount = ({ parameters, several }: FunctionDefinition, count: number): boolean =>
  several === undefined ? count === parameters.length : count > 0;

/** Describes the number of arguments. */
export function describeArity({ parameters, several }: FunctionDefinition): string {
  if (several !== undefined) return 'one list, or one argument or more';
  return parameters.length === 1 ? '1 argument' : `${parameters.length || 'no'} arguments`;
}

function fieldType(type: Type | undefined): Type {
  if (type?.kind !== 'object' || type.open || type.fields.length === 0) return anyType;
  return type.fields.map((field) => field.type).reduce(joinTypes);
}

function rangeItem(from: Type | undefined): Type {
  if (from?.kind === 'int' || from?.kind === 'number') return { kind: 'int' };
  return from?.kind === 'date' || from?.kind === 'string' ? { kind: 'date' } : anyType;
}
