/** Decides whether a retry may help, and how long to wait before it. */
import type { JsonObject } from './json.ts';

/** Statuses of servers and proxies during a temporary outage. */
const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** The `retryable` field of the response takes precedence. */
export function isTransient(httpStatus: number, answer: JsonObject): boolean {
  const retryable = answer['retryable'];
  return typeof retryable === 'boolean' ? retryable : retryableStatuses.has(httpStatus);
}

/** Maximum delay between two attempts, also if the server requests more. */
const maxPause = 30_000;

/**
 * @param retry 1 for the first one
 * @param wanted delay that the server requests, in milliseconds; 0 if none
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
