/** A payload as plain JSON. A simulation brings no value by reference; where one came anyway, its hash is shown. */
import type { Json, Payload } from '../../kernel/index.ts';

export function plainValue(payload: Payload): Json {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map(plainValue);
  if ('blob' in payload) return { blob: payload.blob.hash };
  return Object.fromEntries(Object.entries(payload.record).map(([name, part]) => [name, plainValue(part)]));
}
