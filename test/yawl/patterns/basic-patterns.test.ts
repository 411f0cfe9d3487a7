import { describe, expect, test } from 'vitest';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';

describe('basic control flow', () => {
  test('[Y3.9] pattern 1, sequence: one after the other', () => {
    const testNet = playPlan({
      nets: [{ id: 'N', begin: ['A'], tasks: { A: { to: ['B'] }, B: { to: ['C'] }, C: { to: ['o'] } } }],
    });
    expect(caseStatus(testNet)).toEqual(['A']);
    expect(caseStatus(work(testNet, 'A'))).toEqual(['B']);
    expect(caseStatus(work(testNet, 'B'))).toEqual(['C']);
    expect(caseStatus(work(testNet, 'C'))).toBe('completed');
  });

  const parallel: SpecificationPlan = {
    nets: [
      {
        id: 'N',
        begin: ['A'],
        tasks: {
          A: { to: ['B', 'C'], split: 'and' },
          B: { to: ['D'] },
          C: { to: ['D'] },
          D: { to: ['o'], join: 'and' },
        },
      },
    ],
  };

  test.each([
    ['B', 'C'],
    ['C', 'B'],
  ])(
    '[Y3.1] [Y3.9] patterns 2 and 3, parallel split and synchronisation: both, %s first',
    (first, second) => {
      const testNet = work(playPlan(parallel), 'A');
      expect(caseStatus(testNet)).toEqual(['B', 'C']);
      expect(caseStatus(work(testNet, first))).toEqual([second]);
      expect(caseStatus(work(testNet, second))).toEqual(['D']);
      expect(caseStatus(work(testNet, 'D'))).toBe('completed');
    },
  );

  const choice: SpecificationPlan = {
    nets: [
      {
        id: 'N',
        inputs: { amount: 'int' },
        begin: ['A'],
        tasks: {
          A: {
            to: [
              { to: 'C', when: '/N/amount > 100', order: 2 },
              { to: 'B', when: '/N/amount > 1000', order: 1 },
              { to: 'D', otherwise: true },
            ],
            split: 'xor',
          },
          B: { to: ['E'] },
          C: { to: ['E'] },
          D: { to: ['E'] },
          E: { to: ['o'] },
        },
      },
    ],
  };

  test.each([
    [5000, 'B'],
    [500, 'C'],
    [50, 'D'],
  ])('[Y3.1] [Y3.9] patterns 4 and 5, exclusive choice and simple merge: %d takes %s', (amount, taken) => {
    const testNet = work(playPlan(choice, { amount }), 'A');
    expect(caseStatus(testNet)).toEqual([taken]);
    expect(caseStatus(work(testNet, taken))).toEqual(['E']);
    expect(caseStatus(work(testNet, 'E'))).toBe('completed');
  });

  const several: SpecificationPlan = {
    nets: [
      {
        id: 'N',
        inputs: { kind: 'string' },
        begin: ['A'],
        tasks: {
          A: {
            to: [
              { to: 'B', when: "contains(/N/kind, 'b')" },
              { to: 'C', when: "contains(/N/kind, 'c')" },
              { to: 'D', when: "contains(/N/kind, 'd')", otherwise: true },
            ],
            split: 'or',
          },
          B: { to: ['E'] },
          C: { to: ['E'] },
          D: { to: ['E'] },
          E: { to: ['o'], join: 'or' },
        },
      },
    ],
  };

  test.each([
    ['b', ['B']],
    ['bc', ['B', 'C']],
    ['bcd', ['B', 'C', 'D']],
    ['none', ['D']],
  ])('[Y3.1] [Y3.9] patterns 6 and 7, multi-choice and structured synchronising merge: %s', (kind, taken) => {
    const testNet = work(playPlan(several, { kind }), 'A');
    expect(caseStatus(testNet)).toEqual(taken);
    for (const [at, task] of taken.entries()) {
      expect(caseStatus(work(testNet, task))).toEqual(at === taken.length - 1 ? ['E'] : taken.slice(at + 1));
    }
    expect(caseStatus(work(testNet, 'E'))).toBe('completed');
  });

  test('[Y3.9] pattern 8, multi-merge: each branch starts it, one after the other', () => {
    const testNet = playPlan({
      nets: [
        {
          id: 'N',
          begin: ['A'],
          tasks: {
            A: { to: ['B', 'C'], split: 'and' },
            B: { to: ['M'] },
            C: { to: ['M'] },
            M: { to: ['p'] },
            Z: { to: ['o'], removes: ['p'] },
          },
          conditions: { p: ['Z'] },
        },
      ],
    });
    work(work(work(testNet, 'A'), 'B'), 'C');
    expect(caseStatus(testNet)).toEqual(['M']);
    expect(testNet.marked()).toEqual(['c{B_M}', 'c{C_M}']);
    testNet.hold('M');
    expect(testNet.marked()).toHaveLength(1);
    testNet.complete('M', {});
    expect([caseStatus(testNet), testNet.marked().length]).toEqual([['M', 'Z'], 2]);
    expect(caseStatus(work(work(testNet, 'M'), 'Z'))).toBe('completed');
  });
});
