/** One key of what a language says of a work item. */
import type { Json } from '../../kernel/index.ts';

export function partOf(item: Json, part: string): Json | undefined {
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
  return isObject && Object.hasOwn(item, part) ? (item as { readonly [key: string]: Json })[part] : undefined;
}
