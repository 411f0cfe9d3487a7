/** One key of a value that may be anything, as what a language says of a work item; undefined where it has none of that name. */
import type { Json } from '../../kernel/index.ts';

export function partOf(item: Json | undefined, part: string): Json | undefined {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isObject && Object.hasOwn(item, part) ? (item as { readonly [key: string]: Json })[part] : undefined;
}
