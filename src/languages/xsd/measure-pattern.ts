/** Measures a pattern: the cost of compiling it, and of matching a character with it. */
import type { CharacterSet, PatternTree } from './pattern-tree.ts';

export interface PatternSize {
  /** Length of the printed pattern: sets are expanded for the matcher. */
  readonly written: number;
  /** States of a match: repetitions are expanded. */
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
