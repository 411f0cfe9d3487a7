/**
 * How fast somebody may ask: so many requests a second, and for a moment more than that. Each principal and each tenant has
 * a measure of its own, so that whoever goes beyond takes nothing from the others [W7.1].
 */
import type { Principal } from '../../operations/index.ts';

export interface Rates {
  /** Requests a second; null where there is no limit. */
  readonly principal: number | null;
  readonly tenant: number | null;
  /** Seconds of the rate that may come at once. */
  readonly burst: number;
}

export interface RateLimits {
  /** Counts one request. @returns milliseconds after which to come again; 0 where it may go on */
  take(principal: Pick<Principal, 'tenant' | 'subject'>): number;
}

export function createRateLimits(rates: Rates, now: () => number = () => performance.now()): RateLimits {
  const principals = createRateLimiter(rates.principal, rates.burst, now);
  const tenants = createRateLimiter(rates.tenant, rates.burst, now);
  return {
    take({ tenant, subject }) {
      const own = principals.take(JSON.stringify([tenant, subject]));
      // Who is held back by their own measure takes nothing of the tenant's.
      return own > 0 ? own : tenants.take(tenant);
    },
  };
}

export interface RateLimiter {
  /** Counts one. @returns milliseconds until there is room again; 0 where there was */
  take(name: string): number;
}

/** So many are remembered: of those beyond, the ones that asked longest ago are taken for new. */
const maxTrackedNames = 100_000;

/** @param rate a second; null where there is none */
export function createRateLimiter(rate: number | null, burst: number, now: () => number): RateLimiter {
  if (rate === null) return { take: () => 0 };
  /** What one takes, and what there is, in milliseconds of the rate. */
  const one = 1_000 / rate;
  const room = Math.max(1, rate * burst) * one;
  /** When each would be empty again, in order of the last request. */
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

/** Of milliseconds: sums of them are not exact. */
const rounding = 1e-6;

function forgetOldest(known: Map<string, number>): void {
  for (const name of known.keys()) {
    known.delete(name);
    return;
  }
}
