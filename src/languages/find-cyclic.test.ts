import { expect, test } from 'vitest';
import { createRandom } from '../testing/index.ts';
import { findCyclic } from './find-cyclic.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** A node is on a cycle if a search from it returns to it. */
function plainly(next: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = [...next.keys()].filter((start) => {
    const reached = new Set(next[start]);
    for (const at of reached) for (const to of next[at] ?? []) reached.add(to);
    return reached.has(start);
  });
  return new Set(found);
}

test.each(seeds)('[Y2.1] a node is on a cycle if it can reach itself (seed %i)', (seed) => {
  const random = createRandom(seed);
  for (let round = 0; round < 50; round += 1) {
    const size = 1 + random.int(12);
    const next = Array.from({ length: size }, () =>
      Array.from({ length: random.int(3) }, () => random.int(size)),
    );
    expect(findCyclic([...next.keys()], (node) => next[node] ?? [])).toEqual(plainly(next));
  }
});

test('[Y2.1] a cycle can be long', () => {
  const size = 200_000;
  const nodes = Array.from({ length: size }, (_, index) => index);
  expect(findCyclic(nodes, (node) => [(node + 1) % size]).size).toBe(size);
  expect(findCyclic(nodes, (node) => [node + 1]).size).toBe(0);
});
