/** A payload as plain JSON. A large value that nobody resolves is told by its size: its hash says nothing to anybody. */
import type { Json, Payload } from '../../kernel/index.ts';

export function plainValue(payload: Payload, resolve?: (hash: string) => Json): Json {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map((part) => plainValue(part, resolve));
  if ('blob' in payload) {
    const { hash, size } = payload.blob;
    return resolve === undefined ? `(${size.toLocaleString('en')} characters)` : resolve(hash);
  }
  const fields = Object.entries(payload.record);
  return Object.fromEntries(fields.map(([name, part]) => [name, plainValue(part, resolve)]));
}
