/** Limits a rate: an amount per second, with short bursts above it. Each name has its own bucket. */

export interface RateLimiter {
  /** Counts one, if there is room. @returns milliseconds until there is room; 0 if there is */
  take(name: string): number;
  /** Milliseconds until there is room for one; 0 if there is. */
  waitOf(name: string): number;
  /** Counts what was used, even if there was no room for it. */
  add(name: string, cost: number): void;
}

/** Maximum number of buckets: beyond it, the least recently used are dropped and count as new. */
const maxTrackedNames = 100_000;

/** @param rate per second; null: no limit */
export function createRateLimiter(rate: number | null, burst: number, now: () => number): RateLimiter {
  if (rate === null) return { take: () => 0, waitOf: () => 0, add: () => undefined };
  /** Cost of one request and size of the bucket, in milliseconds of the rate. */
  const one = 1_000 / rate;
  const room = Math.max(1, rate * burst) * one;
  /** When each bucket is empty again, in order of the last request. */
  const emptyAt = new Map<string, number>();
  const levelOf = (name: string, at: number): number => Math.max(emptyAt.get(name) ?? at, at);
  const waitOf = (name: string): number => {
    const at = now();
    return Math.max(0, Math.ceil(levelOf(name, at) + one - at - room - rounding));
  };
  const add = (name: string, cost: number): void => {
    const then = levelOf(name, now()) + cost * one;
    emptyAt.delete(name);
    emptyAt.set(name, then);
    if (emptyAt.size > maxTrackedNames) forgetOldest(emptyAt);
  };
  return {
    waitOf,
    add,
    take(name) {
      const wait = waitOf(name);
      if (wait === 0) add(name, 1);
      return wait;
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
