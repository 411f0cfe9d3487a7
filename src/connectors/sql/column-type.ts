/**
 * Derives the type of a column from all its values. Numbers, booleans and texts keep their type, lists and objects their
 * structure; mixed values become JSON. Dates stay texts: ISO texts sort and compare correctly.
 */
import type { Json } from '../../kernel/index.ts';

export type ColumnType =
  | { readonly kind: 'boolean' | 'integer' | 'number' | 'text' | 'json' }
  /** Only nulls: compatible with every type. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly of: ColumnType }
  | { readonly kind: 'record'; readonly fields: readonly RecordField[] };

export interface RecordField {
  readonly name: string;
  readonly type: ColumnType;
}

/** With more fields an object is more likely a dictionary than a record. */
const maxFields = 256;
const maxDepth = 16;

export function columnType(values: readonly Json[], depth = 0): ColumnType {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return { kind: 'nothing' };
  if (present.every((value) => typeof value === 'boolean')) return { kind: 'boolean' };
  if (present.every((value) => typeof value === 'string')) return { kind: 'text' };
  if (present.every((value) => typeof value === 'number')) {
    return { kind: present.every(Number.isSafeInteger) ? 'integer' : 'number' };
  }
  if (depth === maxDepth) return { kind: 'json' };
  if (present.every(isList)) return { kind: 'list', of: columnType(present.flat(1), depth + 1) };
  return present.every(isRecord) ? recordType(present, depth) : { kind: 'json' };
}

/** The names of all fields, in order of first appearance. */
export function fieldNames(records: readonly JsonRecord[]): readonly string[] {
  const names = new Set<string>();
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  return [...names];
}

function recordType(records: readonly JsonRecord[], depth: number): ColumnType {
  const names = fieldNames(records);
  // Names are case-insensitive and must not be empty.
  const isPlain =
    new Set(names.map((name) => name.toLowerCase())).size === names.length && !names.includes('');
  if (!isPlain || names.length === 0 || names.length > maxFields) return { kind: 'json' };
  return {
    kind: 'record',
    fields: names.map((name) => ({ name, type: columnType(records.map(fieldOf(name)), depth + 1) })),
  };
}

export type JsonRecord = { readonly [name: string]: Json };

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isList(value);

export const fieldOf =
  (name: string) =>
  (record: JsonRecord): Json =>
    (Object.hasOwn(record, name) ? record[name] : undefined) ?? null;

/** The SQL spelling of the type. */
export function sqlType(type: ColumnType): string {
  switch (type.kind) {
    case 'boolean':
      return 'BOOLEAN';
    case 'integer':
      return 'BIGINT';
    case 'number':
      return 'DOUBLE';
    case 'text':
      return 'VARCHAR';
    case 'json':
      return 'JSON';
    case 'nothing':
      return '"NULL"';
    case 'list':
      return `${sqlType(type.of)}[]`;
    case 'record':
      return `STRUCT(${type.fields.map((field) => `${quoteName(field.name)} ${sqlType(field.type)}`).join(', ')})`;
  }
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
