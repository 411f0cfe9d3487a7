/** Finds variables of a context, by their key or by a path with dots. What is inherited is never found. */
import type { Json } from '../../../expression/index.ts';
import type { Context, LookUp } from '../values.ts';

/** @param own the variables of the loops around; they win over those of the context */
export function createLookUp(context: Context, own: Context = {}): LookUp {
  return (name) => {
    for (const variables of [own, context]) {
      if (Object.hasOwn(variables, name)) return variables[name];
    }
    const [first = '', ...rest] = name.split('.');
    if (rest.length === 0) return undefined;
    return follow(Object.hasOwn(own, first) ? own : context, [first, ...rest]);
  };
}

function follow(from: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = from;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    // An index and the length of a list are its own properties, too.
    value = (value as { readonly [key: string]: Json })[key];
  }
  return value;
}
