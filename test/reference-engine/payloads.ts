/** Payloads as plain values, their size, and failures as values. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { Payload, Resolve } from '../../src/kernel/model/payload.ts';

export const nothing: Payload = { value: null };

export function materialise(payload: Payload, resolve: Resolve): Json {
  if ('value' in payload) return payload.value;
  if ('blob' in payload) return resolve(payload.blob.hash);
  if ('list' in payload) return payload.list.map((part) => materialise(part, resolve));
  const parts = Object.entries(payload.record).map(([name, part]) => [name, materialise(part, resolve)]);
  return Object.fromEntries(parts) as Json;
}

/** K12.3: length of the JSON text of inline values; of a blob only the hash counts, of a part one more. */
export function sizeOf(payload: Payload): number {
  if ('value' in payload) return JSON.stringify(payload.value).length;
  if ('blob' in payload) return payload.blob.hash.length;
  if ('list' in payload) return payload.list.reduce((sum, part) => sum + sizeOf(part) + 1, 0);
  return Object.entries(payload.record).reduce(
    (sum, [name, part]) => sum + name.length + sizeOf(part) + 1,
    0,
  );
}

/** The value of a failure in the variable of a catch and in `$failures`. */
export function failureValue(failure: Failure): Json {
  const { code, message, data } = failure;
  return data === undefined ? { code, message } : { code, message, data };
}

/** The messages of the two kernels may differ: observations leave them out. */
export function withoutMessages(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutMessages);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'message')
      .map(([key, part]) => [key, withoutMessages(part)]),
  );
}
