/** About how long a value is as JSON text, without reading what is stored outside of the run. */
import type { Payload } from '../../kernel/index.ts';

export function sizeOfPayload(payload: Payload): number {
  if ('blob' in payload) return payload.blob.size;
  if ('value' in payload) return JSON.stringify(payload.value).length;
  const parts = Object.values('list' in payload ? payload.list : payload.record);
  return parts.reduce((sum, part) => sum + sizeOfPayload(part), 0);
}
