/** Looks up variables of a context, by key or by a path with dots. Inherited properties are never found. */
import type { Json } from '../../../expression/index.ts';
import { compiledEffort, type Effort } from '../../../kernel/index.ts';
import type { GuideContext, LookUp } from '../model/guide-context.ts';

/** @param own the variables of the enclosing loops; they take precedence over the context */
export function createLookUp(
  context: GuideContext,
  own: GuideContext = {},
  effort: Effort = { left: compiledEffort },
): LookUp {
  const find = (name: string): Json | undefined => {
    if (Object.hasOwn(own, name)) return own[name];
    const path = name.split('.');
    if (Object.hasOwn(own, path[0] ?? '')) return follow(own, path);
    return Object.hasOwn(context, name) ? context[name] : follow(context, path);
  };
  return Object.assign(find, { effort });
}

function follow(from: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = from;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    // An index and the length of a list are own properties, too.
    value = (value as { readonly [key: string]: Json })[key];
  }
  return value;
}
