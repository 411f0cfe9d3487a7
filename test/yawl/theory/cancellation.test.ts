/** Tests cancellation sets: reset arcs, and their effect on OR-joins. */
import { describe, expect, test } from 'vitest';
import { TheoryCase, type TheoryNet, warningsOf } from './theory-case.ts';

describe('an OR-join beside a cancellation set', () => {
  /** D needs a token of C and one of K. */
  const needless = (kills: Pick<TheoryNet['tasks'][string], 'removes' | 'removesFlows'>): TheoryNet => ({
    begin: ['A'],
    tasks: {
      A: { to: ['B', 'C', 'K'] },
      B: { to: ['J'] },
      C: { to: ['D'] },
      K: { to: ['D'], ...kills },
      D: { to: ['J'], join: 'and' },
      J: { to: ['o'], join: 'or' },
    },
  });
  const all: Parameters<typeof needless>[0] = {
    removes: ['C'],
    removesFlows: [
      ['A', 'C'],
      ['C', 'D'],
    ],
  };

  test('[Y3.5] a token that a cancellation makes impossible is not awaited: K removes what D would need', () => {
    expect(new TheoryCase(needless({})).work('A', 'B').caseStatus).toEqual(['C', 'K']);
    expect(new TheoryCase(needless(all)).work('A', 'B').caseStatus).toEqual(['C', 'J', 'K']);
    expect(new TheoryCase(needless(all)).work('A', 'B', 'K').caseStatus).toEqual(['J']);
    expect(warningsOf(needless({}))).toEqual([]);
    expect(warningsOf(needless(all))).toEqual(['dead-task', 'leftover']);
  });

  test('[Y3.5] a set that leaves a path open does not end the wait: running C survives, and D can complete', () => {
    const open = needless({ removesFlows: [['A', 'C']] });
    expect(new TheoryCase(open).work('A').start('C').work('B').caseStatus).toEqual(['C', 'K']);
    const enabled = new TheoryCase(open).work('A', 'B');
    expect(enabled.caseStatus).toEqual(['C', 'K']);
    expect(enabled.work('K').caseStatus).toEqual(['J']);
  });

  test('[Y3.5] cancelling what it waits for lets it continue', () => {
    const net: TheoryNet = {
      begin: ['A'],
      tasks: {
        A: { to: ['B', 'C', 'K'] },
        B: { to: ['J'] },
        C: { to: ['J'] },
        K: { to: ['Z'], removes: ['C'], removesFlows: [['A', 'C']] },
        J: { to: ['Z'], join: 'or' },
        Z: { to: ['o'], join: 'and' },
      },
    };
    expect(new TheoryCase(net).work('A', 'B').caseStatus).toEqual(['C', 'K']);
    expect(new TheoryCase(net).work('A', 'B').start('C').caseStatus).toEqual(['C', 'K']);
    expect(new TheoryCase(net).work('A', 'B').start('C').work('K').caseStatus).toEqual(['J']);
    expect(new TheoryCase(net).work('A', 'B', 'K', 'J', 'Z').caseStatus).toBe('completed');
  });

  /** K sends to J what it removes from it. */
  const own: TheoryNet = {
    begin: ['A'],
    tasks: {
      A: { to: ['B', 'K'] },
      B: { to: ['J'] },
      K: { to: ['J'], removesFlows: [['B', 'J']] },
      J: { to: ['o'], join: 'or' },
    },
  };

  test('[Y3.5] a token that is lost when the other arrives does not wait: both can never be present', () => {
    const enabled = new TheoryCase(own).work('A', 'B');
    expect(enabled.caseStatus).toEqual(['J', 'K']);
    expect(enabled.work('K').marked).toEqual(['c{K_J}']);
    expect(enabled.caseStatus).toEqual(['J']);
    // In the opposite order both can be present, and J waits for B.
    expect(new TheoryCase(own).work('A', 'K').caseStatus).toEqual(['B']);
    expect(new TheoryCase(own).work('A', 'K', 'B').marked).toEqual(['c{B_J}', 'c{K_J}']);
  });

  test('[Y3.5] a running OR-join is not affected when its input is emptied', () => {
    const busy = new TheoryCase(own).work('A', 'B').start('J').work('K');
    expect([busy.caseStatus, busy.marked]).toEqual([['J'], ['c{K_J}']]);
    expect(busy.finish('J').caseStatus).toBe('completed');
    expect(busy.left).toEqual(['c{K_J}']);
  });
});

describe('the analysis may run a task twice at once', () => {
  /** T empties p when it ends, so one execution uses all tokens in p: it serves x or y, and D needs both. */
  const single = (removes: readonly string[]): TheoryNet => ({
    begin: ['A'],
    conditions: { p: ['T'], x: ['D'], y: ['D'] },
    tasks: {
      A: { to: ['B', 'C', 'S'] },
      B: { to: ['p'] },
      C: { to: ['p'] },
      T: { to: ['x', 'y'], split: 'xor', removes },
      D: { to: ['J'], join: 'and' },
      S: { to: ['J'] },
      J: { to: ['o'], join: 'or' },
    },
  });

  test('[Y3.1] [Y3.5] so it waits for what only two parallel executions could bring, until nothing can run', () => {
    const waiting = new TheoryCase(single(['p'])).work('A', 'B', 'C', 'S');
    expect(waiting.caseStatus).toEqual(['T']);
    expect(waiting.start('T').caseStatus).toEqual(['T']);
    expect(waiting.finish('T', 'x').caseStatus).toEqual(['J']);
    expect(waiting.marked).toEqual(['c{S_J}', 'x']);
  });

  test('[Y3.5] one token in p is one execution: nothing is awaited', () => {
    const net = single(['p']);
    const once: TheoryNet = { ...net, tasks: { ...net.tasks, A: { to: ['B', 'C', 'S'], split: 'or' } } };
    expect(new TheoryCase(once).work('A>BS', 'B', 'S').caseStatus).toEqual(['J', 'T']);
    expect(new TheoryCase(single([])).work('A', 'B', 'C', 'S', 'T>x', 'T>y').caseStatus).toEqual(['D']);
  });

  /** As above, but in a loop that is never left: J, the only exit, is never enabled. */
  const endless: TheoryNet = {
    begin: ['A'],
    conditions: { p: ['T'], x: ['D', 'M'], y: ['D', 'M'] },
    tasks: {
      A: { to: ['L', 'S'] },
      L: { to: ['B', 'C'], does: null },
      B: { to: ['p'], does: null },
      C: { to: ['p'], does: null },
      T: { to: ['x', 'y'], split: 'xor', removes: ['p'] },
      M: { to: ['L'], join: 'xor' },
      D: { to: ['J'], join: 'and' },
      S: { to: ['J'] },
      J: { to: ['o'], join: 'or' },
    },
  };

  test('[Y3.1] [Y3.5] an OR-join beside such a loop is never enabled, however often the loop goes round', () => {
    const going = new TheoryCase(endless).work('A', 'S');
    for (const way of ['x', 'y', 'x']) {
      expect(going.caseStatus).toEqual(['T']);
      expect(going.work(`T>${way}`).caseStatus).toEqual(['M']);
      going.work('M');
    }
    expect(going.marked).toEqual(['c{S_J}', 'p', 'p']);
  });
});

describe('what a cancellation set takes away', () => {
  const cancels = (removes: readonly string[], removesFlows: readonly (readonly [string, string])[] = []) =>
    ({
      begin: ['A'],
      tasks: {
        A: { to: ['B', 'K'] },
        B: { to: ['Z'] },
        K: { to: ['Z'], removes, removesFlows },
        Z: { to: ['o'], join: 'or' },
      },
    }) satisfies TheoryNet;

  test('[Y3.5] the input of a running task: it already has its token, and continues', () => {
    const busy = new TheoryCase(cancels([], [['A', 'B']])).work('A').start('B').work('K');
    expect(busy.caseStatus).toEqual(['B']);
    expect(busy.finish('B').work('Z').caseStatus).toBe('completed');
  });

  test('[Y3.5] a task that waits to be started: it has no token yet, and stays', () => {
    expect(new TheoryCase(cancels(['B'])).work('A', 'K').caseStatus).toEqual(['B']);
    expect(new TheoryCase(cancels(['B'])).work('A').start('B').work('K').caseStatus).toEqual(['Z']);
  });

  test('[Y3.5] itself: it has already ended, and its tokens still appear', () => {
    const itself = new TheoryCase(
      cancels(
        ['K', 'B'],
        [
          ['A', 'K'],
          ['K', 'Z'],
        ],
      ),
    );
    expect(itself.work('A').start('B').work('K').caseStatus).toEqual(['Z']);
    expect(itself.marked).toEqual(['c{K_Z}']);
  });

  /** B and C send to p; T takes one. */
  const further = (removes: readonly string[]): TheoryNet => ({
    begin: ['A'],
    conditions: { p: ['T'] },
    tasks: {
      A: { to: ['B', 'C', 'K'], does: null },
      B: { to: ['p'], does: null },
      C: { to: ['p'], does: null },
      T: { to: ['Z'] },
      K: { to: ['Z'], removes },
      Z: { to: ['o'], join: 'and' },
    },
  });

  test('[Y3.5] a running task with a further token: it starts again with that one', () => {
    const again = new TheoryCase(further(['T'])).start('T').work('K');
    expect([again.caseStatus, again.marked]).toEqual([['T'], ['c{K_Z}', 'p']]);
    expect(again.work('T', 'Z').caseStatus).toBe('completed');
  });

  test('[Y3.5] [Y3.8] everything that could continue: the case is deadlocked', () => {
    expect(new TheoryCase(further(['T', 'p'])).start('T').work('K').caseStatus).toBe('deadlocked');
    expect(warningsOf(further(['T', 'p']))).toEqual(['deadlock', 'leftover']);
  });

  test('[Y3.5] all tokens of a condition, not one', () => {
    const emptied = new TheoryCase(further(['p'])).work('K');
    expect(emptied.caseStatus).toBe('deadlocked');
  });
});
