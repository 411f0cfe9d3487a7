/**
 * Resolves a `$ref`. Follows only references inside the document, one at a time on demand: large documents are never
 * resolved as a whole, and nothing is fetched.
 */
import type { Json } from '../../expression/index.ts';
import { asList, asText, ownField } from './own-field.ts';

const maxHops = 50;

/**
 * @returns the value itself if it is not a reference; undefined if the target does not exist or the reference is
 * circular
 */
export function followReference(document: Json, json: Json | undefined): Json | undefined {
  let value = json;
  for (let hops = 0; hops < maxHops; hops++) {
    const reference = asText(ownField(value, '$ref'));
    if (reference === undefined) return value;
    value = findTarget(document, reference);
  }
  return undefined;
}

/** One step: the target may itself be a reference. */
export function findTarget(document: Json, reference: string): Json | undefined {
  let value: Json | undefined = document;
  const keys = keysOf(reference);
  if (keys === undefined) return undefined;
  for (const key of keys) {
    if (value === undefined) return undefined;
    value = Array.isArray(value) ? asList(value)[Number(key)] : ownField(value, key);
  }
  return value;
}

/** The keys that lead to the target from the root; `undefined` if it is not in the document. */
export function keysOf(reference: string): readonly string[] | undefined {
  if (reference === '#') return [];
  return reference.startsWith('#/') ? reference.slice(2).split('/').map(decodeToken) : undefined;
}

function decodeToken(token: string): string {
  if (!/[%~]/.test(token)) return token;
  return decodePercent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    // Many documents contain an unescaped percent sign.
    return token;
  }
}
