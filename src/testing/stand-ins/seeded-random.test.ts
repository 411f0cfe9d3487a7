import { expect, test } from 'vitest';
import { createRandom } from './seeded-random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const numbers = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 20 }, () => random.int(1000));
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
});

test('a fork does not disturb the generator that it came from', () => {
  const [a, b] = [createRandom(5), createRandom(5)];
  const fork = a.fork();
  b.fork();
  for (let i = 0; i < 10; i++) fork.int(10);
  expect(a.int(1000)).toBe(b.int(1000));
});

test('every choice comes about as often as it should', () => {
  const random = createRandom(7);
  const counts = [0, 0, 0];
  for (let i = 0; i < 10_000; i++) {
    const choice = random.weighted([
      [1, 0],
      [2, 1],
      [0, 2],
    ]);
    counts[choice] = (counts[choice] ?? 0) + 1;
  }
  expect(counts[0]).toBeGreaterThan(3000);
  expect(counts[0]).toBeLessThan(3700);
  expect(counts[2]).toBe(0);
  expect(new Set(Array.from({ length: 200 }, () => random.between(2, 4)))).toEqual(new Set([2, 3, 4]));
  expect(random.shuffle([1, 2, 3, 4]).sort()).toEqual([1, 2, 3, 4]);
  expect(() => random.pick([])).toThrow('the list is empty');
});
