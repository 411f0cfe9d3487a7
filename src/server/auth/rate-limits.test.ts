/** Rate limits of requests. */
import { expect, test } from 'vitest';
import { createRateLimiter } from '../../operations/index.ts';
import { createRandom } from '../../testing/index.ts';
import { createRateLimits } from './rate-limits.ts';

const ann = { tenant: 'acme', subject: 'ann' };
const bob = { tenant: 'acme', subject: 'bob' };
const eve = { tenant: 'other', subject: 'ann' };

test('[W7.1] a burst is admitted at once, then one request after the other, and each refusal has a retry time', () => {
  let now = 0;
  const { take } = createRateLimiter(10, 2, () => now);
  expect(Array.from({ length: 20 }, () => take('ann'))).toEqual(Array.from({ length: 20 }, () => 0));
  expect(take('ann')).toBe(100);
  now = 99;
  expect(take('ann')).toBe(1);
  now = 100;
  expect(take('ann')).toBe(0);
  expect(take('ann')).toBe(100);
  now = 10_000;
  expect(Array.from({ length: 21 }, () => take('ann')).filter((wait) => wait > 0)).toHaveLength(1);
});

test('[W7.1] a principal over its limit does not affect others of the tenant, nor the same name in another tenant', () => {
  let now = 0;
  const limits = createRateLimits({ principal: 10, tenant: 30, burst: 1 }, () => now);
  const flood = Array.from({ length: 1_000 }, () => limits.take(ann));
  expect(flood.filter((wait) => wait === 0)).toHaveLength(10);
  expect(Array.from({ length: 10 }, () => limits.take(bob)).filter((wait) => wait === 0)).toHaveLength(10);
  expect(limits.take(bob)).toBeGreaterThan(0);
  expect(limits.take(eve)).toBe(0);
  now = 1_000;
  expect(limits.take(bob)).toBe(0);
});

test('[W7.1] a tenant has its own limit', () => {
  const limits = createRateLimits({ principal: 10, tenant: 15, burst: 1 }, () => 0);
  const taken = [ann, bob].flatMap((who) => Array.from({ length: 10 }, () => limits.take(who)));
  expect(taken.filter((wait) => wait === 0)).toHaveLength(15);
  expect(limits.take(eve)).toBe(0);
});

test('[W7.1] null means no limit', () => {
  const limits = createRateLimits({ principal: null, tenant: null, burst: 1 }, () => 0);
  expect(Array.from({ length: 1_000 }, () => limits.take(ann))).not.toContain(1);
});

test('[W7.1] random times (seed 6): no interval admits more than rate and burst allow', () => {
  const random = createRandom(6);
  let now = 0;
  const { take } = createRateLimiter(5, 3, () => now);
  const taken: number[] = [];
  for (let step = 0; step < 3_000; step++) {
    now += random.between(0, 120);
    const wait = take('ann');
    if (wait === 0) taken.push(now);
    else {
      now += wait;
      // A request at its retry time is admitted.
      expect(take('ann')).toBe(0);
      taken.push(now);
    }
  }
  for (let from = 0; from < taken.length; from++) {
    for (const length of [1, 5, 15, 16, 30, 100]) {
      const [begin, end] = [taken[from], taken[from + length]];
      if (begin === undefined || end === undefined) continue;
      expect(length).toBeLessThanOrEqual(Math.ceil(((end - begin) / 1_000) * 5) + 15);
    }
  }
});
