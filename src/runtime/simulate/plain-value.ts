/** A payload as plain JSON. Where nobody can tell what a reference stands for, its hash is shown. */
import type { Json, Payload } from '../../kernel/index.ts';

export function plainValue(payload: Payload, resolve: (hash: string) => Json = showHash): Json {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map((part) => plainValue(part, resolve));
  if ('blob' in payload) return resolve(payload.blob.hash);
  const fields = Object.entries(payload.record);
  return Object.fromEntries(fields.map(([name, part]) => [name, plainValue(part, resolve)]));
}

const showHash = (blob: string): Json => ({ blob });
