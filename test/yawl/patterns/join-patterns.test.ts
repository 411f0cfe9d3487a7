import { describe, expect, test } from 'vitest';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { NetPlan, SpecificationPlan } from '../specification-text.ts';

const one = (net: Omit<NetPlan, 'id'>): SpecificationPlan => ({ nets: [{ id: 'N', ...net }] });

describe('joins beyond the basic ones', () => {
  test('[Y3.5] [Y3.9] patterns 9 and 29, discriminator: the first branch continues and cancels the others', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        tasks: {
          A: { to: ['B', 'C', 'D'], split: 'and' },
          B: { to: ['J'] },
          C: { to: ['J'] },
          D: { to: ['J'] },
          J: {
            to: ['Z'],
            join: 'xor',
            removes: ['B', 'C', 'D'],
            removesFlows: [
              ['A', 'B'],
              ['A', 'C'],
              ['A', 'D'],
            ],
          },
          Z: { to: ['o'] },
        },
      }),
    );
    work(testNet, 'A').hold('D');
    expect(caseStatus(work(testNet, 'C'))).toEqual(['B', 'D', 'J']);
    expect(caseStatus(testNet.hold('J'))).toEqual(['B', 'D', 'J']);
    expect(caseStatus(testNet.complete('J', {}))).toEqual(['Z']);
    expect(caseStatus(work(testNet, 'Z'))).toBe('completed');
  });

  test('[Y3.9] pattern 28, blocking discriminator: it resets only when all branches of this round have arrived', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        conditions: { free: ['J'], arrived: ['J', 'R'], rest: ['R'] },
        tasks: {
          A: { to: ['B', 'C', 'free'], split: 'and' },
          B: { to: ['arrived'] },
          C: { to: ['arrived'] },
          J: { to: ['rest', 'X'], join: 'and', split: 'and' },
          X: { to: ['Z'] },
          R: { to: ['Z'], join: 'and', does: null },
          Z: { to: ['o'], join: 'and' },
        },
      }),
    );
    work(work(testNet, 'A'), 'B');
    expect(caseStatus(testNet)).toEqual(['C', 'J']);
    expect(caseStatus(work(testNet, 'J'))).toEqual(['C', 'X']);
    expect(caseStatus(work(testNet, 'X'))).toEqual(['C']);
    expect(caseStatus(work(testNet, 'C'))).toEqual(['Z']);
    expect(caseStatus(work(testNet, 'Z'))).toBe('completed');
  });

  test('[Y3.9] patterns 30 and 32, two of three: the second branch continues and cancels the third', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        conditions: { arrived: ['First', 'Second'], none: ['First'], once: ['Second'] },
        tasks: {
          A: { to: ['B', 'C', 'D', 'none'], split: 'and' },
          B: { to: ['arrived'] },
          C: { to: ['arrived'] },
          D: { to: ['arrived'] },
          First: { to: ['once'], join: 'and', does: null },
          Second: {
            to: ['Z'],
            join: 'and',
            does: null,
            removes: ['B', 'C', 'D', 'arrived'],
            removesFlows: [
              ['A', 'B'],
              ['A', 'C'],
              ['A', 'D'],
            ],
          },
          Z: { to: ['o'] },
        },
      }),
    );
    work(work(testNet, 'A'), 'C');
    expect(caseStatus(testNet)).toEqual(['B', 'D']);
    expect(caseStatus(work(testNet, 'D'))).toEqual(['Z']);
    expect(caseStatus(work(testNet, 'Z'))).toBe('completed');
  });

  test('[Y3.9] pattern 33, generalised AND-join: tokens of several rounds wait in a condition', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        conditions: { left: ['J'], right: ['J'], pairs: ['Z'] },
        tasks: {
          A: { to: ['B', 'C', 'D', 'E', 'X'], split: 'and' },
          B: { to: ['left'] },
          C: { to: ['left'] },
          D: { to: ['right'] },
          E: { to: ['right'] },
          X: { to: ['Z'] },
          J: { to: ['pairs'], join: 'and' },
          Z: { to: ['o'], join: 'and', removes: ['pairs'] },
        },
      }),
    );
    work(work(work(testNet, 'A'), 'B'), 'C');
    expect(caseStatus(testNet)).toEqual(['D', 'E', 'X']);
    expect(caseStatus(work(testNet, 'D'))).toEqual(['E', 'J', 'X']);
    work(testNet, 'E');
    expect(caseStatus(work(testNet, 'J'))).toEqual(['J', 'X']);
    expect(caseStatus(work(testNet, 'J'))).toEqual(['X']);
    expect(testNet.marked()).toEqual(['pairs', 'pairs', 'c{A_X}']);
    expect(caseStatus(work(work(testNet, 'X'), 'Z'))).toBe('completed');
  });

  /** A merge of branches of different lengths, without a loop. */
  const acyclic = one({
    inputs: { both: 'boolean' },
    begin: ['A'],
    tasks: {
      A: {
        to: [
          { to: 'B', when: 'true()' },
          { to: 'C', when: "/N/both = 'true'", otherwise: true },
        ],
        split: 'or',
      },
      B: { to: ['D'] },
      C: {
        to: [
          { to: 'D', when: '/N/both = "true"', order: 1 },
          { to: 'E', otherwise: true },
        ],
        split: 'xor',
      },
      D: { to: ['F'], join: 'or' },
      E: { to: ['F'] },
      F: { to: ['o'], join: 'or' },
    },
  });

  test('[Y3.1] [Y3.9] patterns 37 and 38, synchronising merge: it waits for tokens that can still arrive, and not longer', () => {
    const alone = work(playPlan(acyclic, { both: false }), 'A');
    expect(caseStatus(alone)).toEqual(['B']);
    expect(caseStatus(work(alone, 'B'))).toEqual(['D']);
    expect(caseStatus(work(alone, 'D'))).toEqual(['F']);
    expect(caseStatus(work(alone, 'F'))).toBe('completed');
    const both = work(playPlan(acyclic, { both: true }), 'A');
    expect(caseStatus(work(both, 'B'))).toEqual(['C']);
    expect(caseStatus(work(both, 'C'))).toEqual(['D']);
    expect(caseStatus(work(work(both, 'D'), 'F'))).toBe('completed');
  });

  test('[Y3.1] [Y3.9] pattern 38, general synchronising merge: in a loop it waits for the next round', () => {
    const testNet = playPlan(
      one({
        inputs: { again: 'boolean' },
        begin: ['A'],
        tasks: {
          A: { to: ['B', 'C'], split: 'and' },
          B: {
            to: [
              { to: 'B', when: "/N/again = 'true'", order: 1 },
              { to: 'D', otherwise: true },
            ],
            split: 'xor',
          },
          C: { to: ['D'] },
          D: { to: ['o'], join: 'or' },
        },
      }),
      { again: false },
    );
    work(testNet, 'A');
    expect(caseStatus(work(testNet, 'C'))).toEqual(['B']);
    expect(caseStatus(work(testNet, 'B'))).toEqual(['D']);
    expect(caseStatus(work(testNet, 'D'))).toBe('completed');
  });
});
