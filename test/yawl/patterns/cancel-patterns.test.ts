import { describe, expect, test } from 'vitest';
import { playPlan, stand, work } from '../play-specification.ts';
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

  test('[Y3.5] [Y3.9] pattern 19, cancel task: what is under way is withdrawn, what is enabled is not', () => {
    const plan = stopping({ removes: ['A'] });
    const busy = playPlan(plan).hold('A');
    expect(stand(work(busy, 'Stop'))).toEqual(['Z']);
    expect(stand(work(busy, 'Z'))).toBe('completed');
    const enabled = playPlan(plan);
    expect(stand(work(enabled, 'Stop'))).toEqual(['A', 'Z']);
  });

  test('[Y3.5] [Y3.9] pattern 25, cancel region: conditions are emptied, the implicit ones too', () => {
    const plan = stopping({
      removes: ['A', 'B'],
      removesFlows: [
        ['S', 'A'],
        ['A', 'B'],
      ],
    });
    expect(stand(work(playPlan(plan), 'Stop'))).toEqual(['Z']);
    expect(stand(work(work(playPlan(plan), 'A'), 'Stop'))).toEqual(['Z']);
    expect(stand(work(playPlan(plan).hold('A'), 'Stop'))).toEqual(['Z']);
  });

  test('[Y3.5] a cancelled composite task ends its net and all that is in it', () => {
    const scene = playPlan({
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
    expect(stand(scene)).toEqual(['Inside', 'Stop']);
    scene.hold('Inside');
    expect(stand(work(scene, 'Stop'))).toEqual(['Z']);
    expect(scene.state.frames).toHaveLength(1);
  });

  test('[Y3.8] [Y3.9] pattern 20, cancel case: everything ends', () => {
    const scene = playPlan(stopping({})).hold('A');
    expect(stand(scene.send({ kind: 'cancelRequested', by: 'root' }))).toBe('cancelled');
    expect(scene.state.instances).toEqual([]);
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

  test('[Y3.9] patterns 10 and 21, arbitrary cycles and structured loop: back as often as the data says', () => {
    const scene = playPlan({ ...looping, work: { Check: { outputs: { again: 'boolean' } } } });
    work(work(scene, 'A'), 'B', { again: true });
    expect(stand(scene)).toEqual(['A']);
    work(work(scene, 'A'), 'B', { again: false });
    expect(stand(scene)).toEqual(['C']);
    expect(stand(work(scene, 'C', { again: true }))).toEqual(['B']);
    work(work(scene, 'B', { again: false }), 'C', { again: false });
    expect(stand(scene)).toBe('completed');
  });

  test('[Y3.3] [Y3.9] pattern 22, recursion: a net decomposes to itself', () => {
    const down = '<depth>{number(/N/depth) - 1}</depth>';
    const scene = playPlan(
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
    for (let left = 3; left > 0; left--) expect(stand(work(scene, 'A'))).toEqual([left > 1 ? 'A' : 'B']);
    for (let left = 3; left > 0; left--) work(scene, 'B');
    expect(stand(scene)).toBe('completed');
  });

  test('[Y3.8] [Y3.9] pattern 43, explicit termination: the output condition ends it, what is left over is recorded', () => {
    const scene = playPlan(
      one({
        begin: ['A'],
        tasks: { A: { to: ['B', 'C'], split: 'and' }, B: { to: ['o'] }, C: { to: ['D'] }, D: { to: ['o'] } },
      }),
    );
    work(scene, 'A').hold('C');
    expect(stand(work(scene, 'B'))).toBe('completed');
    expect(scene.notes.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1);
  });

  test('[Y3.8] a case that can move no longer has failed: it is deadlocked', () => {
    const scene = playPlan(
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
    expect(stand(work(work(scene, 'A'), 'B'))).toBe('failed: deadlocked');
    expect(scene.state.failure?.message).toContain('c{B_D}');
  });
});
