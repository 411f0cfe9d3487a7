/**
 * Limits the rate of requests: a number per second, with short bursts above it. Each principal and each tenant has
 * its own bucket, so that exceeding one limit does not affect others [W7.1].
 */
import type { Principal } from '../../operations/index.ts';

export interface Rates {
  /** Requests per second; null: no limit. */
  readonly principal: number | null;
  readonly tenant: number | null;
  /** Size of a burst, in seconds of the rate. */
  readonly burst: number;
}

export interface RateLimits {
  /** Counts one request. @returns milliseconds until the next attempt; 0 if it is allowed */
  take(principal: Pick<Principal, 'tenant' | 'subject'>): number;
}

export function createRateLimits(rates: Rates, now: () => number = () => performance.now()): RateLimits {
  const principals = createRateLimiter(rates.principal, rates.burst, now);
  const tenants = createRateLimiter(rates.tenant, rates.burst, now);
  return {
    take({ tenant, subject }) {
      const own = principals.take(JSON.stringify([tenant, subject]));
      // A principal over its own limit does not use up the tenant's.
      return own > 0 ? own : tenants.take(tenant);
    },
  };
}

export interface RateLimiter {
  /** Counts one. @returns milliseconds until there is room; 0 if there is */
  take(name: string): number;
}

/** Maximum number of buckets: beyond it, the least recently used are dropped and count as new. */
const maxTrackedNames = 100_000;

/** @param rate per second; null: no limit */
export function createRateLimiter(rate: number | null, burst: number, now: () => number): RateLimiter {
  if (rate === null) return { take: () => 0 };
  /** Cost of one request and size of the bucket, in milliseconds of the rate. */
  const one = 1_000 / rate;
  const room = Math.max(1, rate * burst) * one;
  /** When each bucket is empty again, in order of the last request. */
  const emptyAt = new Map<string, number>();
  const afterOneMore = (name: string, at: number): number => Math.max(emptyAt.get(name) ?? at, at) + one;
  const waitOf = (then: number, at: number): number => Math.max(0, Math.ceil(then - at - room - rounding));
  return {
    take(name) {
      const at = now();
      const then = afterOneMore(name, at);
      const wait = waitOf(then, at);
      if (wait > 0) return wait;
      emptyAt.delete(name);
      emptyAt.set(name, then);
      if (emptyAt.size > maxTrackedNames) forgetOldest(emptyAt);
      return 0;
    },
  };
}

/** Rounded: sums of fractional milliseconds are not exact. */
const rounding = 1e-6;

function forgetOldest(known: Map<string, number>): void {
  for (const name of known.keys()) {
    known.delete(name);
    return;
  }
}
