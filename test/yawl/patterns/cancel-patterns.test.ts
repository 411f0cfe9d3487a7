import { describe, expect, test } from 'vitest';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { NetPlan, SpecificationPlan } from '../specification-text.ts';

const one = (net: Omit<NetPlan, 'id'>): SpecificationPlan => ({ nets: [{ id: 'N', ...net }] });

describe('cancellation, iteration and ends', () => {
  const stopping = (removes: Partial<NetPlan['tasks'][string]>) =>
    one({
      begin: ['S'],
      tasks: {
        S: { to: ['A', 'Stop'], split: 'and', does: null },
        A: { to: ['B'] },
        B: { to: ['o'] },
        Stop: { to: ['Z'], ...removes },
        Z: { to: ['o'] },
      },
    });

  test('[Y3.5] [Y3.9] pattern 19, cancel task: started items are withdrawn, enabled ones are not', () => {
    const plan = stopping({ removes: ['A'] });
    const busy = playPlan(plan).hold('A');
    expect(caseStatus(work(busy, 'Stop'))).toEqual(['Z']);
    expect(caseStatus(work(busy, 'Z'))).toBe('completed');
    const enabled = playPlan(plan);
    expect(caseStatus(work(enabled, 'Stop'))).toEqual(['A', 'Z']);
  });

  test('[Y3.5] [Y3.9] pattern 25, cancel region: conditions are emptied, including implicit ones', () => {
    const plan = stopping({
      removes: ['A', 'B'],
      removesFlows: [
        ['S', 'A'],
        ['A', 'B'],
      ],
    });
    expect(caseStatus(work(playPlan(plan), 'Stop'))).toEqual(['Z']);
    expect(caseStatus(work(work(playPlan(plan), 'A'), 'Stop'))).toEqual(['Z']);
    expect(caseStatus(work(playPlan(plan).hold('A'), 'Stop'))).toEqual(['Z']);
  });

  test('[Y3.5] a cancelled composite task ends its net and everything in it', () => {
    const testNet = playPlan({
      nets: [
        {
          id: 'N',
          begin: ['S'],
          tasks: {
            S: { to: ['Part', 'Stop'], split: 'and', does: null },
            Part: { to: ['o'], does: 'Sub' },
            Stop: { to: ['Z'], removes: ['Part'] },
            Z: { to: ['o'] },
          },
        },
        { id: 'Sub', begin: ['Inside'], tasks: { Inside: { to: ['o'] } } },
      ],
    });
    expect(caseStatus(testNet)).toEqual(['Inside', 'Stop']);
    testNet.hold('Inside');
    expect(caseStatus(work(testNet, 'Stop'))).toEqual(['Z']);
    expect(testNet.state.frames).toHaveLength(1);
  });

  test('[Y3.8] [Y3.9] pattern 20, cancel case: everything ends', () => {
    const testNet = playPlan(stopping({})).hold('A');
    expect(caseStatus(testNet.send({ kind: 'cancelRequested', by: 'root' }))).toBe('cancelled');
    expect(testNet.state.instances).toEqual([]);
  });

  const looping = one({
    inputs: { again: 'boolean' },
    begin: ['A'],
    tasks: {
      A: { to: ['B'] },
      B: {
        to: [
          { to: 'A', when: "/N/again = 'true'", order: 1 },
          { to: 'C', otherwise: true },
        ],
        split: 'xor',
        completed: { again: '<again>{/Check/again/text()}</again>' },
        does: 'Check',
      },
      C: {
        to: [
          { to: 'B', when: "/N/again = 'true'", order: 1 },
          { to: 'o', otherwise: true },
        ],
        split: 'xor',
        completed: { again: '<again>{/Check/again/text()}</again>' },
        does: 'Check',
      },
    },
  });

  test('[Y3.9] patterns 10 and 21, arbitrary cycles and structured loop: the data decides how often it repeats', () => {
    const testNet = playPlan({ ...looping, work: { Check: { outputs: { again: 'boolean' } } } });
    work(work(testNet, 'A'), 'B', { again: true });
    expect(caseStatus(testNet)).toEqual(['A']);
    work(work(testNet, 'A'), 'B', { again: false });
    expect(caseStatus(testNet)).toEqual(['C']);
    expect(caseStatus(work(testNet, 'C', { again: true }))).toEqual(['B']);
    work(work(testNet, 'B', { again: false }), 'C', { again: false });
    expect(caseStatus(testNet)).toBe('completed');
  });

  test('[Y3.3] [Y3.9] pattern 22, recursion: a net decomposes to itself', () => {
    const down = '<depth>{number(/N/depth) - 1}</depth>';
    const testNet = playPlan(
      one({
        inputs: { depth: 'int' },
        begin: ['A'],
        tasks: {
          A: {
            to: [
              { to: 'Again', when: '/N/depth > 0', order: 1 },
              { to: 'B', otherwise: true },
            ],
            split: 'xor',
          },
          Again: { to: ['B'], does: 'N', starting: { depth: down } },
          B: { to: ['o'] },
        },
      }),
      { depth: 2 },
    );
    for (let left = 3; left > 0; left--)
      expect(caseStatus(work(testNet, 'A'))).toEqual([left > 1 ? 'A' : 'B']);
    for (let left = 3; left > 0; left--) work(testNet, 'B');
    expect(caseStatus(testNet)).toBe('completed');
  });

  test('[Y3.8] [Y3.9] pattern 43, explicit termination: the output condition ends it, and remaining tokens are recorded', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        tasks: { A: { to: ['B', 'C'], split: 'and' }, B: { to: ['o'] }, C: { to: ['D'] }, D: { to: ['o'] } },
      }),
    );
    work(testNet, 'A').hold('C');
    expect(caseStatus(work(testNet, 'B'))).toBe('completed');
    expect(testNet.notes.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1);
  });

  test('[Y3.8] a case that can no longer progress fails: it is deadlocked', () => {
    const testNet = playPlan(
      one({
        begin: ['A'],
        tasks: {
          A: {
            to: [
              { to: 'B', when: 'true()', order: 1 },
              { to: 'C', otherwise: true },
            ],
            split: 'xor',
          },
          B: { to: ['D'] },
          C: { to: ['D'] },
          D: { to: ['o'], join: 'and' },
        },
      }),
    );
    expect(caseStatus(work(work(testNet, 'A'), 'B'))).toBe('failed: deadlocked');
    expect(testNet.state.failure?.message).toContain('c{B_D}');
  });
});
