import { expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  call,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
} from '../../testing/net-builder.ts';
import type { Json, Program, RunEvent } from '../index.ts';

const asText = (data: unknown): string => JSON.stringify(data);

/** Covers a choice by seed, jitter, a group, a sub-net, a rival offer, undo, and a timeout. */
const rich = program([
  net(
    'main',
    [
      task('fork', 'i', ['p', 'q', 'r', 's'], { work: pass }),
      task('merge', ['p', 'q'], 'm', {
        join: 'xor',
        work: call('merge', { input: read('x') }),
        retry: { limit: 2, delay: 1_000, backoff: 'exponential', jitter: 0.5 },
        timeout: { after: value(5_000), status: 'clock' },
      }),
      task('many', 'r', 'n', {
        each: { items: read('list'), create: 'dynamic', failures: 'continue', concurrency: 2 },
        undo: { operation: 'unmake', connector: 'test' },
      }),
      task('below', 'm', 'k', { work: subnet('sub', 'own', { given: read('x') }) }),
      task('left', 's', 't', { work: offer(read('x')) }),
      task('right', 's', 't', { work: offer() }),
      task('last', ['n', 'k', 't'], 'o'),
    ],
    {
      variables: [
        { name: 'x', initial: { b: 1, a: [true, null] }, parameter: 'optional' },
        { name: 'list', initial: ['one', 'two', 'three'] },
        { name: 'clock' },
      ],
      result: read('x'),
    },
  ),
  net('sub', [task('inner', 'i', 'o')], { variables: [{ name: 'given', parameter: 'required' }] }),
]);

/** A run with nearly every kind of event, as a list of actions. */
const actions: readonly ((testNet: TestNet) => TestNet)[] = [
  (testNet) => testNet.start({ x: { z: 1, y: 2 } }, 7),
  (testNet) => testNet.fail('merge'),
  (testNet) => testNet.send({ kind: 'signalled', name: 'early', payload: { value: { kept: [1] } } }),
  (testNet) => testNet.fire('merge', 'retry'),
  (testNet) => testNet.succeed('many', { made: 1 }),
  (testNet) =>
    testNet.send({ kind: 'instanceAdded', instance: testNet.at('many', 'group').id, item: { value: 4 } }),
  (testNet) => testNet.succeed('merge', 'merged'),
  (testNet) => testNet.fail('many'),
  (testNet) => testNet.hold('left'),
  (testNet) => testNet.send({ kind: 'suspended' }),
  (testNet) => testNet.send({ kind: 'dataUpdated', set: { x: { value: { deep: { er: 1 } } } } }),
  (testNet) => testNet.succeed('inner', { in: 1 }),
  (testNet) => testNet.send({ kind: 'resumed' }),
  (testNet) => testNet.complete('left', 'done', 'ann'),
  (testNet) => testNet.succeed('many', { made: 2 }),
  (testNet) => testNet.succeed('many', { made: 3 }),
  (testNet) => testNet.fire('merge', 'timeout'),
  (testNet) => testNet.fire('merge', 'retry'),
  (testNet) => testNet.succeed('merge', 'again'),
  (testNet) => testNet.succeed('inner'),
  (testNet) => testNet.succeed('last'),
];

test('[K1.1] the same program and the same events yield the same states, effects and notes', () => {
  const one = new TestNet(rich);
  const other = new TestNet(structuredClone(rich));
  for (const action of actions) {
    action(one);
    action(other);
    expect(asText(other.state)).toBe(asText(one.state));
    expect(asText(other.effects)).toBe(asText(one.effects));
    expect(asText(other.notes)).toBe(asText(one.notes));
  }
  expect(one.state.status).toBe('completed');
});

test('[K1.1] another seed yields other choices and other delays', () => {
  const ends = Array.from({ length: 20 }, (_, seed) => {
    const testNet = new TestNet(rich).start({}, seed).fail('merge');
    return asText([testNet.marked(), testNet.at('merge').due]);
  });
  expect(new Set(ends).size).toBeGreaterThan(10);
});

test('[K1.1] the key order of parameters, bindings and data does not matter', () => {
  const unbound = { kind: 'call', onUncertain: 'ask' } as const;
  const made = oneNet(
    [
      task('a', 'i', 'p', { work: { ...unbound, operation: 'one' } }),
      task('b', 'p', 'o', { work: { ...unbound, operation: 'two' } }),
    ],
    {
      variables: [
        { name: 'x', parameter: 'optional' },
        { name: 'y', parameter: 'optional' },
      ],
    },
  );
  const input = { x: { value: 1 }, y: { value: 2 } };
  const forth = new TestNet(made)
    .send({ kind: 'started', seed: 1, input, bindings: { one: 'A', two: 'B', three: 'C' } })
    .send({ kind: 'dataUpdated', set: { x: { value: 3 }, y: { value: 4 } } });
  const back = new TestNet(made)
    .send({
      kind: 'started',
      seed: 1,
      input: { y: input.y, x: input.x },
      bindings: { three: 'C', two: 'B', one: 'A' },
    })
    .send({ kind: 'dataUpdated', set: { y: { value: 4 }, x: { value: 3 } } });
  expect(asText(back.state)).toBe(asText(forth.state));
});

test('[K1.1] the key order of the objects of a program does not matter', () => {
  const backwards = (data: Json): Json => {
    if (Array.isArray(data)) return data.map(backwards);
    if (typeof data !== 'object' || data === null) return data;
    const entries = Object.entries(data).reverse();
    // Constants keep their original text, because the state contains it.
    return Object.fromEntries(
      entries.map(([key, part]) => [key, key === 'initial' ? part : backwards(part)]),
    );
  };
  const one = new TestNet(rich);
  const other = new TestNet(backwards(rich as unknown as Json) as unknown as Program);
  for (const action of actions) {
    action(one);
    action(other);
    expect(asText(other.state)).toBe(asText(one.state));
  }
});

test('[K1.2] replay of every prefix of a journal yields the live state', () => {
  const testNet = new TestNet(rich);
  for (const action of actions) {
    action(testNet);
    expect(asText(testNet.machine.replay(testNet.events))).toBe(asText(testNet.state));
  }
});

test('[K1.2] advance and replay do not change the states and events passed to them', () => {
  const testNet = new TestNet(rich);
  const { machine } = testNet;
  const blank = asText(machine.initial);
  for (const action of actions) action(testNet);
  const texts = testNet.events.map(asText);
  let state = machine.initial;
  const before: { state: typeof state; text: string }[] = [];
  for (const event of testNet.events) {
    before.push({ state, text: asText(state) });
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') throw new Error(step.code);
    state = step.state;
  }
  machine.replay(testNet.events);
  for (const { state: given, text } of before) expect(asText(given)).toBe(text);
  expect(testNet.events.map(asText)).toEqual(texts);
  expect(asText(machine.initial)).toBe(blank);
});

test('[K1.2] a rejected event changes nothing, and is not part of the journal', () => {
  const undisturbed = new TestNet(rich);
  const disturbed = new TestNet(rich);
  const unfit: readonly Omit<Extract<RunEvent, { kind: 'callSucceeded' }>, 'at'>[] = [
    { kind: 'callSucceeded', instance: 1, attempt: 1, output: { value: 1 } },
    { kind: 'callSucceeded', instance: 3, attempt: 9, output: { value: 1 } },
  ];
  for (const action of actions) {
    action(undisturbed);
    for (const event of unfit) {
      const before = asText(disturbed.state);
      disturbed.refused(event);
      expect(asText(disturbed.state)).toBe(before);
    }
    action(disturbed);
    expect(asText(disturbed.state)).toBe(asText(undisturbed.state));
  }
});
