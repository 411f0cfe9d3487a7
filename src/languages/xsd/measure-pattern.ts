/** How large a pattern is: what it takes to compile it, and to match a character by it. */
import type { CharacterSet, PatternTree } from './pattern-tree.ts';

export interface PatternSize {
  /** Of what is written: sets are spelled out for those who match. */
  readonly written: number;
  /** Places that a match can be at: repetitions are written out. */
  readonly states: number;
}

export function measurePattern({ branches }: PatternTree): PatternSize {
  let written = 1;
  let states = 1;
  for (const { atom, quantifier } of branches.flat()) {
    const inside =
      atom.kind === 'group' ? measurePattern(atom.tree) : { written: sizeOfSet(atom.set), states: 1 };
    written += inside.written;
    states += inside.states * timesOf(quantifier);
  }
  return { written, states };
}

function sizeOfSet({ items, minus }: CharacterSet): number {
  const own = items.reduce((sum, { kind }) => sum + (kind === 'category' ? 3 : 1), 0);
  return minus === null ? own : own + 40 + sizeOfSet(minus);
}

function timesOf(quantifier: string): number {
  const [, min = '1', max = min] = /^\{(\d+)(?:,(\d+)?)?\}/.exec(quantifier) ?? [];
  return Math.max(1, Number(max));
}
