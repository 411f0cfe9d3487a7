import { describe, expect, test } from 'vitest';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { NetPlan, SpecificationPlan } from '../specification-text.ts';

const one = (net: Omit<NetPlan, 'id'>): SpecificationPlan => ({ nets: [{ id: 'N', ...net }] });

describe('patterns of state', () => {
  const deferred = one({
    begin: ['A'],
    conditions: { p: ['B', 'C'] },
    tasks: { A: { to: ['p'] }, B: { to: ['o'] }, C: { to: ['o'] } },
  });

  test.each(['B', 'C'])('[Y3.2] [Y3.9] pattern 16, deferred choice: starting %s first decides', (taken) => {
    const testNet = work(playPlan(deferred), 'A');
    expect(caseStatus(testNet)).toEqual(['B', 'C']);
    expect(caseStatus(testNet.hold(taken))).toEqual([taken]);
    expect(caseStatus(testNet.complete(taken, {}))).toBe('completed');
  });

  test('[Y3.2] a composite task goes before an empty one, an empty one before a choice; of several the seed chooses one', () => {
    const sub: NetPlan = { id: 'Sub', begin: ['Inside'], tasks: { Inside: { to: ['o'] } } };
    const mixed = (tasks: NetPlan['tasks']): SpecificationPlan => ({
      nets: [{ id: 'N', begin: Object.keys(tasks).filter((id) => id !== 'Z'), tasks }, sub],
    });
    const composite = mixed({
      Manual: { to: ['o'] },
      Empty: { to: ['Z'], does: null },
      Part: { to: ['o'], does: 'Sub' },
      Z: { to: ['o'] },
    });
    expect(caseStatus(playPlan(composite))).toEqual(['Inside']);
    const empty = mixed({ Manual: { to: ['o'] }, Empty: { to: ['Z'], does: null }, Z: { to: ['o'] } });
    expect(caseStatus(playPlan(empty))).toEqual(['Z']);
    const chosen = new Set(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
        const two = one({
          begin: ['E', 'F'],
          tasks: {
            E: { to: ['X'], does: null },
            F: { to: ['Y'], does: null },
            X: { to: ['o'] },
            Y: { to: ['o'] },
          },
        });
        expect(caseStatus(playPlan(two, {}, seed))).toEqual(caseStatus(playPlan(two, {}, seed)));
        return String(caseStatus(playPlan(two, {}, seed)));
      }),
    );
    expect([...chosen].sort()).toEqual(['X', 'Y']);
  });

  /** Two parts that both need the same token while they run. */
  const critical = one({
    begin: ['S'],
    conditions: { key: ['A', 'B'], afterA: ['X'], afterB: ['Y'] },
    tasks: {
      S: { to: ['a', 'b', 'key'], split: 'and', does: null },
      A: { to: ['afterA', 'key'], join: 'and', split: 'and' },
      B: { to: ['afterB', 'key'], join: 'and', split: 'and' },
      X: { to: ['Z'] },
      Y: { to: ['Z'] },
      Z: { to: ['o'], join: 'and', removes: ['key'] },
    },
  });
  const interleaved: SpecificationPlan = one({
    ...(critical.nets[0] as NetPlan),
    conditions: { ...critical.nets[0]?.conditions, a: ['A'], b: ['B'] },
  });

  test.each([
    ['A', 'B'],
    ['B', 'A'],
  ])('[Y3.9] patterns 17, 39 and 40, interleaved: %s before %s, never both at once', (first, second) => {
    const testNet = playPlan(interleaved);
    expect(caseStatus(testNet)).toEqual(['A', 'B']);
    expect(caseStatus(testNet.hold(first))).toEqual([first]);
    testNet.complete(first, {});
    expect(caseStatus(testNet)).toEqual([second, first === 'A' ? 'X' : 'Y'].sort());
    work(work(work(testNet, second), 'X'), 'Y');
    expect(caseStatus(testNet)).toEqual(['Z']);
    expect(caseStatus(work(testNet, 'Z'))).toBe('completed');
  });

  test('[Y3.9] pattern 18, milestone: possible only while the other branch is active', () => {
    const testNet = playPlan(
      one({
        begin: ['S'],
        conditions: { m: ['Pass', 'Look'], l: ['Look'], end: ['Z'] },
        tasks: {
          S: { to: ['Reach', 'l'], split: 'and', does: null },
          Reach: { to: ['m'] },
          Pass: { to: ['end'] },
          Look: { to: ['m', 'l'], join: 'and', split: 'and' },
          Z: { to: ['o'], removes: ['l'] },
        },
      }),
    );
    expect(caseStatus(testNet)).toEqual(['Reach']);
    expect(caseStatus(work(testNet, 'Reach'))).toEqual(['Look', 'Pass']);
    expect(caseStatus(work(testNet, 'Look'))).toEqual(['Look', 'Pass']);
    expect(caseStatus(work(testNet, 'Pass'))).toEqual(['Z']);
  });

  test('[Y3.9] pattern 24, persistent trigger: an early token stays in a condition until it is needed', () => {
    const testNet = playPlan(
      one({
        begin: ['S'],
        conditions: { mail: ['Read'] },
        tasks: {
          S: { to: ['Prepare', 'Receive'], split: 'and', does: null },
          Receive: { to: ['mail'] },
          Prepare: { to: ['Read'] },
          Read: { to: ['o'], join: 'and' },
        },
      }),
    );
    expect(caseStatus(work(testNet, 'Receive'))).toEqual(['Prepare']);
    expect(caseStatus(work(testNet, 'Prepare'))).toEqual(['Read']);
  });
});
