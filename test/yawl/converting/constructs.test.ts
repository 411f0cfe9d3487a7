import { expect, test } from 'vitest';
import { graphLanguage } from '../../../src/languages/graph/index.ts';
import { parseDocument, toJson } from '../../../src/languages/index.ts';
import { yawl } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';
import { convertPlan, readBoth } from './play-both.ts';
import { type Player, startPlayer } from './player.ts';

const names =
  '<xs:complexType name="Names"><xs:sequence><xs:element name="item" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>';

const asked: SpecificationPlan = {
  uri: 'Ask.yawl',
  types: names,
  nets: [
    {
      id: 'Main',
      inputs: { people: 'Names', topic: 'string' },
      outputs: { replies: 'Names' },
      locals: { replies: 'Names' },
      begin: ['ask'],
      tasks: {
        ask: {
          to: ['o'],
          starting: { about: '<about>{/Main/topic/text()}</about>' },
          multiple: {
            max: 9,
            threshold: 9,
            from: '/Main/people',
            split: 'for $each in /people/* return <person>{$each/text()}</person>',
            formal: 'person',
            output: {
              each: '<item>{/ask/reply/text()}</item>',
              join: '<replies>{for $x in /ask/* return $x}</replies>',
              to: 'replies',
            },
          },
        },
      },
    },
  ],
  work: { ask: { inputs: { person: 'string', about: 'string' }, outputs: { reply: 'string' } } },
};

/** The document as data. */
const dataOf = (text: string) => {
  const { root } = parseDocument({ path: 'converted.yaml', text });
  return (root === null ? null : toJson(root)) as {
    workflows: Record<string, { graph: Record<string, unknown>; result?: unknown }>;
  };
};

test('[Y8.1] multiple instances become a foreach with the same list', () => {
  const conversion = convertPlan(asked);
  expect(conversion.gaps).toEqual([]);
  const { workflows } = dataOf(conversion.text);
  expect(Object.keys(workflows)).toEqual(['Ask', 'Ask_ask', 'keep']);
  expect(workflows['Ask']?.graph['ask']).toEqual({
    type: 'foreach',
    items: 'default($people.item, [])',
    as: 'person',
    step: { workflow: 'Ask_ask', args: { about: '$topic', person: '$person' } },
    concurrency: 9,
    max_iterations: 9,
  });
  const input = { people: { item: ['ann', 'bob', 'eve'] }, topic: 'tea' };
  const { original, converted } = readBoth(asked, conversion);
  const replies = (player: Player) => {
    for (let count = 1; player.waiting().length > 0; count++)
      player.answer('ask', { reply: `reply ${count}` });
    return player.output;
  };
  const given = { replies: { item: ['reply 1', 'reply 2', 'reply 3'] } };
  expect(replies(startPlayer(original, yawl.evaluators, input))).toEqual(given);
  expect(replies(startPlayer(converted, graphLanguage.evaluators, input))).toEqual(given);
});

const resourcing = (more: string, allocate = 'user') =>
  `<offer initiator="system"><distributionSet><initialSet><participant>ann</participant><role>clerk</role></initialSet></distributionSet>${more}</offer><allocate initiator="${allocate}"/><start initiator="user"/>`;

const single = (task: object, more: Partial<SpecificationPlan> = {}): SpecificationPlan => ({
  uri: 'One',
  nets: [{ id: 'Main', begin: ['do-it'], tasks: { 'do-it': { to: ['o'], does: 'Work', ...task } } }],
  ...more,
});

test('[Y8.1] fixed people and roles stay, and invalid names are changed with a comment', () => {
  const { text, gaps } = convertPlan(single({ resourcing: resourcing('') }));
  expect(gaps).toEqual([]);
  expect(text).toContain('# Task “do-it” of the specification\n      do_it:');
  expect(dataOf(text).workflows['One']?.graph['do_it']).toEqual({
    type: 'yield',
    message: 'do-it',
    who: { roles: ['clerk'], subjects: ['ann'] },
  });
});

const rulesOf = (plan: SpecificationPlan): readonly string[] =>
  convertPlan(plan).gaps.map(({ rule, line, path }) => {
    expect(line).toBeGreaterThan(1);
    expect(path).not.toBe('');
    return rule.replace('cannot-convert-', '');
  });

const duration = '<trigger>OnEnabled</trigger><duration>PT1H</duration>';

test.each<[string, SpecificationPlan]>([
  ['timer', single({ timer: duration })],
  ['resourcing', single({ resourcing: resourcing('', 'system') })],
  ['cancellation-set', single({ removes: ['i'] })],
  [
    'mapping',
    single(
      { starting: { x: '<x>{string-join(/Main/v)}</x>' } },
      { work: { Work: { inputs: { x: 'string' } } } },
    ),
  ],
])('[Y8.1] a feature that no node has is listed: %s', (rule, plan) => {
  expect(rulesOf(plan)).toEqual([rule]);
});

test('[Y8.1] a deferred choice is listed, and so are thresholds and added instances', () => {
  const deferred: SpecificationPlan = {
    nets: [{ id: 'Main', begin: ['a', 'b'], tasks: { a: { to: ['o'] }, b: { to: ['o'] } } }],
  };
  expect(new Set(rulesOf(deferred))).toEqual(new Set(['deferred-choice']));
  const [net] = asked.nets;
  const changed = (multiple: object): SpecificationPlan => ({
    ...asked,
    nets: [
      {
        id: 'Main',
        begin: ['ask'],
        ...net,
        tasks: {
          ask: {
            to: ['o'],
            ...net?.tasks['ask'],
            multiple: { ...net?.tasks['ask']?.multiple, ...multiple } as never,
          },
        },
      },
    ],
  });
  for (const [multiple, why] of [
    [{ threshold: 2 }, 'a threshold ends it early'],
    [{ dynamic: true }, 'instances can be added'],
    [{ max: '/Main/n' }, 'the maximum is computed'],
    [{ split: 'for $e in /people/item where $e != "" return $e' }, 'the splitting query is more'],
  ] as const) {
    const [gap, ...others] = convertPlan(changed(multiple)).gaps;
    expect(others).toEqual([]);
    expect(gap?.rule).toBe('cannot-convert-multiple-instances');
    expect(gap?.message).toContain(why);
  }
});

test('[Y8.1] an OR-join in a loop is converted if it closes one split, and listed otherwise', () => {
  const loop = (more: object): SpecificationPlan => ({
    nets: [
      {
        id: 'Main',
        locals: { n: 'int = 1' },
        begin: ['head'],
        tasks: {
          head: { to: ['split'], join: 'xor' },
          split: {
            to: [
              { to: 'a', when: '/Main/n > 0', otherwise: true },
              { to: 'b', when: '/Main/n > 1' },
            ],
            split: 'or',
          },
          a: { to: ['join'] },
          b: { to: ['join'] },
          join: {
            to: [
              { to: 'head', when: '/Main/n > 5', order: 1 },
              { to: 'o', otherwise: true },
            ],
            join: 'or',
            split: 'xor',
          },
          ...more,
        },
      },
    ],
  });
  expect(rulesOf(loop({}))).toEqual([]);
  const jump = {
    a: {
      to: [
        { to: 'join', when: '/Main/n > 3', order: 1 },
        { to: 'head', otherwise: true },
      ],
      split: 'xor',
    },
  };
  expect(rulesOf(loop(jump))).toEqual(['or-join-in-loop']);
  const nested = {
    b: {
      to: [
        { to: 'c', when: '/Main/n > 0', otherwise: true },
        { to: 'd', when: '/Main/n > 1' },
      ],
      split: 'or',
    },
    c: { to: ['e'] },
    d: { to: ['e'] },
    e: { to: ['join'], join: 'or' },
  };
  expect(rulesOf(loop(nested))).toEqual(['or-join-in-loop', 'or-join-in-loop']);
});

test('[Y8.1] an error of the graph language is reported', () => {
  const never: SpecificationPlan = {
    nets: [
      {
        id: 'Main',
        locals: { n: 'int' },
        begin: ['a'],
        tasks: {
          a: {
            to: [
              { to: 'b', when: '/Main/n > 5', order: 1 },
              { to: 'o', otherwise: true },
            ],
            split: 'xor',
          },
          b: { to: ['o'] },
        },
      },
    ],
  };
  const [gap] = convertPlan(never).gaps;
  expect(gap).toMatchObject({ rule: 'cannot-convert-graph' });
  expect(gap?.message).toMatch(/Line \d+ of the converted document is not valid: “b” can never run/);
});

test('[Y8.1] a variable that is set to nothing is nothing, regardless of its initial value', () => {
  const plan: SpecificationPlan = {
    nets: [
      {
        id: 'Main',
        outputs: { n: 'int' },
        locals: { n: 'int = 3', go: 'boolean = true' },
        begin: ['inner'],
        tasks: {
          inner: {
            to: [
              { to: 'inner', when: "/Main/go/text() = 'false'", order: 1 },
              { to: 'o', otherwise: true },
            ],
            split: 'xor',
            does: 'Inner',
            completed: { n: '<n>{/Inner/n/text()}</n>' },
          },
        },
      },
      {
        id: 'Inner',
        outputs: { n: 'int' },
        locals: { n: 'int' },
        begin: ['work'],
        tasks: { work: { to: ['o'] } },
      },
    ],
  };
  const conversion = convertPlan(plan);
  expect(conversion.gaps).toEqual([]);
  const { original, converted } = readBoth(plan, conversion);
  for (const player of [
    startPlayer(original, yawl.evaluators, {}),
    startPlayer(converted, graphLanguage.evaluators, {}),
  ]) {
    player.answer('work', {});
    expect(player.state.status).toBe('completed');
    expect(player.output).toEqual({ n: null });
  }
});

test('[Y8.1] a task that a service performs becomes a call', () => {
  const plan = single(
    { starting: { amount: '<amount>{5}</amount>' }, completed: { paid: '<paid>{/Work/paid/text()}</paid>' } },
    {
      work: {
        Work: { inputs: { amount: 'int' }, outputs: { paid: 'boolean' }, more: '<codelet>Pay</codelet>' },
      },
    },
  );
  const [net] = plan.nets;
  const nets =
    net === undefined ? [] : [{ ...net, locals: { paid: 'boolean' }, outputs: { paid: 'boolean' } }];
  const codelets = new Map([
    ['Pay', { operation: 'bank.charge', args: { euros: 'amount' }, result: 'paid' }],
  ]);
  const nobody = { services: new Map(), participants: new Map(), roles: new Map() };
  const { text, gaps } = convertPlan({ ...plan, nets }, { ...nobody, codelets });
  expect(gaps).toEqual([]);
  const { graph, result } = dataOf(text).workflows['One'] ?? {};
  expect(graph?.['do_it']).toEqual({ call: 'bank.charge', args: { euros: 5 } });
  expect(result).toEqual({ paid: '$do_it' });
});
