/** The parts of a document that keys lead to, at the same places: what refers to them still finds them. */
import type { Json } from '../../expression/index.ts';
import { entriesOf, ownField } from '../document/own-field.ts';

interface Wanted {
  isWhole: boolean;
  readonly inner: Map<string, Wanted>;
}

const nothing = (): Wanted => ({ isWhole: false, inner: new Map() });

/** @param places that exist. Their number of keys is bounded */
export function pickParts(document: Json, places: readonly (readonly string[])[]): Json {
  const root = nothing();
  for (const keys of places) {
    let at = root;
    for (const key of keys) {
      const next = at.inner.get(key) ?? nothing();
      at.inner.set(key, next);
      at = next;
    }
    at.isWhole = true;
  }
  return pick(document, root);
}

function pick(json: Json, { isWhole, inner }: Wanted): Json {
  if (isWhole) return json;
  if (!Array.isArray(json)) {
    const fields = [...inner].map(
      ([key, wanted]) => [key, pick(ownField(json, key) ?? null, wanted)] as const,
    );
    return Object.fromEntries(fields);
  }
  // What is before an entry keeps its place.
  const list: Json[] = [];
  for (const [key, wanted] of inner) {
    const at = Number(key);
    while (list.length <= at) list.push(null);
    list[at] = pick((json as readonly Json[])[at] ?? null, wanted);
  }
  return list;
}

/** Both; where fields of both have one name, that of the first. */
export const mergeFields = (first: Json, second: Json | undefined): Json => {
  const own = entriesOf(first);
  const names = new Set(own.map(([name]) => name));
  return Object.fromEntries([...own, ...entriesOf(second).filter(([name]) => !names.has(name))]);
};
