/** When it may help to send a call again, and how long to wait before that. */
import type { JsonObject } from './json.ts';

/** What servers, and what stands before them, answer while something is not there at the moment. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Where the answer itself knows whether it may work later, that counts. */
export function isTransient(httpStatus: number, answer: JsonObject): boolean {
  const retryable = answer['retryable'];
  return typeof retryable === 'boolean' ? retryable : retryableStatuses.has(httpStatus);
}

/** Nobody is kept waiting for longer between two tries, whatever a server asks for. */
const maxPause = 30_000;

/**
 * @param retry 1 for the first one
 * @param wanted by the server, in milliseconds; 0 where it said nothing
 */
export function pauseBefore(retry: number, backoffMs: number, wanted: number): number {
  return Math.min(maxPause, Math.max(backoffMs * 2 ** (retry - 1), wanted));
}

/** @param header Retry-After: seconds, or a date */
export function retryAfterMs(header: string | null, now: number): number {
  if (header === null || header === '') return 0;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1_000;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
