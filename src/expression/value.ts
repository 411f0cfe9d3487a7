/** The values of expressions: JSON, and dates and durations, which JSON from outside cannot imitate. */
import { type ParsedDate, parseDate } from './date.ts';
import type { Type } from './value-type.ts';

const tag: unique symbol = Symbol('a value that is not JSON');

export interface DateValue extends ParsedDate {
  readonly [tag]: 'date';
}

export interface DurationValue {
  readonly [tag]: 'duration';
  readonly milliseconds: number;
}

export interface ValueObject {
  readonly [key: string]: Value;
}

export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ValueObject
  | DateValue
  | DurationValue;

export type ValueKind = Exclude<Type['kind'], 'any' | 'int'>;

export const createDateValue = (milliseconds: number, hasTime: boolean): DateValue => ({
  [tag]: 'date',
  milliseconds,
  hasTime,
});

export const createDurationValue = (milliseconds: number): DurationValue => ({
  [tag]: 'duration',
  milliseconds,
});

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

const tagOf = (value: object): 'date' | 'duration' | undefined =>
  (value as Partial<DateValue | DurationValue>)[tag];

export const isDateValue = (value: Value): value is DateValue =>
  typeof value === 'object' && value !== null && tagOf(value) === 'date';

export const isDurationValue = (value: Value): value is DurationValue =>
  typeof value === 'object' && value !== null && tagOf(value) === 'duration';

export const isObject = (value: Value): value is ValueObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && tagOf(value) === undefined;

export function kindOf(value: Value): ValueKind {
  switch (typeof value) {
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      if (value === null) return 'null';
      return isList(value) ? 'list' : (tagOf(value as object) ?? 'object');
  }
}

/** A date, also as text: names resolve to JSON, where dates are texts. */
export function asDateValue(value: Value): DateValue | undefined {
  if (isDateValue(value)) return value;
  const read = typeof value === 'string' ? parseDate(value) : undefined;
  return read && createDateValue(read.milliseconds, read.hasTime);
}

/** `null false 0 "" [] {}` are false, all other values are true [E2]. */
export function isTrue(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  if (isList(value)) return value.length > 0;
  if (!isObject(value)) return true;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}
