/**
 * A payload as plain JSON. A large value that is not resolved is shown by its size, since its hash is of no use to a
 * reader.
 */
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
