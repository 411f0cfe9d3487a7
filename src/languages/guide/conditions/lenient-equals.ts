/** The lenient comparison of the format: “Large ”, "5" and yes equal large, 5 and true. */
import type { Json } from '../../../expression/index.ts';

const yes: readonly string[] = ['true', 'yes', '1'];
const no: readonly string[] = ['false', 'no', '0'];
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Texts that equal true, or false. */
export const wordsForBoolean = (truth: boolean): readonly string[] => (truth ? yes : no);

/** Normalizes a text for comparison: ignores surrounding space and case. */
export const foldText = (text: string): string => text.trim().toLowerCase();

/** The number that a text represents, if any. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.trim();
  const number = trimmed.length <= 400 && decimal.test(trimmed) ? Number(trimmed) : undefined;
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

export function equalsLeniently(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isNullish(a) || isNullish(b)) return isNullish(a) && isNullish(b);
  if (typeof a === 'string') return equalsText(a, b);
  if (typeof b === 'string') return equalsText(b, a);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a) || isList(b)) return isList(a) && isList(b) && equalLists(a, b);
  return equalObjects(a, b);
}

export function isNullish(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

/** The test of `var` without an operator: not absent, empty, zero or false. */
export function isSomething(value: Json | undefined): boolean {
  if (isNullish(value)) return false;
  if (typeof value === 'string')
    return !(value.trim() === '' || no.includes(foldText(value)) || parseDecimal(value) === 0);
  if (typeof value === 'object') return (isList(value) ? value : Object.keys(value)).length > 0;
  return value !== 0 && value !== false;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function equalsText(text: string, other: Json): boolean {
  switch (typeof other) {
    case 'string':
      return equalTexts(text.trim(), other.trim());
    case 'number':
      return parseDecimal(text) === other;
    case 'boolean':
      return wordsForBoolean(other).includes(foldText(text));
    default:
      return false;
  }
}

/** Lower case never triples the length, so texts that differ by more are unequal without being read. */
function equalTexts(a: string, b: string): boolean {
  if (a.length > 3 * b.length || b.length > 3 * a.length) return false;
  return a.toLowerCase() === b.toLowerCase();
}

function equalLists(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => equalsLeniently(item, b[index]));
}

type JsonObject = { readonly [key: string]: Json };

/** A key with null counts as absent. */
function equalObjects(a: JsonObject, b: JsonObject): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => equalsLeniently(ownValue(a, key), ownValue(b, key)));
}

const ownValue = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
