/** Tests splits and joins that do not match: the warning, and that the problem occurs. */
import { expect, test } from 'vitest';
import type { Code } from '../random/task-sketch.ts';
import { TheoryCase, type TheoryNet, warningsOf } from './theory-case.ts';

const block = (split: Code, join: Code, more: Partial<TheoryNet['tasks'][string]> = {}): TheoryNet => ({
  begin: ['A'],
  tasks: {
    A: { to: ['B', 'C'], split },
    B: { to: ['D'] },
    C: { to: ['D'] },
    D: { to: ['o'], join, ...more },
  },
});

/** Performs what waits first, until nothing is left. */
function endOf(net: TheoryNet, chosen: string): string {
  const playing = new TheoryCase(net).work(`A>${chosen}`);
  for (;;) {
    const { caseStatus } = playing;
    if (typeof caseStatus === 'string')
      return playing.left.length > 0 ? `${caseStatus}, something left` : caseStatus;
    playing.work(...caseStatus.slice(0, 1));
  }
}

const [well, left, stuck] = ['completed', 'completed, something left', 'deadlocked'];

test.each<[Code, Code, string[], { B: string; BC: string }]>([
  ['and', 'and', [], { B: well, BC: well }],
  ['and', 'xor', ['leftover'], { B: left, BC: left }],
  ['and', 'or', [], { B: well, BC: well }],
  ['xor', 'and', ['dead-task', 'deadlock', 'no-completion'], { B: stuck, BC: stuck }],
  ['xor', 'xor', [], { B: well, BC: well }],
  ['xor', 'or', [], { B: well, BC: well }],
  ['or', 'and', ['deadlock'], { B: stuck, BC: well }],
  ['or', 'xor', ['leftover'], { B: well, BC: left }],
  ['or', 'or', [], { B: well, BC: well }],
])('[Y2.3] [Y3.1] %s-split and %s-join: the warnings, and how it ends', (split, join, warnings, ends) => {
  const net = block(split, join);
  expect(warningsOf(net)).toEqual(warnings);
  expect({ B: endOf(net, 'B'), BC: endOf(net, 'BC') }).toEqual(ends);
});

test('[Y2.3] [Y3.5] a cancellation set makes a net sound that otherwise leaves tokens', () => {
  const cancelling = block('and', 'xor', {
    removes: ['B', 'C'],
    removesFlows: [
      ['A', 'B'],
      ['A', 'C'],
      ['B', 'D'],
      ['C', 'D'],
    ],
  });
  expect(warningsOf(cancelling)).toEqual([]);
  expect(new TheoryCase(cancelling).work('A', 'B').start('C').work('D').caseStatus).toBe('completed');
  expect(endOf(cancelling, '')).toBe(well);
  const partly = block('and', 'xor', { removes: ['B', 'C'] });
  expect(warningsOf(partly)).toEqual(['leftover']);
  expect(endOf(partly, '')).toBe(left);
});

test('[Y2.3] a loop that adds a token with every pass is reported, and the tokens are left at the end', () => {
  const net: TheoryNet = {
    begin: ['A'],
    conditions: { q: ['D'] },
    tasks: {
      A: { to: ['B', 'q'] },
      B: { to: ['A', 'D'], split: 'xor' },
      D: { to: ['o'], join: 'and' },
    },
  };
  expect(warningsOf(net)).toContain('unbounded');
  const twice = new TheoryCase(net).work('A', 'B>A', 'A', 'B');
  expect(twice.marked).toEqual(['c{B_D}', 'q', 'q']);
  expect(twice.work('D').caseStatus).toBe('completed');
  expect(twice.left).toEqual(['q']);
});

test('[Y2.3] a task that competes with an empty task, which always goes first, never starts', () => {
  const net: TheoryNet = {
    begin: ['A'],
    conditions: { p: ['B', 'C'] },
    tasks: {
      A: { to: ['p'] },
      B: { to: ['D'], does: null },
      C: { to: ['D'] },
      D: { to: ['o'] },
    },
  };
  expect(warningsOf(net)).toEqual(['dead-task']);
  expect(new TheoryCase(net).work('A').caseStatus).toEqual(['D']);
});
