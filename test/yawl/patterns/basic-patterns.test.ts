import { describe, expect, test } from 'vitest';
import { playPlan, stand, work } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';

describe('basic control flow', () => {
  test('[Y3.9] pattern 1, sequence: one after the other', () => {
    const scene = playPlan({
      nets: [{ id: 'N', begin: ['A'], tasks: { A: { to: ['B'] }, B: { to: ['C'] }, C: { to: ['o'] } } }],
    });
    expect(stand(scene)).toEqual(['A']);
    expect(stand(work(scene, 'A'))).toEqual(['B']);
    expect(stand(work(scene, 'B'))).toEqual(['C']);
    expect(stand(work(scene, 'C'))).toBe('completed');
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
      const scene = work(playPlan(parallel), 'A');
      expect(stand(scene)).toEqual(['B', 'C']);
      expect(stand(work(scene, first))).toEqual([second]);
      expect(stand(work(scene, second))).toEqual(['D']);
      expect(stand(work(scene, 'D'))).toBe('completed');
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
    const scene = work(playPlan(choice, { amount }), 'A');
    expect(stand(scene)).toEqual([taken]);
    expect(stand(work(scene, taken))).toEqual(['E']);
    expect(stand(work(scene, 'E'))).toBe('completed');
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
    const scene = work(playPlan(several, { kind }), 'A');
    expect(stand(scene)).toEqual(taken);
    for (const [at, task] of taken.entries()) {
      expect(stand(work(scene, task))).toEqual(at === taken.length - 1 ? ['E'] : taken.slice(at + 1));
    }
    expect(stand(work(scene, 'E'))).toBe('completed');
  });

  test('[Y3.9] pattern 8, multi-merge: each branch starts it, one after the other', () => {
    const scene = playPlan({
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
    work(work(work(scene, 'A'), 'B'), 'C');
    expect(stand(scene)).toEqual(['M']);
    expect(scene.marked()).toEqual(['c{B_M}', 'c{C_M}']);
    scene.hold('M');
    expect(scene.marked()).toHaveLength(1);
    scene.complete('M', {});
    expect([stand(scene), scene.marked().length]).toEqual([['M', 'Z'], 2]);
    expect(stand(work(work(scene, 'M'), 'Z'))).toBe('completed');
  });
});
