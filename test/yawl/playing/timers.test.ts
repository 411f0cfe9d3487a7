import { describe, expect, test } from 'vitest';
import { playPlan, stand, work } from '../play-specification.ts';
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
  test('[Y3.6] an enabled item that expires is skipped: what came in goes out', () => {
    const scene = playPlan(timed(lasting('PT5S')));
    expect(scene.variable('timer(A)')).toBe('active');
    scene.fire('A', 'timeout');
    expect([scene.now, stand(scene), scene.variable('text')]).toEqual([6_000, ['Late'], 'before']);
    expect(scene.notes).toContainEqual(expect.objectContaining({ kind: 'skipped', task: 'A' }));
  });

  test('[Y3.6] one that was started goes on to be timed, and is completed as it is', () => {
    const scene = playPlan(timed(lasting('PT5S'))).hold('A');
    scene.fire('A', 'timeout');
    expect([scene.now, stand(scene)]).toEqual([6_000, ['Late']]);
    expect(scene.notes).toContainEqual(expect.objectContaining({ kind: 'completed', task: 'A' }));
  });

  test('[Y3.6] a timer that begins with the work does not run before', () => {
    const scene = playPlan(timed(lasting('PT5S', 'OnExecuting')));
    expect([scene.at('A').deadline, scene.variable('timer(A)')]).toEqual([null, 'dormant']);
    scene.now = 3_000;
    expect(scene.hold('A').at('A').deadline).toBe(8_000);
  });

  test('[Y3.6] whoever is in time closes it', () => {
    const scene = work(playPlan(timed(lasting('PT5S'))), 'A', { text: 'after' });
    expect([stand(scene), scene.variable('text'), scene.variable('timer(A)')]).toEqual([
      ['Done'],
      'after',
      'closed',
    ]);
  });

  test('[Y3.6] a moment: as a number, or as a variable says', () => {
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

  test('[Y3.6] without anything said there is no timer', () => {
    const scene = playPlan(timed('<netparam>when</netparam>'));
    expect([scene.at('A').deadline, scene.variable('timer(A)')]).toEqual([null, 'dormant']);
    expect(stand(work(scene, 'A', { text: '' }))).toEqual(['Open']);
  });

  test('[Y3.6] an automated task is only told of it, and stays', () => {
    const automated = { more: '<externalInteraction>automated</externalInteraction>' };
    const scene = playPlan(timed(lasting('PT5S'), {}, automated));
    scene.fire('A', 'timeout');
    expect([stand(scene), scene.variable('timer(A)')]).toEqual([['A'], 'expired']);
    expect(scene.notes).toContainEqual(expect.objectContaining({ kind: 'expired', task: 'A' }));
    expect(stand(work(scene, 'A', { text: '' }))).toEqual(['Late']);
  });

  test('[Y3.6] a started item goes on to be timed when it is given back, or its lease ends', () => {
    const scene = playPlan(timed(lasting('PT5S', 'OnExecuting'))).hold('A');
    scene.now = 3_000;
    scene.send({ kind: 'itemReleased', instance: scene.at('A').id });
    expect(scene.hold('A', 'bob').at('A').deadline).toBe(6_000);
    expect(stand(scene.fire('A', 'timeout'))).toEqual(['Late']);
  });

  test.each(['soon', 'P999999999Y', '{/N/nowhere/text()}', '2026-02-30T00:00:00Z'])(
    '[Y3.6] what says no time starts no timer: %s',
    (expiry) => {
      const scene = playPlan(timed('<netparam>when</netparam>'), { when: { trigger: 'OnEnabled', expiry } });
      expect([scene.at('A').deadline, stand(scene)]).toEqual([null, ['A']]);
    },
  );

  test('[Y3.6] an output whose type has nothing for it is left out when an item expires', () => {
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
    for (const scene of [playPlan(plan), playPlan(plan).hold('A')]) {
      expect(stand(scene.fire('A', 'timeout'))).toBe('completed');
      expect(scene.state.output).toEqual({ record: { colour: { value: null }, day: { value: null } } });
    }
  });

  test('[Y3.4] [Y3.6] a task of several instances that nobody starts in time ends without any', () => {
    const scene = playPlan(
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
    expect(stand(scene.fire('A', 'timeout'))).toEqual(['Late']);
  });

  test('[Y3.6] [Y4.4] only what the specification says is computed, never what a caller wrote', () => {
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
    expect([told.at('A').deadline, stand(told)]).toEqual([null, ['A']]);
  });
});
