import { describe, expect, test } from 'vitest';
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
import { expr } from '../../testing/sample-evaluator.ts';
import { Scene } from '../../testing/scene.ts';
import type { Each, Json, Limits, Task } from '../index.ts';

const abc = value(['a', 'b', 'c']);

/** One task over a list: its results, what came last and what failed end in variables; a failure is caught. */
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

/** The instance of one position answers. */
const answer = (scene: Scene, index: number, output: Json): Scene => {
  const { id, attempt } = scene.member('work', index);
  return scene.send({ kind: 'callSucceeded', instance: id, attempt, output: { value: output } });
};

const breakOne = (scene: Scene, index: number, code = 'broken'): Scene => {
  const { id, attempt } = scene.member('work', index);
  return scene.send({ kind: 'callFailed', instance: id, attempt, failure: { code, message: code } });
};

/** Positions under way. */
const indexes = (scene: Scene): number[] =>
  scene.state.instances.flatMap(({ group, index }) => (group === 0 ? [] : [index]));

const caughtIn = (scene: Scene): string | undefined =>
  (scene.variable('caught') as { code: string } | undefined)?.code;

describe('order', () => {
  test('[K6.1] results come in item order when instances finish out of order; $last is what came last', () => {
    const scene = new Scene(many({ items: abc })).start();
    expect(scene.asked('call').map(({ input }) => input)).toEqual([
      { value: ['a', 0] },
      { value: ['b', 1] },
      { value: ['c', 2] },
    ]);
    answer(scene, 2, 'C');
    answer(scene, 0, 'A');
    expect(scene.variable('results')).toBeUndefined();
    answer(scene, 1, 'B');
    expect(scene.variable('results')).toEqual(['A', 'B', 'C']);
    expect(scene.variable('last')).toBe('B');
    expect(scene.variable('failures')).toEqual([]);
    expect(scene.under()).toEqual(['after:calling']);
  });

  test('[K6.1] at most `concurrency` are under way, the next begins when any has ended', () => {
    const each = { items: value(['a', 'b', 'c', 'd', 'e']), concurrency: 2, failures: 'continue' } as const;
    const scene = new Scene(many(each)).start();
    expect(indexes(scene)).toEqual([0, 1]);
    expect(indexes(answer(scene, 1, 'B'))).toEqual([0, 2]);
    expect(indexes(breakOne(scene, 0))).toEqual([2, 3]);
    expect(scene.asked('call').map(({ input }) => input)).toEqual([{ value: ['d', 3] }]);
    answer(scene, 3, 'D');
    expect(indexes(scene)).toEqual([2, 4]);
    answer(scene, 4, 'E');
    expect(indexes(scene)).toEqual([2]);
    answer(scene, 2, 'C');
    expect(scene.variable('results')).toEqual([null, 'B', 'C', 'D', 'E']);
  });

  test('[K6.1] a concurrency of 1 is a loop, one over the number is no bound', () => {
    expect(indexes(new Scene(many({ items: abc, concurrency: 1 })).start())).toEqual([0]);
    expect(indexes(new Scene(many({ items: abc, concurrency: 9 })).start())).toEqual([0, 1, 2]);
  });

  test('[K6.1] an instance that waits for its retry is under way', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const scene = new Scene(many({ items: abc, concurrency: 1 }, { retry })).start();
    breakOne(scene, 0);
    expect([indexes(scene), scene.at('work', 'backoff').index]).toEqual([[0], 0]);
    scene.fire('work', 'retry');
    expect(indexes(answer(scene, 0, 'A'))).toEqual([1]);
    expect(scene.member('work', 1).attempt).toBe(1);
  });

  test('[K6.1] a skipped instance leaves null and counts as completed', () => {
    const scene = new Scene(many({ items: abc, threshold: 2 }, { work: offer(read('$item')) })).start();
    scene.send({ kind: 'itemSkipped', instance: scene.member('work', 1).id });
    expect(scene.noted('skipped')).toMatchObject([{ instance: 4 }]);
    scene.complete('work', 'A');
    expect(scene.variable('results')).toEqual(['A', null, null]);
    expect(scene.noted('completed')).toMatchObject([{ instance: 3 }, { instance: 2 }]);
  });

  test('[K6.1] a failed instance leaves null, and its failure with its index in $failures', () => {
    const scene = new Scene(many({ items: abc, failures: 'continue' })).start();
    breakOne(scene, 2, 'third');
    breakOne(scene, 0, 'first');
    answer(scene, 1, 'B');
    expect(scene.variable('results')).toEqual([null, 'B', null]);
    expect(scene.variable('last')).toBe('B');
    expect(scene.variable('failures')).toEqual([
      { index: 2, failure: { code: 'third', message: 'third' } },
      { index: 0, failure: { code: 'first', message: 'first' } },
    ]);
  });

  test('[K6.1] `collect` says what an instance adds', () => {
    const collect = expr(['list', ['get', '$index'], ['get', '$output']]);
    const scene = new Scene(many({ items: abc, collect })).start();
    for (const index of [2, 1, 0]) answer(scene, index, 'x');
    expect(scene.variable('results')).toEqual([
      [0, 'x'],
      [1, 'x'],
      [2, 'x'],
    ]);
    expect(scene.variable('last')).toEqual([0, 'x']);
  });

  test('[K6.1] the list is taken once, when the task begins', () => {
    const made = many({ items: read('list'), concurrency: 1 });
    const [only] = made.nets;
    const list = { name: 'list', initial: ['a', 'b'] };
    const scene = new Scene({ ...made, nets: [{ ...only!, variables: [...only!.variables, list] }] }).start();
    scene.send({ kind: 'dataUpdated', set: { list: { value: ['x', 'y', 'z'] } } });
    answer(scene, 0, 1);
    expect(scene.asked('call')).toMatchObject([{ input: { value: ['b', 1] } }]);
    expect(answer(scene, 1, 2).variable('results')).toEqual([1, 2]);
  });

  test('[K6.1] sub-nets in a group give their results the same way', () => {
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
    const scene = new Scene(made).start();
    const inner = scene.state.instances.filter((each) => scene.nameOf(each) === 'in').reverse();
    for (const { id } of inner)
      scene.send({ kind: 'callSucceeded', instance: id, attempt: 1, output: { value: id } });
    expect(scene.variable('results')).toEqual([
      ['a', 9],
      ['b', 10],
      ['c', 11],
    ]);
  });
});

describe('threshold', () => {
  test('[K6.2] the task completes with the completion that reaches it, the rest is withdrawn', () => {
    const scene = new Scene(
      many({ items: value(['a', 'b', 'c', 'd']), threshold: 2, concurrency: 3 }),
    ).start();
    answer(scene, 1, 'B');
    expect(scene.variable('results')).toBeUndefined();
    expect(indexes(scene)).toEqual([0, 2, 3]);
    const left = [scene.member('work', 0).id, scene.member('work', 3).id];
    answer(scene, 2, 'C');
    expect(scene.variable('results')).toEqual([null, 'B', 'C', null]);
    expect(scene.asked('abortCall').map(({ instance }) => instance)).toEqual(left);
    expect(scene.noted('cancelled').map(({ instance }) => instance)).toEqual(left);
    expect(scene.under()).toEqual(['after:calling']);
  });

  test('[K6.2] failures do not count, a threshold over the number is reached by all', () => {
    const scene = new Scene(many({ items: abc, threshold: 1, failures: 'continue' })).start();
    breakOne(scene, 0);
    expect(indexes(scene)).toEqual([1, 2]);
    answer(scene, 2, 'C');
    expect(scene.variable('results')).toEqual([null, null, 'C']);
    const over = new Scene(many({ items: abc, threshold: 9 })).start();
    for (const index of [0, 1, 2]) {
      expect(over.variable('results')).toBeUndefined();
      answer(over, index, index);
    }
    expect(over.variable('results')).toEqual([0, 1, 2]);
  });

  test('[K6.2] of 1, with the last one started, begins no other', () => {
    const scene = new Scene(many({ items: abc, threshold: 1, concurrency: 1 })).start();
    answer(scene, 0, 'A');
    expect(scene.asked('call').map((effect) => effect.task)).toEqual(['after']);
  });
});

describe('how many', () => {
  test('[K6.3] an empty list completes with an empty list', () => {
    const scene = new Scene(many({ items: value([]) })).start();
    expect([scene.variable('results'), scene.variable('last'), caughtIn(scene)]).toEqual([
      [],
      'unset',
      undefined,
    ]);
    expect(scene.under()).toEqual(['after:calling']);
    expect(new Scene(many({ items: value([]), min: 0, threshold: 2 })).start().variable('results')).toEqual(
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
    const scene = new Scene(many(each, { retry: { limit: 2, delay: 1, backoff: 'fixed' } })).start();
    expect(caughtIn(scene)).toBe(code);
    expect(indexes(scene)).toEqual(code === undefined ? [0, 1, 2] : []);
    expect(scene.asked('setTimer')).toEqual([]);
  });

  test('[K6.3] without a list there are `min` instances, without an item', () => {
    const scene = new Scene(many({ min: 2, max: 5 })).start();
    expect(scene.asked('call').map(({ input }) => input)).toEqual([
      { value: ['none', 0] },
      { value: ['none', 1] },
    ]);
    answer(scene, 1, 'B');
    expect(answer(scene, 0, 'A').variable('results')).toEqual(['A', 'B']);
    expect(new Scene(many({ min: 0 })).start().variable('results')).toEqual([]);
  });

  test('[K6.3] the limit of the program is a maximum, whatever `max` says', () => {
    expect(caughtIn(new Scene(many({ items: abc, max: 5 }, {}, { instances: 2 })).start())).toBe(
      'too-many-instances',
    );
    expect(indexes(new Scene(many({ items: abc, max: 5 }, {}, { instances: 3 })).start())).toEqual([0, 1, 2]);
  });

  test('[K6.3] neither bound is a matter of `failures: continue`', () => {
    expect(caughtIn(new Scene(many({ items: abc, max: 2, failures: 'continue' })).start())).toBe(
      'too-many-instances',
    );
  });
});

describe('dynamic', () => {
  const add = (scene: Scene, item: Json) =>
    ({ kind: 'instanceAdded', instance: scene.at('work', 'group').id, item: { value: item } }) as const;

  test('[K6.4] takes further instances while one is under way, up to max', () => {
    const scene = new Scene(many({ items: value(['a', 'b']), create: 'dynamic', max: 4 })).start();
    scene.send(add(scene, 'c'));
    expect(scene.asked('call')).toMatchObject([{ input: { value: ['c', 2] } }]);
    answer(scene, 0, 'A');
    answer(scene, 1, 'B');
    scene.send(add(scene, 'd'));
    expect(scene.asked('call')).toMatchObject([{ input: { value: ['d', 3] } }]);
    expect(scene.refused(add(scene, 'e'))).toBe('too-many-instances');
    answer(scene, 3, 'D');
    expect(scene.refused(add(scene, 'e'))).toBe('too-many-instances');
    answer(scene, 2, 'C');
    expect(scene.variable('results')).toEqual(['A', 'B', 'C', 'D']);
  });

  test('[K6.4] within the concurrency: what is added waits for its turn', () => {
    const scene = new Scene(many({ items: value(['a']), create: 'dynamic', concurrency: 1 })).start();
    scene.send(add(scene, 'b')).send(add(scene, 'c'));
    expect([indexes(scene), scene.effects]).toEqual([[0], []]);
    answer(scene, 0, 'A');
    expect(scene.asked('call')).toMatchObject([{ input: { value: ['b', 1] } }]);
    answer(scene, 1, 'B');
    expect(answer(scene, 2, 'C').variable('results')).toEqual(['A', 'B', 'C']);
  });

  test('[K6.4] takes none when it has ended, and a static each takes none at all', () => {
    const scene = new Scene(many({ items: abc, create: 'dynamic', threshold: 1 })).start();
    const late = add(scene, 'd');
    expect(answer(scene, 0, 'A').refused(late)).toBe('unknown-instance');
    const fixed = new Scene(many({ items: abc, max: 9 })).start();
    expect(fixed.refused(add(fixed, 'd'))).toBe('not-dynamic');
    const member = { kind: 'instanceAdded', instance: 3, item: { value: 1 } } as const;
    expect(fixed.refused(member)).toBe('wrong-phase');
  });

  test('[K6.4] without `max`, the limit of the program is the bound', () => {
    const made = many({ items: value(['a']), create: 'dynamic' }, {}, { instances: 2 });
    const scene = new Scene(made).start();
    expect(scene.send(add(scene, 'b')).refused(add(scene, 'c'))).toBe('too-many-instances');
  });
});

describe('failures', () => {
  test('[K6.5] abort: the first failure cancels the others and fails the task with that failure', () => {
    const scene = new Scene(many({ items: abc })).start();
    answer(scene, 0, 'A');
    breakOne(scene, 2, 'third');
    expect(caughtIn(scene)).toBe('third');
    expect(scene.noted('cancelled').map(({ instance }) => instance)).toEqual([4]);
    expect(scene.under()).toEqual(['after:calling']);
    expect(scene.variable('results')).toBeUndefined();
  });

  test('[K6.5] abort begins no further instance', () => {
    const scene = new Scene(many({ items: abc, concurrency: 1 })).start();
    breakOne(scene, 0);
    expect(scene.asked('call').map((effect) => effect.task)).toEqual(['after']);
  });

  test('[K6.5] continue: the others go on, the task completes if one did', () => {
    const scene = new Scene(many({ items: abc, failures: 'continue' })).start();
    breakOne(scene, 0);
    breakOne(scene, 1);
    expect(indexes(scene)).toEqual([2]);
    answer(scene, 2, 'C');
    expect([scene.variable('results'), caughtIn(scene)]).toEqual([[null, null, 'C'], undefined]);
  });

  test('[K6.5] continue: it fails with all-failed if none completed, and says which failed how', () => {
    const scene = new Scene(many({ items: abc, failures: 'continue', threshold: 2 })).start();
    for (const index of [1, 0, 2]) breakOne(scene, index, `no${index}`);
    expect(scene.variable('caught')).toEqual({
      code: 'all-failed',
      message: expect.any(String),
      data: [
        { index: 1, code: 'no1' },
        { index: 0, code: 'no0' },
        { index: 2, code: 'no2' },
      ],
    });
  });

  test('[K6.5] continue: threshold-missed when failures kept it from its threshold, after all have ended', () => {
    const scene = new Scene(many({ items: abc, failures: 'continue', threshold: 2 })).start();
    breakOne(scene, 0);
    breakOne(scene, 1);
    // It can no longer be reached; the last one may end all the same.
    expect([indexes(scene), caughtIn(scene)]).toEqual([[2], undefined]);
    answer(scene, 2, 'C');
    expect(scene.variable('caught')).toMatchObject({
      code: 'threshold-missed',
      data: [{ index: 0 }, { index: 1 }],
    });
    expect(scene.variable('results')).toBeUndefined();
  });

  test('[K6.5] a threshold over the number is missed by one failure', () => {
    const scene = new Scene(many({ items: abc, failures: 'continue', threshold: 9 })).start();
    breakOne(scene, 0);
    answer(scene, 1, 'B');
    answer(scene, 2, 'C');
    expect(caughtIn(scene)).toBe('threshold-missed');
  });

  test('[K6.5] the task’s own failures are not repeated, only instances are', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const scene = new Scene(many({ items: value(['a']), failures: 'continue' }, { retry })).start();
    breakOne(scene, 0);
    expect(scene.member('work', 0).phase).toBe('backoff');
    scene.fire('work', 'retry');
    breakOne(scene, 0);
    expect([caughtIn(scene), scene.asked('setTimer')]).toEqual(['all-failed', []]);
  });
});
