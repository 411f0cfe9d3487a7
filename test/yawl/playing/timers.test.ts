import { describe, expect, test } from 'vitest';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { SpecificationPlan, TaskPlan, WorkPlan } from '../specification-text.ts';

const timed = (timer: string, task: Partial<TaskPlan> = {}, plan: WorkPlan = {}): SpecificationPlan => ({
  nets: [
    {
      id: 'N',
      inputs: { when: 'YTimerType', text: 'string = before' },
      begin: ['A'],
      tasks: {
        A: {
          to: [
            { to: 'Late', when: "timer(A) = 'expired'", order: 1 },
            { to: 'Open', when: "timer(A) != 'closed'", order: 2 },
            { to: 'Done', otherwise: true },
          ],
          split: 'xor',
          timer,
          starting: { text: '/N/text' },
          completed: { text: '/Do/text' },
          does: 'Do',
          ...task,
        },
        Late: { to: ['o'] },
        Open: { to: ['o'] },
        Done: { to: ['o'] },
      },
    },
  ],
  work: { Do: { inputs: { text: 'string' }, outputs: { text: 'string' }, ...plan } },
});

const lasting = (duration: string, trigger = 'OnEnabled'): string =>
  `<trigger>${trigger}</trigger><duration>${duration}</duration>`;

describe('timers', () => {
  test('[Y3.6] an enabled item that expires is skipped: its input is its output', () => {
    const testNet = playPlan(timed(lasting('PT5S')));
    expect(testNet.variable('timer(A)')).toBe('active');
    testNet.fire('A', 'timeout');
    expect([testNet.now, caseStatus(testNet), testNet.variable('text')]).toEqual([6_000, ['Late'], 'before']);
    expect(testNet.notes).toContainEqual(expect.objectContaining({ kind: 'skipped', task: 'A' }));
  });

  test('[Y3.6] the timer of a started item continues, and completes it with its current data', () => {
    const testNet = playPlan(timed(lasting('PT5S'))).hold('A');
    testNet.fire('A', 'timeout');
    expect([testNet.now, caseStatus(testNet)]).toEqual([6_000, ['Late']]);
    expect(testNet.notes).toContainEqual(expect.objectContaining({ kind: 'completed', task: 'A' }));
  });

  test('[Y3.6] a timer that begins with the start does not run before it', () => {
    const testNet = playPlan(timed(lasting('PT5S', 'OnExecuting')));
    expect([testNet.at('A').deadline, testNet.variable('timer(A)')]).toEqual([null, 'dormant']);
    testNet.now = 3_000;
    expect(testNet.hold('A').at('A').deadline).toBe(8_000);
  });

  test('[Y3.6] an answer in time ends the timer', () => {
    const testNet = work(playPlan(timed(lasting('PT5S'))), 'A', { text: 'after' });
    expect([caseStatus(testNet), testNet.variable('text'), testNet.variable('timer(A)')]).toEqual([
      ['Done'],
      'after',
      'closed',
    ]);
  });

  test('[Y3.6] a point in time: a number, or the value of a variable', () => {
    const fixed = playPlan(timed('<trigger>OnEnabled</trigger><expiry>9000</expiry>'));
    expect(fixed.at('A').deadline).toBe(9_000);
    const late = (trigger: string, expiry: string) =>
      playPlan(timed('<netparam>when</netparam>'), { when: { trigger, expiry } });
    expect(late('OnEnabled', 'PT2S').at('A').deadline).toBe(3_000);
    expect(late('OnEnabled', '1970-01-01T00:00:07Z').at('A').deadline).toBe(7_000);
    expect(late('OnEnabled', '4500').at('A').deadline).toBe(4_500);
    expect(late('OnExecuting', 'PT2S').at('A').deadline).toBeNull();
    expect(late('OnExecuting', 'PT2S').hold('A').at('A').deadline).toBe(3_000);
  });

  test('[Y3.6] without a time there is no timer', () => {
    const testNet = playPlan(timed('<netparam>when</netparam>'));
    expect([testNet.at('A').deadline, testNet.variable('timer(A)')]).toEqual([null, 'dormant']);
    expect(caseStatus(work(testNet, 'A', { text: '' }))).toEqual(['Open']);
  });

  test('[Y3.6] the expiry of an automated task is only recorded', () => {
    const automated = { more: '<externalInteraction>automated</externalInteraction>' };
    const testNet = playPlan(timed(lasting('PT5S'), {}, automated));
    testNet.fire('A', 'timeout');
    expect([caseStatus(testNet), testNet.variable('timer(A)')]).toEqual([['A'], 'expired']);
    expect(testNet.notes).toContainEqual(expect.objectContaining({ kind: 'expired', task: 'A' }));
    expect(caseStatus(work(testNet, 'A', { text: '' }))).toEqual(['Late']);
  });

  test('[Y3.6] the timer of a started item continues when it is released or its lease ends', () => {
    const testNet = playPlan(timed(lasting('PT5S', 'OnExecuting'))).hold('A');
    testNet.now = 3_000;
    testNet.send({ kind: 'itemReleased', instance: testNet.at('A').id });
    expect(testNet.hold('A', 'bob').at('A').deadline).toBe(6_000);
    expect(caseStatus(testNet.fire('A', 'timeout'))).toEqual(['Late']);
  });

  test.each(['soon', 'P999999999Y', '{/N/nowhere/text()}', '2026-02-30T00:00:00Z'])(
    '[Y3.6] a value that is not a time starts no timer: %s',
    (expiry) => {
      const testNet = playPlan(timed('<netparam>when</netparam>'), {
        when: { trigger: 'OnEnabled', expiry },
      });
      expect([testNet.at('A').deadline, caseStatus(testNet)]).toEqual([null, ['A']]);
    },
  );

  test('[Y3.6] an output whose type has no default value is omitted when an item expires', () => {
    const types =
      '<xs:simpleType name="Colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType>';
    const plan: SpecificationPlan = {
      types,
      nets: [
        {
          id: 'N',
          outputs: { colour: 'Colour', day: 'date' },
          locals: { colour: 'Colour', day: 'date = 2026-01-01' },
          begin: ['A'],
          tasks: {
            A: {
              to: ['o'],
              timer: lasting('PT5S'),
              completed: { colour: '<colour>{/A/colour/text()}</colour>', day: '<day>{/A/day/text()}</day>' },
            },
          },
        },
      ],
      work: { A: { outputs: { colour: 'Colour', day: 'date' } } },
    };
    for (const testNet of [playPlan(plan), playPlan(plan).hold('A')]) {
      expect(caseStatus(testNet.fire('A', 'timeout'))).toBe('completed');
      expect(testNet.state.output).toEqual({ record: { colour: { value: null }, day: { value: null } } });
    }
  });

  test('[Y3.4] [Y3.6] a multiple-instance task that is not started in time ends without instances', () => {
    const testNet = playPlan(
      {
        nets: [
          {
            id: 'N',
            inputs: { names: 'YStringListType' },
            begin: ['A'],
            tasks: {
              A: {
                to: [
                  { to: 'Late', when: "timer(A) = 'expired'", order: 1 },
                  { to: 'Done', otherwise: true },
                ],
                split: 'xor',
                timer: lasting('PT5S'),
                does: 'Do',
                multiple: { from: '/N/names', split: '/names/item', formal: 'text' },
              },
              Late: { to: ['o'] },
              Done: { to: ['o'] },
            },
          },
        ],
        work: { Do: { inputs: { text: 'string' } } },
      },
      { names: { item: ['x', 'y'] } },
    );
    expect(caseStatus(testNet.fire('A', 'timeout'))).toEqual(['Late']);
  });

  test('[Y3.6] [Y4.4] only parts that the specification defines are evaluated, never text from a caller', () => {
    const expiry = "PT{string-length('abc')}S";
    const plan = timed('<netparam>when</netparam>');
    const written = plan.nets.map((net) => ({
      ...net,
      inputs: {
        ...net.inputs,
        when: `YTimerType = &lt;trigger>OnEnabled&lt;/trigger>&lt;expiry>${expiry}&lt;/expiry>`,
      },
    }));
    expect(playPlan({ ...plan, nets: written }).at('A').deadline).toBe(4_000);
    const told = playPlan(plan, { when: { trigger: 'OnEnabled', expiry } });
    expect([told.at('A').deadline, caseStatus(told)]).toEqual([null, ['A']]);
  });
});
