/** Random actions on items. */
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import type { ItemAction, ItemAt } from './case-player.ts';
import { letters } from './task-sketch.ts';

export const pickOf = (random: Random): string => letters.filter(() => random.chance(0.4)).join('');

export function randomAction({ phase }: ItemAt, random: Random): ItemAction {
  const by = 'ann';
  if (phase !== 'held') {
    return random.weighted<ItemAction>([
      [8, { kind: 'itemHeld', by }],
      [1, { kind: 'itemSkipped' }],
      [1, { kind: 'itemForced' }],
    ]);
  }
  return random.weighted<ItemAction>([
    [8, { kind: 'itemCompleted', output: { value: { pick: pickOf(random) } } }],
    [1, { kind: 'itemRolledBack', by }],
    [1, { kind: 'itemForced' }],
  ]);
}
