import { expect, test } from 'vitest';
import { createRandom } from '../../../testing/index.ts';
import { type JournalFacts, progressOf } from './journal-facts.ts';

const facts = (done: number, remaining: number): JournalFacts => ({
  seq: 0,
  done,
  remaining,
  failed: null,
  undone: [],
  compensations: { work: [], unplaced: [] },
});

test('[O2.1] progress stays below 1 until the run has completed', () => {
  for (const status of ['running', 'failed', 'cancelled'] as const) {
    for (const done of [0, 1, 999, 1_999, 2_000, 10_000, 1e9]) {
      for (const remaining of [0, 1, 5]) {
        const progress = progressOf({ status }, facts(done, remaining));
        expect([status, done, remaining, progress < 1 && progress >= 0]).toEqual([
          status,
          done,
          remaining,
          true,
        ]);
      }
    }
  }
  expect(progressOf({ status: 'completed' }, facts(0, 7))).toBe(1);
});

const seed = 20_261_115;

test(`[O2.1] progress does not fall while tasks end and the path gets shorter (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 200; round++) {
    let [done, remaining, before] = [0, random.between(0, 50), 0];
    while (done < 5_000) {
      done += random.between(1, 400);
      remaining = random.between(0, remaining);
      const progress = progressOf({ status: 'running' }, facts(done, remaining));
      expect(progress).toBeGreaterThanOrEqual(before);
      before = progress;
    }
    expect(before).toBeGreaterThan(0.9);
  }
});
