/** The cache of recently used entries, with random use. */
import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { LruCache } from './lru-cache.ts';

interface Weighted {
  readonly number: number;
  readonly weight: number;
}

test('it holds no more than its limit, and returns only the latest value of a key (seeds 1 to 50)', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = createRandom(seed);
    const limit = random.between(1, 20);
    const cache = new LruCache<Weighted>(limit, ({ weight }) => weight);
    const latest = new Map<string, Weighted>();
    for (let number = 0; number < 500; number++) {
      const key = `key ${random.int(12)}`;
      const value = { number, weight: random.between(0, limit + 1) };
      if (random.chance(0.1)) {
        cache.delete(key);
        latest.delete(key);
      } else if (random.chance(0.5)) {
        cache.set(key, value);
        latest.set(key, value);
      } else if (random.chance(0.02)) {
        cache.clear();
        latest.clear();
      } else expect([undefined, latest.get(key)]).toContain(cache.get(key));
      const held = [...Array(12).keys()].flatMap((each) => cache.get(`key ${each}`) ?? []);
      expect(held.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(limit);
      expect(held.filter((each) => ![...latest.values()].includes(each))).toEqual([]);
    }
  }
});

test('what fits is kept, and an entry that is used stays while others come and go', () => {
  const cache = new LruCache<number>(100);
  for (let round = 0; round < 3; round++)
    for (let each = 0; each < 100; each++) {
      if (round > 0) expect(cache.get(`fits ${each}`)).toBe(each);
      cache.set(`fits ${each}`, each);
    }
  cache.set('used', 1);
  for (let count = 0; count < 10_000; count++) {
    cache.set(`other ${count}`, count);
    expect(cache.size).toBeLessThanOrEqual(100);
    if (count % 40 === 0) expect(cache.get('used')).toBe(1);
  }
  for (let count = 0; count < 300; count++) cache.set(`last ${count}`, count);
  expect(cache.get('used')).toBeUndefined();
});

test('a value that needs the room of others gets it; one above the limit is not kept, nor the one before it', () => {
  const cache = new LruCache<string>(10, (text) => text.length);
  cache.set('a', 'short');
  cache.set('b', '01234567');
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, '01234567']);
  cache.set('b', 'longer than ten');
  expect([cache.get('b'), cache.size]).toEqual([undefined, 0]);
  cache.set('c', 'kept');
  cache.set('d', 'longer than ten');
  expect([cache.get('c'), cache.get('d')]).toEqual(['kept', undefined]);
});
