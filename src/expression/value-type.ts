/** The static type of a value. `any` is unknown, so only certain errors are reported. */
import type { Json } from './tree.ts';

export type Type =
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'bool' }
  | { readonly kind: 'int' }
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  | { readonly kind: 'date' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'list'; readonly of: Type }
  /** `open`: it may have fields that are not listed. */
  | { readonly kind: 'object'; readonly fields: readonly TypeField[]; readonly open: boolean };

export interface TypeField {
  readonly name: string;
  readonly type: Type;
  /** It may be absent. */
  readonly optional: boolean;
}

export const anyType: Type = { kind: 'any' };

const words: Readonly<Record<Type['kind'], string>> = {
  any: 'anything',
  null: 'null',
  bool: 'true or false',
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  date: 'a date',
  duration: 'a duration',
  list: 'a list',
  object: 'an object',
};

/** For messages: `a number`, `a list`. */
export const describeType = ({ kind }: Pick<Type, 'kind'>): string => words[kind];

/** The common type; `any` if they differ. */
export function joinTypes(a: Type, b: Type): Type {
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', of: joinTypes(a.of, b.of) };
  if (a.kind === 'object' && b.kind === 'object') return joinObjects(a, b);
  if (a.kind === b.kind) return a;
  return isNumeric(a) && isNumeric(b) ? { kind: 'number' } : anyType;
}

const isNumeric = ({ kind }: Type): boolean => kind === 'int' || kind === 'number';

type ObjectType = Extract<Type, { kind: 'object' }>;

function joinObjects(a: ObjectType, b: ObjectType): Type {
  const names = [...new Set([...a.fields, ...b.fields].map(({ name }) => name))];
  const fields = names.map((name) => {
    const [left, right] = [a, b].map(({ fields: all }) => all.find((field) => field.name === name));
    const types = [left, right].flatMap((field) => (field === undefined ? [] : [field.type]));
    const optional = left === undefined || right === undefined || left.optional || right.optional;
    return { name, type: types.reduce(joinTypes), optional };
  });
  return { kind: 'object', fields, open: a.open || b.open };
}

/** The type of a stored value: a duration becomes its milliseconds. */
export function storedType(type: Type): Type {
  switch (type.kind) {
    case 'duration':
      return { kind: 'int' };
    case 'list':
      return { kind: 'list', of: storedType(type.of) };
    case 'object': {
      const fields = type.fields.map((field) => ({ ...field, type: storedType(field.type) }));
      return { ...type, fields };
    }
    default:
      return type;
  }
}

/** The exact type of a JSON value. */
export function typeOfValue(value: Json): Type {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'bool' };
  if (typeof value === 'string') return { kind: 'string' };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'int' : 'number' };
  if (isList(value)) {
    return { kind: 'list', of: value.length === 0 ? anyType : value.map(typeOfValue).reduce(joinTypes) };
  }
  const fields = Object.entries(value).map(([name, each]) => ({
    name,
    type: typeOfValue(each),
    optional: false,
  }));
  return { kind: 'object', fields, open: false };
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
