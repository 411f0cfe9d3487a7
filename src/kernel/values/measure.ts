/** Measures values without building their text [K12.3]. */
import type { Json } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';

const maxDepth = 200;

/**
 * The length of the JSON text of a value, or a number over `limit` as soon as that is certain. A value that is not JSON,
 * or is nested too deeply, counts as infinitely long. Escapes are counted as one character.
 */
export const measure = (value: Json | undefined, limit: number, depth = 0): number => {
  switch (typeof value) {
    case 'string':
      return value.length + 2;
    case 'number':
      return Number.isFinite(value)
        ? Number.isInteger(value) && value >= 0 && value < 10
          ? 1
          : String(value).length
        : Infinity;
    case 'boolean':
      return value ? 4 : 5;
    case 'object':
      break;
    default:
      return Infinity;
  }
  if (value === null) return 4;
  if (depth > maxDepth) return Infinity;
  // One bracket, and after every element a comma or the other bracket.
  let total = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && total <= limit; i++) total += measure(value[i], limit, depth + 1) + 1;
  } else {
    const entries = value as { readonly [key: string]: Json };
    for (const key in entries) {
      total += key.length + 4 + measure(entries[key], limit, depth + 1);
      if (total > limit) break;
    }
  }
  return total === 1 ? 2 : total;
};

export const isTooLarge = (payload: Payload, limit: number): boolean => weigh(payload, limit) > limit;

/** A reference has the size of its hash; lists and records the sizes of their parts, plus a constant per part. */
export const weigh = (payload: Payload, limit: number, depth = 0): number => {
  if ('value' in payload) return measure(payload.value, limit, depth);
  if ('blob' in payload) return payload.blob.hash.length;
  if (depth > maxDepth) return Infinity;
  let total = 0;
  if ('list' in payload) {
    for (let i = 0; i < payload.list.length && total <= limit; i++) {
      total += weigh(payload.list[i]!, limit, depth + 1) + 1;
    }
    return total;
  }
  for (const [name, part] of Object.entries(payload.record)) {
    total += name.length + weigh(part, limit, depth + 1) + 1;
    if (total > limit) break;
  }
  return total;
};
