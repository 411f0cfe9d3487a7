/** The cache of recently used entries, with random use. */
import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { LruCache } from './lru-cache.ts';

interface Weighted {
  readonly number: number;
  readonly weight: number;
}

test('[R2.4] it holds no more than its limit, and returns only the latest value of a key (seeds 1 to 50)', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = createRandom(seed);
    const limit = random.between(1, 20);
    const cache = new LruCache<Weighted>(limit, ({ weight }) => weight);
    const latest = new Map<string, Weighted>();
    for (let number = 0; number < 500; number++) {
      const key = `key ${random.int(12)}`;
      const value = { number, weight: random.between(0, limit + 1) };
      if (random.chance(0.1)) cache.delete(key);
      else if (random.chance(0.5)) cache.set(key, value);
      else expect([undefined, latest.get(key)]).toContain(cache.get(key));
      if (random.chance(0.01)) cache.clear();
      else if (cache.get(key) === value) latest.set(key, value);
      else if (cache.get(key) === undefined) latest.delete(key);
      const held = [...Array(12).keys()].flatMap((each) => cache.get(`key ${each}`) ?? []);
      expect(held.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(limit);
      expect(held.filter((each) => ![...latest.values()].includes(each))).toEqual([]);
    }
  }
});

test('[R2.4] an entry stays while it is used again before the limit has been added', () => {
  const cache = new LruCache<number>(100);
  cache.set('used', 1);
  for (let count = 0; count < 10_000; count++) {
    cache.set(`other ${count}`, count);
    expect(cache.size).toBeLessThanOrEqual(100);
    if (count % 40 === 0) expect(cache.get('used')).toBe(1);
  }
  for (let count = 0; count < 100; count++) cache.set(`last ${count}`, count);
  expect(cache.get('used')).toBeUndefined();
});

test('[R2.4] a value above the limit is not kept, and replaces the one before it', () => {
  const cache = new LruCache<string>(10, (text) => text.length);
  cache.set('a', 'short');
  cache.set('a', 'longer than ten');
  expect([cache.get('a'), cache.size]).toEqual([undefined, 0]);
  cache.set('b', '0123456789');
  expect(cache.get('b')).toBe('0123456789');
});
