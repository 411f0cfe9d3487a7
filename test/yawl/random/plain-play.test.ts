import { expect, test } from 'vitest';
import type { Program } from '../../../src/kernel/index.ts';
import { createRandom, type Random } from '../../../src/testing/seeded-random.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';
import { arbitraryNet } from './arbitrary-net.ts';
import { type Comparison, comparePlay } from './compare-play.ts';
import { mutatedNet } from './mutated-net.ts';
import { TooMuch } from './plain-net.ts';
import { TooMany } from './plain-yawl.ts';
import { language } from './remembered-queries.ts';
import { soundNet } from './sound-net.ts';
import { specificationOf } from './task-sketch.ts';

const NETS = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 5_000 : 120));
const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const PLAYS = 3;
const EVENTS = 30;

function programOf(plan: SpecificationPlan): Program {
  const file = { path: 'random.yawl', text: specificationText(plan) };
  const { workflows, violations } = language.read(file, { operations: null, services: null });
  const program = workflows[0]?.program;
  if (violations.length === 0 && program != null) return program;
  throw new Error(violations.map(({ message }) => message).join('\n'));
}

interface Tally {
  readonly ends: { [end: string]: number };
  unclear: number;
  steps: number;
}

/** Throws with everything that is needed to play it again. */
function playOften(seed: number, plan: SpecificationPlan, random: Random, tally: Tally): void {
  const tell = (what: string) =>
    `seed ${seed}: ${what}\n${JSON.stringify(plan, null, 1)}\n${specificationText(plan)}`;
  let program: Program | undefined;
  const play = (): Comparison | null => {
    try {
      program ??= programOf(plan);
      return comparePlay(plan, program, random, EVENTS);
    } catch (error) {
      if (error instanceof TooMuch || error instanceof TooMany) return null;
      throw new Error(tell(String(error)), { cause: error });
    }
  };
  for (let left = PLAYS; left > 0; left--) {
    const played = play();
    if (played === null) tally.unclear += 1;
    else {
      tally.ends[played.end] = (tally.ends[played.end] ?? 0) + 1;
      tally.steps += played.steps.length;
      if (played.difference !== null)
        throw new Error(tell(`${played.steps.join('\n')}\n${played.difference}`));
    }
  }
}

const kinds: readonly (readonly [string, (random: Random) => SpecificationPlan])[] = [
  [
    'graphs at will',
    (random) => specificationOf([arbitraryNet('N', random, ['S']), arbitraryNet('S', random, [])], random),
  ],
  [
    'sound nets with faults put in',
    (random) => {
      const depth = random.between(1, 2);
      const nets = [
        soundNet('N', random, ['S'], depth),
        soundNet('S', random, ['R'], 1),
        soundNet('R', random, [], 1),
      ];
      return specificationOf(
        nets.map((net) => mutatedNet(net, random)),
        random,
      );
    },
  ],
];

test.each(kinds)(`[Y3.10] %s play as a plain reading of YAWL says (seeds from ${SEED})`, (_, make) => {
  const tally: Tally = { ends: {}, unclear: 0, steps: 0 };
  for (let seed = SEED; seed < SEED + NETS; seed++) {
    const random = createRandom(seed);
    playOften(seed, make(random), random, tally);
  }
  if (process.env['SIGNALBOX_TELL'] !== undefined) console.log(JSON.stringify(tally));
  expect(Object.keys(tally.ends).sort()).toEqual(['completed', 'deadlocked', 'running']);
  expect(tally.unclear).toBeLessThan(NETS * PLAYS * 0.05);
});
