import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  net,
  offer,
  oneNet,
  program,
  read,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Each, Json, Limits, Task } from '../index.ts';

const abc = value(['a', 'b', 'c']);

/** One task over a list: results, last result and failures are stored in variables; a failure is caught. */
const many = (each: Partial<Each>, options: Partial<Task> = {}, limits: Limits = {}) =>
  oneNet(
    [
      task('work', 'i', 'p', {
        work: call('work', { input: expr(['list', ['get?', '$item', 'none'], ['get', '$index']]) }),
        each: { create: 'static', failures: 'abort', ...each },
        outputs: assigns({
          results: read('$output'),
          last: expr(['get?', '$last', 'unset']),
          failures: read('$failures'),
        }),
        catch: { to: 'p', as: 'caught' },
        ...options,
      }),
      task('after', 'p', 'o'),
    ],
    { variables: variables('results', 'last', 'failures', 'caught', 'unset'), limits },
  );

/** Answers the instance at one position. */
const answer = (testNet: TestNet, index: number, output: Json): TestNet => {
  const { id, attempt } = testNet.member('work', index);
  return testNet.send({ kind: 'callSucceeded', instance: id, attempt, output: { value: output } });
};

const breakOne = (testNet: TestNet, index: number, code = 'broken'): TestNet => {
  const { id, attempt } = testNet.member('work', index);
  return testNet.send({ kind: 'callFailed', instance: id, attempt, failure: { code, message: code } });
};

/** Active positions. */
const indexes = (testNet: TestNet): number[] =>
  testNet.state.instances.flatMap(({ group, index }) => (group === 0 ? [] : [index]));

const caughtIn = (testNet: TestNet): string | undefined =>
  (testNet.variable('caught') as { code: string } | undefined)?.code;

describe('order', () => {
  test('[K6.1] results are in item order even if instances finish out of order; $last is the latest result', () => {
    const testNet = new TestNet(many({ items: abc })).start();
    expect(testNet.asked('call').map(({ input }) => input)).toEqual([
      { value: ['a', 0] },
      { value: ['b', 1] },
      { value: ['c', 2] },
    ]);
    answer(testNet, 2, 'C');
    answer(testNet, 0, 'A');
    expect(testNet.variable('results')).toBeUndefined();
    answer(testNet, 1, 'B');
    expect(testNet.variable('results')).toEqual(['A', 'B', 'C']);
    expect(testNet.variable('last')).toBe('B');
    expect(testNet.variable('failures')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['after:calling']);
  });

  test('[K6.1] at most `concurrency` instances are active; the next begins when one ends', () => {
    const each = { items: value(['a', 'b', 'c', 'd', 'e']), concurrency: 2, failures: 'continue' } as const;
    const testNet = new TestNet(many(each)).start();
    expect(indexes(testNet)).toEqual([0, 1]);
    expect(indexes(answer(testNet, 1, 'B'))).toEqual([0, 2]);
    expect(indexes(breakOne(testNet, 0))).toEqual([2, 3]);
    expect(testNet.asked('call').map(({ input }) => input)).toEqual([{ value: ['d', 3] }]);
    answer(testNet, 3, 'D');
    expect(indexes(testNet)).toEqual([2, 4]);
    answer(testNet, 4, 'E');
    expect(indexes(testNet)).toEqual([2]);
    answer(testNet, 2, 'C');
    expect(testNet.variable('results')).toEqual([null, 'B', 'C', 'D', 'E']);
  });

  test('[K6.1] a concurrency of 1 is a loop; one over the number of items has no effect', () => {
    expect(indexes(new TestNet(many({ items: abc, concurrency: 1 })).start())).toEqual([0]);
    expect(indexes(new TestNet(many({ items: abc, concurrency: 9 })).start())).toEqual([0, 1, 2]);
  });

  test('[K6.1] an instance that waits for its retry is active', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const testNet = new TestNet(many({ items: abc, concurrency: 1 }, { retry })).start();
    breakOne(testNet, 0);
    expect([indexes(testNet), testNet.at('work', 'backoff').index]).toEqual([[0], 0]);
    testNet.fire('work', 'retry');
    expect(indexes(answer(testNet, 0, 'A'))).toEqual([1]);
    expect(testNet.member('work', 1).attempt).toBe(1);
  });

  test('[K6.1] a skipped instance adds null and counts as completed', () => {
    const testNet = new TestNet(many({ items: abc, threshold: 2 }, { work: offer(read('$item')) })).start();
    testNet.send({ kind: 'itemSkipped', instance: testNet.member('work', 1).id });
    expect(testNet.noted('skipped')).toMatchObject([{ instance: 4 }]);
    testNet.complete('work', 'A');
    expect(testNet.variable('results')).toEqual(['A', null, null]);
    expect(testNet.noted('completed')).toMatchObject([{ instance: 3 }, { instance: 2 }]);
  });

  test('[K6.1] a failed instance adds null, and its failure with its index to $failures', () => {
    const testNet = new TestNet(many({ items: abc, failures: 'continue' })).start();
    breakOne(testNet, 2, 'third');
    breakOne(testNet, 0, 'first');
    answer(testNet, 1, 'B');
    expect(testNet.variable('results')).toEqual([null, 'B', null]);
    expect(testNet.variable('last')).toBe('B');
    expect(testNet.variable('failures')).toEqual([
      { index: 2, failure: { code: 'third', message: 'third' } },
      { index: 0, failure: { code: 'first', message: 'first' } },
    ]);
  });

  test('[K6.1] `collect` defines what an instance adds', () => {
    const collect = expr(['list', ['get', '$index'], ['get', '$output']]);
    const testNet = new TestNet(many({ items: abc, collect })).start();
    for (const index of [2, 1, 0]) answer(testNet, index, 'x');
    expect(testNet.variable('results')).toEqual([
      [0, 'x'],
      [1, 'x'],
      [2, 'x'],
    ]);
    expect(testNet.variable('last')).toEqual([0, 'x']);
  });

  test('[K6.1] the list is evaluated once, when the task begins', () => {
    const made = many({ items: read('list'), concurrency: 1 });
    const [only] = made.nets;
    const list = { name: 'list', initial: ['a', 'b'] };
    const testNet = new TestNet({
      ...made,
      nets: [{ ...only!, variables: [...only!.variables, list] }],
    }).start();
    testNet.send({ kind: 'dataUpdated', set: { list: { value: ['x', 'y', 'z'] } } });
    answer(testNet, 0, 1);
    expect(testNet.asked('call')).toMatchObject([{ input: { value: ['b', 1] } }]);
    expect(answer(testNet, 1, 2).variable('results')).toEqual([1, 2]);
  });

  test('[K6.1] sub-nets in a group return their results in the same order', () => {
    const made = program([
      net(
        'main',
        [
          task('work', 'i', 'o', {
            work: subnet('sub', 'own', { given: read('$item') }),
            each: { items: abc, create: 'static', failures: 'abort' },
            outputs: assigns({ results: read('$output') }),
          }),
        ],
        { variables: variables('results') },
      ),
      net('sub', [task('in', 'i', 'o', { outputs: assigns({ made: read('$output') }) })], {
        variables: [{ name: 'given', parameter: 'required' }, { name: 'made' }],
        result: expr(['list', ['get', 'given'], ['get', 'made']]),
      }),
    ]);
    const testNet = new TestNet(made).start();
    const inner = testNet.state.instances.filter((each) => testNet.nameOf(each) === 'in').reverse();
    for (const { id } of inner)
      testNet.send({ kind: 'callSucceeded', instance: id, attempt: 1, output: { value: id } });
    expect(testNet.variable('results')).toEqual([
      ['a', 9],
      ['b', 10],
      ['c', 11],
    ]);
  });
});

describe('threshold', () => {
  test('[K6.2] the task completes when the threshold is reached, and the other instances are withdrawn', () => {
    const testNet = new TestNet(
      many({ items: value(['a', 'b', 'c', 'd']), threshold: 2, concurrency: 3 }),
    ).start();
    answer(testNet, 1, 'B');
    expect(testNet.variable('results')).toBeUndefined();
    expect(indexes(testNet)).toEqual([0, 2, 3]);
    const left = [testNet.member('work', 0).id, testNet.member('work', 3).id];
    answer(testNet, 2, 'C');
    expect(testNet.variable('results')).toEqual([null, 'B', 'C', null]);
    expect(testNet.asked('abortCall').map(({ instance }) => instance)).toEqual(left);
    expect(testNet.noted('cancelled').map(({ instance }) => instance)).toEqual(left);
    expect(testNet.instancesUnderWay()).toEqual(['after:calling']);
  });

  test('[K6.2] failures do not count; a threshold over the number is reached by all', () => {
    const testNet = new TestNet(many({ items: abc, threshold: 1, failures: 'continue' })).start();
    breakOne(testNet, 0);
    expect(indexes(testNet)).toEqual([1, 2]);
    answer(testNet, 2, 'C');
    expect(testNet.variable('results')).toEqual([null, null, 'C']);
    const over = new TestNet(many({ items: abc, threshold: 9 })).start();
    for (const index of [0, 1, 2]) {
      expect(over.variable('results')).toBeUndefined();
      answer(over, index, index);
    }
    expect(over.variable('results')).toEqual([0, 1, 2]);
  });

  test('[K6.2] a threshold of 1 that the last started instance reaches starts no other', () => {
    const testNet = new TestNet(many({ items: abc, threshold: 1, concurrency: 1 })).start();
    answer(testNet, 0, 'A');
    expect(testNet.asked('call').map((effect) => effect.task)).toEqual(['after']);
  });
});

describe('number of instances', () => {
  test('[K6.3] an empty list completes with an empty list', () => {
    const testNet = new TestNet(many({ items: value([]) })).start();
    expect([testNet.variable('results'), testNet.variable('last'), caughtIn(testNet)]).toEqual([
      [],
      'unset',
      undefined,
    ]);
    expect(testNet.instancesUnderWay()).toEqual(['after:calling']);
    expect(new TestNet(many({ items: value([]), min: 0, threshold: 2 })).start().variable('results')).toEqual(
      [],
    );
  });

  test.each([
    ['an empty list, min 1', { items: value([]), min: 1 }, 'too-few-instances'],
    ['one fewer than min', { items: abc, min: 4 }, 'too-few-instances'],
    ['as many as min and max', { items: abc, min: 3, max: 3 }, undefined],
    ['one more than max', { items: abc, max: 2 }, 'too-many-instances'],
    ['max 0', { items: abc, max: 0 }, 'too-many-instances'],
    [
      'bounds that are computed',
      { items: abc, max: expr(['add', ['lit', 1], ['lit', 1]]) },
      'too-many-instances',
    ],
  ])('[K6.3] %s', (_, each, code) => {
    const testNet = new TestNet(many(each, { retry: { limit: 2, delay: 1, backoff: 'fixed' } })).start();
    expect(caughtIn(testNet)).toBe(code);
    expect(indexes(testNet)).toEqual(code === undefined ? [0, 1, 2] : []);
    expect(testNet.asked('setTimer')).toEqual([]);
  });

  test('[K6.3] without a list there are `min` instances, without an item', () => {
    const testNet = new TestNet(many({ min: 2, max: 5 })).start();
    expect(testNet.asked('call').map(({ input }) => input)).toEqual([
      { value: ['none', 0] },
      { value: ['none', 1] },
    ]);
    answer(testNet, 1, 'B');
    expect(answer(testNet, 0, 'A').variable('results')).toEqual(['A', 'B']);
    expect(new TestNet(many({ min: 0 })).start().variable('results')).toEqual([]);
  });

  test('[K6.3] the limit of the program is a maximum, regardless of `max`', () => {
    expect(caughtIn(new TestNet(many({ items: abc, max: 5 }, {}, { instances: 2 })).start())).toBe(
      'too-many-instances',
    );
    expect(indexes(new TestNet(many({ items: abc, max: 5 }, {}, { instances: 3 })).start())).toEqual([
      0, 1, 2,
    ]);
  });

  test('[K6.3] `failures: continue` does not apply to the bounds', () => {
    expect(caughtIn(new TestNet(many({ items: abc, max: 2, failures: 'continue' })).start())).toBe(
      'too-many-instances',
    );
  });
});

describe('dynamic each', () => {
  const add = (testNet: TestNet, item: Json) =>
    ({ kind: 'instanceAdded', instance: testNet.at('work', 'group').id, item: { value: item } }) as const;

  test('[K6.4] it accepts further instances while one is active, up to `max`', () => {
    const testNet = new TestNet(many({ items: value(['a', 'b']), create: 'dynamic', max: 4 })).start();
    testNet.send(add(testNet, 'c'));
    expect(testNet.asked('call')).toMatchObject([{ input: { value: ['c', 2] } }]);
    answer(testNet, 0, 'A');
    answer(testNet, 1, 'B');
    testNet.send(add(testNet, 'd'));
    expect(testNet.asked('call')).toMatchObject([{ input: { value: ['d', 3] } }]);
    expect(testNet.refused(add(testNet, 'e'))).toBe('too-many-instances');
    answer(testNet, 3, 'D');
    expect(testNet.refused(add(testNet, 'e'))).toBe('too-many-instances');
    answer(testNet, 2, 'C');
    expect(testNet.variable('results')).toEqual(['A', 'B', 'C', 'D']);
  });

  test('[K6.4] added instances start within the concurrency', () => {
    const testNet = new TestNet(many({ items: value(['a']), create: 'dynamic', concurrency: 1 })).start();
    testNet.send(add(testNet, 'b')).send(add(testNet, 'c'));
    expect([indexes(testNet), testNet.effects]).toEqual([[0], []]);
    answer(testNet, 0, 'A');
    expect(testNet.asked('call')).toMatchObject([{ input: { value: ['b', 1] } }]);
    answer(testNet, 1, 'B');
    expect(answer(testNet, 2, 'C').variable('results')).toEqual(['A', 'B', 'C']);
  });

  test('[K6.4] it accepts none after its end, and a static each accepts none', () => {
    const testNet = new TestNet(many({ items: abc, create: 'dynamic', threshold: 1 })).start();
    const late = add(testNet, 'd');
    expect(answer(testNet, 0, 'A').refused(late)).toBe('unknown-instance');
    const fixed = new TestNet(many({ items: abc, max: 9 })).start();
    expect(fixed.refused(add(fixed, 'd'))).toBe('not-dynamic');
    const member = { kind: 'instanceAdded', instance: 3, item: { value: 1 } } as const;
    expect(fixed.refused(member)).toBe('wrong-phase');
  });

  test('[K6.4] without `max`, the limit of the program applies', () => {
    const made = many({ items: value(['a']), create: 'dynamic' }, {}, { instances: 2 });
    const testNet = new TestNet(made).start();
    expect(testNet.send(add(testNet, 'b')).refused(add(testNet, 'c'))).toBe('too-many-instances');
  });
});

describe('failures', () => {
  test('[K6.5] abort: the first failure cancels the others and fails the task with that failure', () => {
    const testNet = new TestNet(many({ items: abc })).start();
    answer(testNet, 0, 'A');
    breakOne(testNet, 2, 'third');
    expect(caughtIn(testNet)).toBe('third');
    expect(testNet.noted('cancelled').map(({ instance }) => instance)).toEqual([4]);
    expect(testNet.instancesUnderWay()).toEqual(['after:calling']);
    expect(testNet.variable('results')).toBeUndefined();
  });

  test('[K6.5] abort starts no further instance', () => {
    const testNet = new TestNet(many({ items: abc, concurrency: 1 })).start();
    breakOne(testNet, 0);
    expect(testNet.asked('call').map((effect) => effect.task)).toEqual(['after']);
  });

  test('[K6.5] continue: the other instances continue, and the task completes if one does', () => {
    const testNet = new TestNet(many({ items: abc, failures: 'continue' })).start();
    breakOne(testNet, 0);
    breakOne(testNet, 1);
    expect(indexes(testNet)).toEqual([2]);
    answer(testNet, 2, 'C');
    expect([testNet.variable('results'), caughtIn(testNet)]).toEqual([[null, null, 'C'], undefined]);
  });

  test('[K6.5] continue: it fails with all-failed if none completed, with all failures', () => {
    const testNet = new TestNet(many({ items: abc, failures: 'continue', threshold: 2 })).start();
    for (const index of [1, 0, 2]) breakOne(testNet, index, `no${index}`);
    expect(testNet.variable('caught')).toEqual({
      code: 'all-failed',
      message: expect.any(String),
      data: [
        { index: 1, code: 'no1' },
        { index: 0, code: 'no0' },
        { index: 2, code: 'no2' },
      ],
    });
  });

  test('[K6.5] continue: threshold-missed if failures prevent the threshold, after all have ended', () => {
    const testNet = new TestNet(many({ items: abc, failures: 'continue', threshold: 2 })).start();
    breakOne(testNet, 0);
    breakOne(testNet, 1);
    // The threshold can no longer be reached; the last instance still ends normally.
    expect([indexes(testNet), caughtIn(testNet)]).toEqual([[2], undefined]);
    answer(testNet, 2, 'C');
    expect(testNet.variable('caught')).toMatchObject({
      code: 'threshold-missed',
      data: [{ index: 0 }, { index: 1 }],
    });
    expect(testNet.variable('results')).toBeUndefined();
  });

  test('[K6.5] a threshold over the number is missed by one failure', () => {
    const testNet = new TestNet(many({ items: abc, failures: 'continue', threshold: 9 })).start();
    breakOne(testNet, 0);
    answer(testNet, 1, 'B');
    answer(testNet, 2, 'C');
    expect(caughtIn(testNet)).toBe('threshold-missed');
  });

  test('[K6.5] failures of the task itself are not retried, only those of instances', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const testNet = new TestNet(many({ items: value(['a']), failures: 'continue' }, { retry })).start();
    breakOne(testNet, 0);
    expect(testNet.member('work', 0).phase).toBe('backoff');
    testNet.fire('work', 'retry');
    breakOne(testNet, 0);
    expect([caughtIn(testNet), testNet.asked('setTimer')]).toEqual(['all-failed', []]);
  });
});
