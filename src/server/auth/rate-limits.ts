/**
 * Limits the rate of requests: a number per second, with short bursts above it. Each principal and each tenant has
 * its own bucket, so that exceeding one limit does not affect others [W7.1].
 */
import { createRateLimiter, type Principal, principalKey } from '../../operations/index.ts';

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
    take(principal) {
      const own = principals.take(principalKey(principal));
      // A principal over its own limit does not use up the tenant's.
      return own > 0 ? own : tenants.take(principal.tenant);
    },
  };
}
