import { expect, test } from 'vitest';
import type { Program } from '../../../src/kernel/index.ts';
import { createRandom, type Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';
import { arbitraryNet } from './arbitrary-net.ts';
import { DualPlayer } from './dual-player.ts';
import { mutatedNet } from './mutated-net.ts';
import { TooManyStatesError } from './plain-net.ts';
import type { PlainCase } from './plain-yawl.ts';
import { programOf } from './program-of.ts';
import { pickOf, randomAction } from './random-action.ts';
import { soundNet } from './sound-net.ts';
import { specificationOf } from './task-sketch.ts';

const NETS = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 5_000 : 40));
const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const PLAYS = 3;
const EVENTS = 30;
/** A busy machine needs longer; nothing here depends on time. */
const PATIENCE = NETS * 4_000;

interface Tally {
  readonly ends: { [end: string]: number };
  unclear: number;
}

function play(plan: SpecificationPlan, program: Program, random: Random): PlainCase['status'] {
  const both = new DualPlayer(plan, program, pickOf(random), random.int(1_000_000));
  for (let left = EVENTS; left > 0; left--) {
    const items = both.player.items();
    if (items.length === 0) break;
    const item = random.pick(items);
    both.perform(item, randomAction(item, random));
  }
  return both.player.currentCase().status;
}

/** Throws with everything that is needed to reproduce it. */
function playOften(seed: number, plan: SpecificationPlan, random: Random, tally: Tally): void {
  try {
    const { program } = programOf(plan);
    for (let left = PLAYS; left > 0; left--) {
      const end = play(plan, program, random);
      tally.ends[end] = (tally.ends[end] ?? 0) + 1;
    }
  } catch (error) {
    if (!(error instanceof TooManyStatesError)) {
      throw new Error(`seed ${seed}: ${error}\n${specificationText(plan)}`, { cause: error });
    }
    tally.unclear += 1;
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
      const nets = [
        soundNet('N', random, ['S'], 6),
        soundNet('S', random, ['R'], 3),
        soundNet('R', random, [], 1),
      ];
      return specificationOf(
        nets.map((net) => mutatedNet(net, random)),
        random,
      );
    },
  ],
];

test.each(kinds)(
  `[Y3.10] %s behave as the reference model of YAWL (seeds from ${SEED})`,
  (_, make) => {
    const tally: Tally = { ends: {}, unclear: 0 };
    for (let seed = SEED; seed < SEED + NETS; seed++) {
      const random = createRandom(seed);
      playOften(seed, make(random), random, tally);
    }
    expect(Object.keys(tally.ends).sort()).toEqual(['completed', 'deadlocked', 'running']);
    expect(tally.unclear).toBeLessThan(Math.max(NETS / 20, 2));
  },
  PATIENCE,
);
