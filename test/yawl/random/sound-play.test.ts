import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';
import { CasePlayer } from './case-player.ts';
import { programOf } from './program-of.ts';
import { pickOf, randomAction } from './random-action.ts';
import { endConditionOf, soundNet } from './sound-net.ts';
import { specificationOf } from './task-sketch.ts';

const NETS = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 2_000 : 40));
const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const PLAYS = 4;
/** Loops are left at random. */
const maxSteps = 3_000;
/** A busy machine needs longer; nothing here depends on time. */
const PATIENCE = NETS * 4_000;

const unsound = ['deadlock', 'leftover', 'dead-task', 'no-completion', 'unbounded'];

function soundPlan(random: Random): SpecificationPlan {
  const nets = [
    soundNet('N', random, ['S', 'R'], 12),
    soundNet('S', random, ['R'], 7),
    soundNet('R', random, [], 3),
  ];
  return specificationOf(nets, random);
}

/** Errors in its end, or in its state before the end. */
function playOut(player: CasePlayer, random: Random): string | null {
  for (let left = maxSteps; left > 0; left--) {
    const { status, nets } = player.currentCase();
    if (status !== 'running') {
      const leftover = player.notes.filter(({ kind }) => kind === 'leftover');
      return status === 'completed' && leftover.length === 0
        ? null
        : `${status}, left: ${JSON.stringify(leftover)}`;
    }
    for (const { path, net, tokens, busy } of nets) {
      const isAtEnd =
        busy.includes(endConditionOf(net)) || player.offered(path).includes(endConditionOf(net));
      if (isAtEnd && tokens.length + busy.length > 1)
        return `at its end: ${JSON.stringify({ path, tokens, busy })}`;
    }
    const item = random.pick(player.items());
    player.send(item, randomAction(item, random));
  }
  return 'it does not end';
}

test(
  `[Y3.10] random sound nets end properly with any choices, and get no warnings (seeds from ${SEED})`,
  () => {
    let unclear = 0;
    for (let seed = SEED; seed < SEED + NETS; seed++) {
      const random = createRandom(seed);
      const plan = soundPlan(random);
      const { program, warnings } = programOf(plan);
      const describeCase = () => `seed ${seed}\n${specificationText(plan)}`;
      if (warnings.includes('bound-reached')) unclear += 1;
      expect(
        warnings.filter((rule) => unsound.includes(rule)),
        describeCase(),
      ).toEqual([]);
      for (let left = PLAYS; left > 0; left--) {
        const player = new CasePlayer(program, pickOf(random), random.int(1_000_000));
        expect(playOut(player, random), describeCase()).toBeNull();
      }
    }
    expect(unclear).toBeLessThan(NETS / 10);
  },
  PATIENCE,
);
