/** Returns one key of the value that a language stores with a work item; `undefined` if it does not exist. */
import type { Json } from '../kernel/index.ts';

export function partOf(item: Json | undefined, part: string): Json | undefined {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isObject && Object.hasOwn(item, part) ? (item as { readonly [key: string]: Json })[part] : undefined;
}
