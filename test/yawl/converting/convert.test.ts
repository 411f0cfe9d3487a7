import { expect, test } from 'vitest';
import { createRandom } from '../../../src/testing/stand-ins/seeded-random.ts';
import { convertPlan, playRandomly, readBoth } from './play-both.ts';
import { randomPlan } from './random-plan.ts';

const seeds = process.env['SIGNALBOX_LONG'] === '1' ? 150 : 8;

/** Most of them must end: a case that never ends proves little. */
const minFinished = seeds * 1.5;

test(`[Y8.1] converted random structured nets run the same tasks with the same data, seeds 1 to ${seeds}`, () => {
  let finished = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const random = createRandom(seed);
    const plan = randomPlan(random);
    const conversion = convertPlan(plan);
    expect(conversion.gaps, `seed ${seed}`).toEqual([]);
    const both = readBoth(plan, conversion);
    for (let round = 0; round < 3; round++) {
      const { original, converted } = playRandomly(plan, both, random);
      expect(converted, `seed ${seed}\n${conversion.text}`).toEqual(original);
      if (JSON.stringify(original).includes('"completed"')) finished++;
    }
  }
  expect(finished).toBeGreaterThan(minFinished);
});
