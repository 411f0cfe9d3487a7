/**
 * What stands behind a `$ref`. Only references inside the document are followed, one at a time when somebody asks:
 * large documents are never resolved as a whole, and nothing is fetched.
 */
import type { Json } from '../expression/index.ts';
import { asList, asText, ownField } from './own-field.ts';

const maxHops = 50;

/** @returns the value itself where it refers to nothing; undefined where the reference leads nowhere or in a circle */
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
  if (reference === '#') return document;
  if (!reference.startsWith('#/')) return undefined;
  let value: Json | undefined = document;
  for (const token of reference.slice(2).split('/')) {
    if (value === undefined) return undefined;
    const key = decodeToken(token);
    value = Array.isArray(value) ? asList(value)[Number(key)] : ownField(value, key);
  }
  return value;
}

function decodeToken(token: string): string {
  return decodePercent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePercent(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    // A lone percent sign is written as it is in many documents.
    return token;
  }
}
