import { describe, expect, test } from 'vitest';
import { coverBackward } from './backward-search.ts';
import { coverForward } from './forward-search.ts';
import type { Transition } from './reset-net.ts';

/** Consumes, produces, empties. */
function move(take: readonly number[], give: readonly number[], empties: readonly number[] = []): Transition {
  return { take, give, empties };
}

/** One token in place 0; both searches must terminate and agree. */
function isCoverable(places: number, target: readonly number[], ...transitions: readonly Transition[]) {
  const start = new Int32Array(places);
  start[0] = 1;
  const question = { net: { places, transitions }, start, target };
  const { coverable } = coverForward(question, 1_000);
  expect(coverable).toBe(coverBackward(question, 10_000).coverable);
  return coverable;
}

describe('loops that add tokens', () => {
  // A token in 1 becomes one in 2 or one in 3; the target needs both.
  const choice = [move([1], [2]), move([1], [3])];

  test('[K3.6] repeated loops produce as many tokens as needed', () => {
    expect(isCoverable(4, [2, 3], move([0], [0, 1]), ...choice)).toBe(true);
    expect(isCoverable(4, [2, 3], move([0], [1]), ...choice)).toBe(false);
  });

  test('[K3.6] tokens that the loop removes do not accumulate', () => {
    expect(isCoverable(4, [2, 3], move([0], [0, 1], [1, 2, 3]), ...choice)).toBe(false);
    expect(isCoverable(5, [2, 3], move([0], [4], [1, 2, 3]), move([4], [0, 1]), ...choice)).toBe(false);
    expect(isCoverable(5, [2, 3], move([0], [4], [4]), move([4], [0, 1]), ...choice)).toBe(true);
  });

  test('[K3.6] a place that is emptied so that another grows does not accumulate with it', () => {
    const [c, d, y, y1, y2, x, x1, x2] = [0, 1, 2, 3, 4, 5, 6, 7];
    const answer = isCoverable(
      8,
      [x1, x2],
      // Each new y removes all x; each new x consumes two y and removes the other y.
      move([c], [d], [x, x1, x2]),
      move([d], [c, y]),
      move([y], [y1]),
      move([y], [y2]),
      move([c, y1, y2], [d, x], [y, y1, y2]),
      move([x], [x1]),
      move([x], [x2]),
    );
    expect(answer).toBe(false);
  });
});
