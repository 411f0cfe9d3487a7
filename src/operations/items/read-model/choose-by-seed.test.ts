import { expect, test } from 'vitest';
import { chooseBySeed } from './choose-by-seed.ts';

const names = ['ann', 'bob', 'cy', 'di'];

test('[Y6.1] the choice does not depend on the caller or the order of names, and is empty without candidates', () => {
  for (let seed = 0; seed < 50; seed++) {
    const chosen = chooseBySeed(seed, 7, names);
    expect(chooseBySeed(seed, 7, names.toReversed())).toBe(chosen);
    expect(chooseBySeed(seed, 7, [chosen ?? ''])).toBe(chosen);
  }
  expect(chooseBySeed(1, 1, [])).toBe(null);
});

test('[Y6.1] the chosen candidate stays chosen when another one is removed', () => {
  for (let seed = 0; seed < 200; seed++) {
    const chosen = chooseBySeed(seed, 3, names);
    for (const gone of names.filter((name) => name !== chosen)) {
      const left = names.filter((name) => name !== gone);
      expect(chooseBySeed(seed, 3, left)).toBe(chosen);
    }
  }
});

test('[Y6.1] candidates are chosen about equally often, by the seed and by the item', () => {
  const count = (choose: (at: number) => string | null) => {
    const counts = new Map<string | null, number>();
    for (let at = 0; at < 4_000; at++) counts.set(choose(at), (counts.get(choose(at)) ?? 0) + 1);
    return names.map((name) => counts.get(name) ?? 0);
  };
  for (const counts of [
    count((seed) => chooseBySeed(seed, 1, names)),
    count((instance) => chooseBySeed(4_000_000_000, instance, names)),
  ]) {
    expect(Math.min(...counts)).toBeGreaterThan(850);
    expect(Math.max(...counts)).toBeLessThan(1_150);
  }
});
