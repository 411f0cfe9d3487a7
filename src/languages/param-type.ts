/** The types that authors write for parameters and answers. */
import type { Type } from '../expression/index.ts';

const types: Readonly<Record<string, Type>> = {
  str: { kind: 'string' },
  int: { kind: 'int' },
  float: { kind: 'number' },
  bool: { kind: 'bool' },
  date: { kind: 'date' },
  list: { kind: 'list', of: { kind: 'any' } },
  object: { kind: 'object', fields: [], open: true },
  any: { kind: 'any' },
  // Names in other formats.
  string: { kind: 'string' },
  text: { kind: 'string' },
  integer: { kind: 'int' },
  number: { kind: 'number' },
  boolean: { kind: 'bool' },
  datetime: { kind: 'date' },
  array: { kind: 'list', of: { kind: 'any' } },
  dict: { kind: 'object', fields: [], open: true },
  map: { kind: 'object', fields: [], open: true },
};

export const typeNames: readonly string[] = Object.keys(types);

export const findType = (name: string): Type | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined;

/** Formats that make a text a date. */
export const dateFormats: readonly string[] = ['date', 'date-time'];
export const textFormats: readonly string[] = [...dateFormats, 'time', 'email', 'uri', 'uuid', 'password'];
