/** A field of a value that may be anything; undefined where it has none of that name. */
import type { Json } from '../../expression/index.ts';

export function partOf(value: Json | undefined, key: string): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, key)
    ? (value as { readonly [name: string]: Json })[key]
    : undefined;
}
