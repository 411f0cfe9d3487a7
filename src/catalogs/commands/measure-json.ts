/** The size of a value as JSON, and the references in it, with bounded work. */
import type { Json } from '../../expression/index.ts';
import type { JsonObject } from '../document/own-field.ts';

export interface Measured {
  readonly bytes: number;
  readonly references: readonly string[];
}

/** What is nested deeper cannot be written as JSON everywhere. */
export const maxDepth = 500;

/** `undefined` if it has more bytes, or is nested too deep. */
export function measureJson(json: Json, maxBytes: number): Measured | undefined {
  let bytes = 0;
  const references: string[] = [];
  // Uses a stack, because documents can be nested deeper than the call stack allows.
  const open: (readonly [json: Json, depth: number])[] = [[json, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (bytes > maxBytes || depth > maxDepth) return undefined;
    if (Array.isArray(value)) {
      bytes += 2 + value.length;
      if (bytes > maxBytes) return undefined;
      for (const item of value as readonly Json[]) open.push([item, depth + 1]);
    } else if (typeof value === 'object' && value !== null) {
      bytes += 2;
      const object = value as JsonObject;
      for (const key of Object.keys(object)) {
        const inner = object[key] ?? null;
        bytes += sizeOfText(key) + 2;
        if (key === '$ref' && typeof inner === 'string') references.push(inner);
        open.push([inner, depth + 1]);
      }
    } else bytes += typeof value === 'string' ? sizeOfText(value) : String(value).length;
  }
  return bytes > maxBytes ? undefined : { bytes, references };
}

export const sizeOfText = (text: string): number =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));
