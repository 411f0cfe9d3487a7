/** Converts payloads to plain values. */
import type { Json } from '../model/json.ts';
import type { Payload, Resolve } from '../model/payload.ts';
import { UnresolvedError } from './expression-error.ts';

export const nothing: Payload = { value: null };

export const materialise = (payload: Payload, resolve: Resolve): Json => {
  if ('value' in payload) return payload.value;
  if ('blob' in payload) return resolveBlob(payload.blob.hash, resolve);
  if ('list' in payload) return payload.list.map((part) => materialise(part, resolve));
  return Object.fromEntries(
    Object.entries(payload.record).map(([name, part]) => [name, materialise(part, resolve)]),
  );
};

const resolveBlob = (hash: string, resolve: Resolve): Json => {
  try {
    return resolve(hash);
  } catch (error) {
    throw new UnresolvedError(`Value ${hash} not found.`, { cause: error });
  }
};
