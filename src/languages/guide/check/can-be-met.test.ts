import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../testing/index.ts';
import type { Rule } from '../model/schema.ts';
import { checkOutput } from '../validation/check-output.ts';
import { canBeMet } from './can-be-met.ts';

const parts = ['a', 'b', 'ab', 'aba', 'bb'];

/** Every text of these two letters, up to a length. */
const texts = ['a', 'b', ...pairs(2), ...pairs(3), ...pairs(4)];

function pairs(length: number): readonly string[] {
  return Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (__, at) => ((bits >> at) & 1 ? 'b' : 'a')).join(''),
  );
}

function randomRule(random: Random, depth: number): Rule {
  const message = 'Otherwise.';
  const some = () => Array.from({ length: random.between(1, 3) }, () => randomRule(random, depth - 1));
  switch (random.int(depth === 0 ? 4 : 7)) {
    case 0:
    case 1:
      return { type: 'contains', value: random.pick(parts), message };
    case 2: {
      const min = random.int(4);
      return { type: 'length', min, ...(random.chance(0.6) ? { max: min + random.int(3) } : {}), message };
    }
    case 3: {
      const condition = random.chance(0.5) ? { condition: { var: 'strict' } } : {};
      return { type: 'regex', pattern: `^${random.pick(parts)}`, message, ...condition };
    }
    case 4:
      return { and: some() };
    case 5:
      return { or: some() };
    default:
      return { not: randomRule(random, depth - 1) };
  }
}

test('[U1.4] no output meets criteria that are reported as unmeetable (seed 1)', () => {
  const random = createRandom(1);
  let impossible = 0;
  for (let round = 0; round < 250; round++) {
    const criteria = Array.from({ length: random.between(1, 4) }, () => randomRule(random, 2));
    if (canBeMet(criteria)) continue;
    impossible += 1;
    const asked = { criteria, contract: null, assessments: [], consequences: [] };
    for (const strict of [true, false]) {
      const met = texts.filter((text) => {
        const verdict = checkOutput(
          asked,
          text,
          Object.assign(() => strict, { effort: { left: 1_000_000 } }),
        );
        return verdict.kind === 'checked' && verdict.valid;
      });
      expect({ criteria, met }).toEqual({ criteria, met: [] });
    }
  }
  expect(impossible).toBeGreaterThan(20);
});
