/** Describes the type of a value, never its content: an answer may contain a secret. */
import type { Json } from '../kernel/index.ts';

export function describeJson(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
