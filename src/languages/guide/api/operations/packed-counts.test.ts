import { expect, test } from 'vitest';
import { createRandom } from '../../../../testing/index.ts';
import { packCounts, unpackCounts } from './packed-counts.ts';

const seed = 9_411;
test(`[U4.6] unpacked counts equal the packed ones, seed ${seed}`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 300; round++) {
    const runs = Array.from({ length: random.int(12) }, () => {
      const count = random.pick([0, 0, 1, 1, 2, 3, 127, 128, 70_000]);
      return Array.from({ length: random.pick([1, 1, 2, 3, 20, 200]) }, () => count);
    });
    const counts = [...runs.flat(), random.between(1, 3)];
    expect(unpackCounts(packCounts(counts))).toEqual(counts);
    expect(unpackCounts(packCounts([...counts, 0, 0]))).toEqual(counts);
  }
  expect(packCounts([0, 0])).toHaveLength(0);
});

test.each([
  [Array.from({ length: 1000 }, () => 1), 3],
  [Array.from({ length: 1000 }, (_, index) => index % 2), 127],
  [[1, 1, 0, 1], 2],
  [[...Array.from({ length: 100 }, () => 1), 300], 6],
])('[U4.6] few bytes (%#)', (counts, maxBytes) => {
  expect(packCounts(counts).length).toBeLessThanOrEqual(maxBytes);
});
