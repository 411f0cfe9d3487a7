import { expect, test } from 'vitest';
import { createRandom } from '../../testing/stand-ins/seeded-random.ts';
import { closureOf, dominatorsOf } from './node-sets.ts';

/** The nodes that are reached from these, themselves included, without passing `closed`. */
const reachedFrom = (from: readonly number[], next: readonly (readonly number[])[], closed = -1) => {
  const seen = new Set(from.filter((at) => at !== closed));
  for (const at of seen) for (const to of next[at] ?? []) if (to !== closed) seen.add(to);
  return seen;
};

test('[G2] reachable nodes and dominators agree with a plain search on random graphs', () => {
  const random = createRandom(7);
  for (let round = 0; round < 200; round += 1) {
    const count = random.between(1, 70);
    const next = Array.from({ length: count }, () =>
      Array.from({ length: random.int(4) }, () => random.int(count)),
    );
    const roots = [...new Set([0, random.int(count)])];
    const all = [...next.keys()];
    const closure = closureOf(next);
    expect(all.map((at) => all.filter((to) => closure.has(at, to)))).toEqual(
      all.map((at) => [...reachedFrom(next[at] ?? [], next)].sort((a, b) => a - b)),
    );
    const dominators = dominatorsOf(roots, next);
    const reached = [...reachedFrom(roots, next)];
    expect(reached.map((at) => all.filter((by) => dominators.has(at, by)))).toEqual(
      reached.map((at) => {
        // A run starts at every root, so no root dominates another.
        if (roots.includes(at)) return [at];
        return all.filter((by) => by === at || !reachedFrom(roots, next, by).has(at));
      }),
    );
  }
});
