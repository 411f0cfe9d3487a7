/** Chooses one of several by name; without a name, the only one. */
import { findNearest } from '../../expression/index.ts';

export type Choice<T> =
  | { readonly kind: 'chosen'; readonly chosen: T }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** @param what noun for messages, such as “workflow” */
export function chooseNamed<T extends { readonly name: string }>(
  all: readonly T[],
  name: string | null,
  what: string,
): Choice<T> {
  const found = name === null ? all[0] : all.find((each) => each.name === name);
  if (found !== undefined && (name !== null || all.length === 1)) return { kind: 'chosen', chosen: found };
  const names = all.map((each) => each.name);
  const listed = names.length === 0 ? 'None is available.' : `Available: ${names.join(', ')}.`;
  if (name === null) return { kind: 'refused', problems: [`Choose a ${what}. ${listed}`] };
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? listed : `Did you mean “${nearest}”?`;
  return { kind: 'refused', problems: [`The ${what} “${name}” does not exist. ${hint}`] };
}
