import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  flow,
  net,
  offer,
  oneNet,
  program,
  read,
  record,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import { type Json, type Payload, type Task, UnresolvedError } from '../index.ts';

const blob = (hash: string): Payload => ({ blob: { hash, size: 50_000_000 } });
const counting = () => {
  const calls: string[] = [];
  const resolve = (hash: string): Json => {
    calls.push(hash);
    return [`content of ${hash}`];
  };
  return { calls, options: { resolve } };
};
const withX = {
  variables: [{ name: 'x', parameter: 'optional' }, { name: 'y' }, { name: 'unset' }],
} as const;

describe('records', () => {
  const started = (tasks: readonly Task[], options: Parameters<typeof oneNet>[1] = {}) => {
    const { calls, options: linked } = counting();
    const testNet = new TestNet(oneNet(tasks, { ...withX, ...options }), linked);
    return { calls, testNet: testNet.send({ kind: 'started', seed: 1, input: { x: blob('big') } }) };
  };

  test('[K12.4] a reference stays a reference in the input of a call, next to values and records', () => {
    const input = record({
      body: read('x'),
      limit: value(3),
      deep: record({ again: read('x'), n: expr(['add', ['lit', 1], ['lit', 1]]) }),
      none: record({}),
    });
    const { calls, testNet } = started([task('a', 'i', 'o', { work: call('a', { input }) })]);
    expect(testNet.asked('call').map((effect) => effect.input)).toEqual([
      {
        record: {
          body: blob('big'),
          limit: { value: 3 },
          deep: { record: { again: blob('big'), n: { value: 2 } } },
          none: { record: {} },
        },
      },
    ]);
    expect(calls).toEqual([]);
  });

  test('[K12.4] a record passes through variables, nets, items, results of an each, undo and the end', () => {
    const { calls, options } = counting();
    const both = record({ in: read('x'), out: read('$output') });
    const expected = { record: { in: blob('big'), out: blob('answer') } };
    const testNet = new TestNet(
      program([
        net(
          'main',
          [
            task('a', 'i', 'p', {
              each: { min: 1, create: 'static', failures: 'abort', collect: both },
              undo: undo('revert', { input: both }),
              outputs: assigns({ y: read('$output') }),
            }),
            task('sub', 'p', 'q', { work: subnet('low', 'own', { z: record({ y: read('y') }) }) }),
            task('b', 'q', 'o', { work: offer(record({ y: read('y') })) }),
          ],
          { ...withX, result: record({ y: read('y') }) },
        ),
        net('low', [task('l', 'i', 'o', { work: call('l', { input: read('z') }) })], {
          variables: variables('z'),
        }),
      ]),
      options,
    ).send({ kind: 'started', seed: 1, input: { x: blob('big') } });
    const { id } = testNet.member('a', 0);
    testNet.send({ kind: 'callSucceeded', instance: id, attempt: 1, output: blob('answer') });
    expect(testNet.state.frames[0]?.undo).toMatchObject([{ input: expected }]);
    expect(testNet.state.frames[0]?.slots[1]).toEqual({ list: [expected] });
    expect(testNet.asked('call')).toMatchObject([{ input: { record: { y: { list: [expected] } } } }]);
    expect(testNet.succeed('l').asked('offer')).toMatchObject([
      { input: { record: { y: { list: [expected] } } } },
    ]);
    expect(testNet.complete('b').state.output).toEqual({ record: { y: { list: [expected] } } });
    expect(calls).toEqual([]);
  });

  test('[K12.4] a record comes with events like any value', () => {
    const { calls, testNet } = started([task('a', 'i', 'o', { outputs: assigns({ y: read('$output') }) })], {
      result: read('y'),
    });
    const output = { record: { rows: blob('rows'), count: { value: 2 } } };
    testNet.send({ kind: 'callSucceeded', instance: testNet.at('a').id, attempt: 1, output });
    expect([testNet.state.output, calls]).toEqual([output, []]);
  });

  test('[K12.4] an expression that reads the content of a record receives a plain object', () => {
    const made = [
      task('a', 'i', 'p', { outputs: assigns({ y: record({ x: read('x'), n: value(1) }) }) }),
      task('b', 'p', 'o', {
        split: 'xor',
        flows: [flow('o', expr(['eq', ['get', 'y'], ['lit', { x: ['content of big'], n: 1 }]])), flow(null)],
      }),
    ];
    const { calls, testNet } = started(made);
    testNet.succeed('a').succeed('b');
    expect(testNet.noted('flow')).toMatchObject([{ to: 'o' }]);
    expect(new Set(calls)).toEqual(new Set(['big']));
  });

  test('[K12.4] no name in a record is special', () => {
    const input = record({ ['__proto__']: value(1), constructor: value(2), '': value(3) });
    const { testNet } = started([task('a', 'i', 'o', { work: call('a', { input }) })]);
    const [effect] = testNet.asked('call');
    const made = (effect!.input as { record: object }).record;
    expect(Object.entries(made)).toEqual([
      ['__proto__', { value: 1 }],
      ['constructor', { value: 2 }],
      ['', { value: 3 }],
    ]);
  });

  test('[K2.3][K12.4] a part without a value is an error of the whole record', () => {
    const caught = { catch: { to: 'o', as: 'y' } };
    for (const part of [read('unset'), expr(['throw', 'no']), value('x'.repeat(40))]) {
      const work = call('a', { input: record({ good: read('x'), bad: part }) });
      const link = () => started([task('a', 'i', 'o', { work, ...caught })], { limits: { payload: 30 } });
      if (part.kind === 'value') expect(link).toThrow('too large');
      else expect(link().testNet.variable('y')).toMatchObject({ code: 'expression' });
    }
  });

  test('[K13.5] `onUnset: skip` checks the names of all its parts', () => {
    const skips = (part: string) => {
      const input = record({ a: value(1), b: record({ c: read(part) }) });
      return started([
        task('a', 'i', 'p', { onUnset: 'skip', work: call('a', { input }) }),
        task('b', 'p', 'o'),
      ]);
    };
    expect(skips('unset').testNet.instancesUnderWay()).toEqual(['b:calling']);
    expect(skips('x').testNet.instancesUnderWay()).toEqual(['a:calling']);
  });
});

describe('a reference that cannot be resolved', () => {
  const lost = () => {
    throw new Error('no such content');
  };
  /** `x` is passed by reference, and a later expression reads it. */
  const looking = (options: Partial<Task>) =>
    new TestNet(
      oneNet([task('a', 'i', 'p'), task('b', 'p', 'o', { catch: { to: 'o' }, ...options })], withX),
      {
        resolve: lost,
      },
    ).send({ kind: 'started', seed: 1, input: { x: blob('gone') } });

  const size = expr(['size', ['get', 'x']]);
  test.each<[string, Partial<Task>]>([
    ['an input', { work: call('b', { input: size }) }],
    ['a part of a record', { work: call('b', { input: record({ n: size }) }) }],
    ['items', { each: { items: read('x'), create: 'static', failures: 'abort' } }],
    ['a bound', { each: { min: read('x'), create: 'static', failures: 'abort' } }],
    ['a time', { work: wait({ for: read('x') }) }],
    ['the name of a signal', { work: wait({ signal: read('x') }) }],
    ['a deadline', { timeout: { after: read('x') } }],
    ['a failure', { work: { kind: 'fail', failure: read('x') } }],
    ['an offer that is opened', { work: offer(undefined, { takes: 'hold', enabling: size }) }],
  ])('[K12.4] in %s leaves advance as an UnresolvedError: it is no error of the workflow', (_, options) => {
    const testNet = looking(options);
    const before = JSON.stringify(testNet.state);
    expect(() => testNet.succeed('a')).toThrow(UnresolvedError);
    expect(JSON.stringify(testNet.state)).toBe(before);
  });

  test('[K12.4] in an answer it is neither a rejection nor a failure, and the cause is reported', () => {
    const outputs = assigns({ y: expr(['size', ['get', '$output']]) });
    for (const work of [call('b'), offer()]) {
      const testNet = looking({ work, outputs }).succeed('a');
      const { id } = testNet.at('b');
      const output = blob('other');
      const answer = () =>
        work.kind === 'call'
          ? testNet.send({ kind: 'callSucceeded', instance: id, attempt: 1, output })
          : testNet.send({ kind: 'itemCompleted', instance: id, output });
      expect(answer).toThrow(UnresolvedError);
      expect(answer).toThrow('other');
      try {
        answer();
      } catch (error) {
        expect((error as Error).cause).toMatchObject({ message: 'no such content' });
      }
      expect(testNet.at('b').id).toBe(id);
    }
  });

  test('[K12.4] in an open offer it is reported at the hold', () => {
    const testNet = looking({ work: offer(size, { takes: 'hold', enabling: value(1) }) }).succeed('a');
    expect(() => testNet.hold('b')).toThrow(UnresolvedError);
    expect(testNet.instancesUnderWay()).toEqual(['b:open']);
  });

  test('[K12.4] work that only passes the reference on is not affected', () => {
    const testNet = looking({ work: call('b', { input: record({ x: read('x') }) }) }).succeed('a');
    expect(testNet.asked('call')).toMatchObject([{ input: { record: { x: blob('gone') } } }]);
  });
});

describe('values with copies', () => {
  const growing = (options: Partial<Task>, visits: number) =>
    oneNet(
      [
        task('begin', 'i', 'p', { work: { kind: 'pass' } }),
        task('grow', 'p', 'p', { work: { kind: 'pass' }, visits, catch: { to: 'o', as: 'y' }, ...options }),
      ],
      { limits: { payload: 100 }, variables: [{ name: 'x', initial: 1 }, { name: 'y' }] },
    );

  test.each<[string, Partial<Task>]>([
    ['a record of copies', { outputs: assigns({ x: record({ a: read('x'), b: read('x') }) }) }],
    ['a record in a record', { outputs: assigns({ x: record({ a: read('x') }) }) }],
    [
      'a list of copies',
      {
        each: { min: 2, create: 'static', failures: 'abort', collect: read('x') },
        outputs: assigns({ x: read('$output') }),
      },
    ],
  ])('[K12.3] %s cannot grow without limit', (_, options) => {
    const testNet = new TestNet(growing(options, 1000)).start();
    expect(testNet.variable('y')).toMatchObject({ code: 'expression' });
    expect(JSON.stringify(testNet.state).length).toBeLessThan(3_000);
  });
});
