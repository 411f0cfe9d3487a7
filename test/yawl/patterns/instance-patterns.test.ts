import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/kernel/index.ts';
import type { TestNet } from '../../test-net.ts';
import { caseStatus, playPlan, work } from '../play-specification.ts';
import type { MultiplePlan, SpecificationPlan, TaskPlan } from '../specification-text.ts';

const types = `
  <xs:complexType name="NamesType"><xs:sequence>
    <xs:element name="name" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`;

const split: MultiplePlan = {
  from: '/N/names',
  split: 'for $each in /names/name return <who>{$each/text()}</who>',
  formal: 'who',
  output: {
    each: '<name>{/Ask/answer/text()}</name>',
    join: '<answers>{/Ask/name}</answers>',
    to: 'answers',
  },
};

const { output: _, ...withoutOutput } = split;

/** Asks every member of a list, then continues. */
const asking = (multiple: Partial<MultiplePlan> = {}, task: Partial<TaskPlan> = {}): SpecificationPlan => ({
  types,
  nets: [
    {
      id: 'N',
      inputs: { names: 'NamesType', least: 'int = 1' },
      outputs: { answers: 'NamesType', latest: 'string' },
      locals: { answers: 'NamesType', latest: 'string' },
      begin: ['A'],
      tasks: {
        A: {
          to: ['B'],
          does: 'Ask',
          completed: { latest: '<latest>{/Ask/answer/text()}</latest>' },
          multiple: { ...split, ...multiple },
          ...task,
        },
        B: { to: ['o'] },
      },
    },
  ],
  work: { Ask: { inputs: { who: 'string' }, outputs: { answer: 'string' } } },
});

const names = { names: { name: ['x', 'y', 'z'] } };

/** The data of the instances, in their order. */
const inputs = (testNet: TestNet): Json[] =>
  testNet.state.instances.flatMap(({ group, input }) =>
    group !== 0 && input !== null && 'record' in input
      ? [
          Object.fromEntries(
            Object.entries(input.record).map(([key, part]) => [key, 'value' in part ? part.value : null]),
          ),
        ]
      : [],
  );

const answer = (testNet: TestNet, index: number, text: string): TestNet => {
  const { id, phase } = testNet.member('A', index);
  if (phase !== 'held') testNet.send({ kind: 'itemHeld', instance: id, by: 'ann' });
  return testNet.send({
    kind: 'itemCompleted',
    instance: id,
    output: { value: { answer: text } },
    by: 'ann',
  });
};

describe('several instances', () => {
  test('[Y3.4] [Y3.9] pattern 14, known at run time: one for each part; the principal that starts it has the first', () => {
    const testNet = playPlan(asking(), names);
    expect(testNet.instancesUnderWay()).toEqual(['A:open']);
    testNet.hold('A');
    expect(testNet.instancesUnderWay()).toEqual(['A:group', 'A:held', 'A:offered', 'A:offered']);
    expect(inputs(testNet)).toEqual([{ who: 'x' }, { who: 'y' }, { who: 'z' }]);
    answer(answer(testNet, 2, 'Z'), 0, 'X');
    expect(caseStatus(testNet)).toEqual(['A']);
    expect(caseStatus(answer(testNet, 1, 'Y'))).toEqual(['B']);
    expect(work(testNet, 'B').state.output).toEqual({
      record: { answers: { value: { name: ['X', 'Y', 'Z'] } }, latest: { value: 'Y' } },
    });
  });

  test('[Y3.4] [Y3.9] pattern 13, known at design time: within minimum and maximum, or none starts', () => {
    const three = asking({ min: 3, max: 3 });
    expect(playPlan(three, names).hold('A').instancesUnderWay()).toHaveLength(4);
    const few = playPlan(three, { names: { name: ['x'] } });
    expect(few.refused({ kind: 'itemHeld', instance: few.at('A').id, by: 'ann' })).toBe('too-few-instances');
    const many = playPlan(three, { names: { name: ['x', 'y', 'z', 'q'] } });
    expect(many.refused({ kind: 'itemHeld', instance: many.at('A').id, by: 'ann' })).toBe(
      'too-many-instances',
    );
    expect(many.instancesUnderWay()).toEqual(['A:open']);
  });

  test('[Y3.4] bounds can be queries; one that returns no number has YAWL’s fallback value', () => {
    const counted = asking({ min: 'count(/N/names/name)', max: '/N/least + 2', threshold: '/N/least' });
    expect(playPlan(counted, names).hold('A').instancesUnderWay()).toHaveLength(4);
    const testNet = playPlan(counted, names).hold('A');
    expect(caseStatus(answer(testNet, 0, 'X'))).toEqual(['B']);
    const vague = asking({ max: '/N/nowhere' });
    const refused = playPlan(vague, names);
    expect(refused.refused({ kind: 'itemHeld', instance: refused.at('A').id, by: 'ann' })).toBe(
      'too-many-instances',
    );
  });

  test('[Y3.4] [Y3.9] pattern 15, not known before: instances are added while one is running', () => {
    const testNet = playPlan(asking({ dynamic: true, max: 4 }), names).hold('A');
    const add = (who: string) =>
      ({ kind: 'instanceAdded', instance: testNet.member('A', 0).group, item: { value: who } }) as const;
    testNet.send(add('new'));
    expect(inputs(testNet)).toEqual([{ who: 'x' }, { who: 'y' }, { who: 'z' }, { who: 'new' }]);
    expect(testNet.refused(add('one more'))).toBe('too-many-instances');
    for (const index of [0, 1, 2, 3]) answer(testNet, index, String(index));
    expect(caseStatus(testNet)).toEqual(['B']);
    const fixed = playPlan(asking(), names).hold('A');
    const added = {
      kind: 'instanceAdded',
      instance: fixed.member('A', 0).group,
      item: { value: 'q' },
    } as const;
    expect(fixed.refused(added)).toBe('not-dynamic');
  });

  test.each([
    ['static', false],
    ['dynamic', true],
  ])(
    '[Y3.4] [Y3.9] patterns 34, 35 and 36, partial join: the threshold ends it and cancels the rest (%s)',
    (_, dynamic) => {
      const testNet = playPlan(asking({ threshold: 2, dynamic }), names).hold('A');
      expect(caseStatus(answer(testNet, 1, 'Y'))).toEqual(['A', 'A']);
      expect(caseStatus(answer(testNet, 2, 'Z'))).toEqual(['B']);
      expect(testNet.notes.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1);
      expect(testNet.variable('answers')).toEqual({ name: ['Y', 'Z'] });
    },
  );

  test('[Y3.5] [Y3.9] pattern 26, cancel: a cancellation set ends all instances', () => {
    const testNet = playPlan(
      {
        types,
        nets: [
          {
            id: 'N',
            inputs: { names: 'NamesType' },
            begin: ['S'],
            tasks: {
              S: { to: ['A', 'C'], split: 'and', does: null },
              A: { to: ['o'], does: 'Ask', multiple: withoutOutput },
              C: { to: ['D'], removes: ['A'], removesFlows: [['S', 'A']] },
              D: { to: ['o'] },
            },
          },
        ],
        work: { Ask: { inputs: { who: 'string' }, outputs: { answer: 'string' } } },
      },
      names,
    );
    testNet.hold('A');
    expect(caseStatus(work(testNet, 'C'))).toEqual(['D']);
    expect(caseStatus(work(testNet, 'D'))).toBe('completed');
  });

  test('[Y3.7] [Y3.9] pattern 27, complete: instances that are forced to end count as ended', () => {
    const testNet = playPlan(asking(), names).hold('A');
    answer(testNet, 0, 'X');
    for (const index of [1, 2]) {
      testNet.send({ kind: 'itemForced', instance: testNet.member('A', index).id, by: 'root' });
    }
    expect([caseStatus(testNet), testNet.variable('answers')]).toEqual([['B'], { name: ['X', '', ''] }]);
  });

  test('[Y3.9] pattern 12, without synchronisation: each pass of a loop starts one more, and nothing waits for it', () => {
    const testNet = playPlan({
      nets: [
        {
          id: 'N',
          begin: ['More'],
          conditions: { todo: ['Do'], next: ['More', 'Enough'], done: ['End'] },
          tasks: {
            More: { to: ['todo', 'next'], split: 'and' },
            Do: { to: ['done'] },
            Enough: { to: ['End'] },
            End: { to: ['o'], join: 'and', removes: ['todo', 'done', 'Do'] },
          },
        },
      ],
    });
    work(work(testNet, 'More'), 'More');
    expect([caseStatus(testNet), testNet.marked()]).toEqual([
      ['Do', 'Enough', 'More'],
      ['todo', 'todo', 'next'],
    ]);
    work(work(testNet, 'Do'), 'Enough');
    expect(caseStatus(testNet)).toEqual(['Do', 'End']);
    expect(caseStatus(work(testNet, 'End'))).toBe('completed');
  });

  test('[Y3.3] [Y3.4] a composite multiple-instance task runs its net for each instance', () => {
    const testNet = playPlan(
      {
        types,
        nets: [
          {
            id: 'N',
            inputs: { names: 'NamesType' },
            outputs: { answers: 'NamesType' },
            locals: { answers: 'NamesType' },
            begin: ['A'],
            tasks: {
              A: {
                to: ['o'],
                does: 'Sub',
                multiple: {
                  ...split,
                  output: {
                    each: '<name>{/Sub/who/text()}</name>',
                    join: '<answers>{/Sub/name}</answers>',
                    to: 'answers',
                  },
                },
              },
            },
          },
          {
            id: 'Sub',
            inputs: { who: 'string' },
            outputs: { who: 'string' },
            begin: ['Greet'],
            tasks: {
              Greet: {
                to: ['o'],
                starting: { who: '<who>{/Sub/who/text()}</who>' },
                completed: { who: '<who>{upper-case(/Greet/who)}</who>' },
              },
            },
          },
        ],
        work: { Greet: { inputs: { who: 'string' }, outputs: { who: 'string' } } },
      },
      names,
    );
    expect(caseStatus(testNet)).toEqual(['Greet', 'Greet', 'Greet']);
    for (let left = 3; left > 0; left--) work(testNet, 'Greet');
    expect(testNet.state.output).toEqual({ record: { answers: { value: { name: ['X', 'Y', 'Z'] } } } });
  });
});
