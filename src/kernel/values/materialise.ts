/** Converts payloads to plain values. */
import type { Effort } from '../model/evaluator.ts';
import type { Json } from '../model/json.ts';
import type { Payload, Resolve } from '../model/payload.ts';
import { UnresolvedError } from './expression-error.ts';

export const nothing: Payload = { value: null };

/** @param effort pays for every part of a list or record, which is built again for every use [K12.5] */
export const materialise = (payload: Payload, resolve: Resolve, effort?: Effort): Json => {
  if ('value' in payload) return payload.value;
  if ('blob' in payload) return resolveBlob(payload.blob.hash, resolve);
  const plain = (part: Payload): Json => materialise(part, resolve, effort);
  if ('list' in payload) {
    if (effort !== undefined) effort.left -= payload.list.length;
    return payload.list.map(plain);
  }
  const entries = Object.entries(payload.record);
  if (effort !== undefined) effort.left -= entries.length;
  return Object.fromEntries(entries.map(([name, part]) => [name, plain(part)]));
};

const resolveBlob = (hash: string, resolve: Resolve): Json => {
  try {
    return resolve(hash);
  } catch (error) {
    throw new UnresolvedError(`Value ${hash} not found.`, { cause: error });
  }
};
