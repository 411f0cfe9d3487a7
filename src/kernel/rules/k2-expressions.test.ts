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
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr, sampleEvaluator } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Evaluator, Expression, Json, Task } from '../index.ts';

const retry = { limit: 3, delay: 100, backoff: 'fixed' } as const;
const caught = { to: 'c', as: 'caught' };
const plusOne = expr(['add', ['get', '$output'], ['lit', 1]]);
const isSmall = expr(['lt', ['get', '$output'], ['lit', 10]]);

/** One task whose failure is stored in a variable. */
const guarded = (options: Parameters<typeof task>[3], limits = {}) =>
  oneNet([task('a', 'i', 'o', { retry, catch: caught, ...options }), task('mend', 'c', 'o')], {
    variables: [{ name: 'caught' }, { name: 'x' }, { name: 'unset' }],
    limits,
  });

const failureIn = (testNet: TestNet): string | undefined =>
  (testNet.variable('caught') as { code: string } | undefined)?.code;

describe('answers that can be corrected', () => {
  const corrected = (options: Parameters<typeof task>[3], wrong: Json, right: Json) => {
    const testNet = new TestNet(guarded({ work: offer(), ...options })).start().hold('a');
    const before = JSON.stringify(testNet.state);
    const { id } = testNet.at('a');
    const answered = { kind: 'itemCompleted', instance: id, by: 'ann' } as const;
    expect(testNet.refused({ ...answered, output: { value: wrong } })).toBe('expression');
    expect(JSON.stringify(testNet.state)).toBe(before);
    testNet.send({ ...answered, output: { value: right } });
    expect(testNet.state.status).toBe('completed');
    return testNet;
  };

  test('[K2.2] an error in the outputs rejects the answer, and no variable changes', () => {
    const outputs = [...assigns({ x: read('$output') }), ...assigns({ unset: plusOne })];
    const testNet = corrected({ outputs }, 'no number', 1);
    expect([testNet.variable('x'), testNet.variable('unset')]).toEqual([1, 2]);
  });

  test('[K2.2] an error in a guard rejects the answer', () => {
    corrected({ split: 'xor', flows: [flow('o', isSmall), flow(null)] }, 'no number', 1);
    corrected({ split: 'or', flows: [flow('o', read('$output'))] }, 1, true);
  });

  test('[K2.2] an error in `collect` of an instance rejects the answer, even if it is not the last', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue', collect: plusOne } as const;
    const testNet = new TestNet(
      guarded({ work: offer(), each, outputs: assigns({ x: read('$output') }) }),
    ).start();
    const answer = (index: number, output: Json) =>
      ({
        kind: 'itemCompleted',
        instance: testNet.member('a', index).id,
        output: { value: output },
      }) as const;
    expect(testNet.refused(answer(1, 'no number'))).toBe('expression');
    testNet.send(answer(1, 1));
    expect(testNet.refused(answer(0, 'no number'))).toBe('expression');
    expect(testNet.send(answer(0, 5)).variable('x')).toEqual([6, 2]);
  });

  test('[K2.2] an error in the outputs and guards of the group rejects the answer that ends the group', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const outputs = assigns({ x: expr(['add', ['get', '$last'], ['lit', 1]]) });
    const testNet = new TestNet(guarded({ work: offer(), each, outputs })).start().complete('a', 'no number');
    expect(testNet.refused({ kind: 'itemCompleted', instance: 4, output: { value: 'no' } })).toBe(
      'expression',
    );
    expect(testNet.complete('a', 4).variable('x')).toBe(5);
  });

  test('[K2.2] an error in the outputs rejects the verdict on a doubt', () => {
    const testNet = new TestNet(guarded({ outputs: assigns({ x: plusOne }) })).start();
    testNet.send({ kind: 'callInDoubt', instance: 2, attempt: 1 });
    const verdict = (output: Json) =>
      ({ kind: 'itemCompleted', instance: 2, output: { value: { verdict: 'succeeded', output } } }) as const;
    expect(testNet.refused(verdict('no number'))).toBe('expression');
    expect(testNet.instancesUnderWay()).toEqual(['a:doubt']);
    expect(testNet.send(verdict(1)).variable('x')).toBe(2);
  });
});

describe('other errors, which fail the task without retry', () => {
  test('[K2.2] an error in the outputs and guards of a call fails the task', () => {
    const outputs = assigns({ x: plusOne });
    const testNet = new TestNet(guarded({ outputs })).start().succeed('a', 'no number');
    expect(failureIn(testNet)).toBe('expression');
    expect(testNet.instancesUnderWay()).toEqual(['mend:calling']);
    const other = new TestNet(guarded({ split: 'xor', flows: [flow('o', isSmall), flow(null)] })).start();
    expect(failureIn(other.succeed('a', 'no number'))).toBe('expression');
  });

  test('[K2.2] an error in the outputs of a forced or skipped item fails the task', () => {
    const made = guarded({ work: offer(), outputs: assigns({ x: plusOne }) });
    const output = { value: 'no number' };
    const forced = new TestNet(made).start().send({ kind: 'itemForced', instance: 2, output });
    expect(failureIn(forced)).toBe('expression');
    const skipped = new TestNet(made).start().send({ kind: 'itemSkipped', instance: 2, output });
    expect(failureIn(skipped)).toBe('expression');
  });

  test('[K2.2] an error in the task that begins after an item is completed fails that task', () => {
    const made = oneNet(
      [
        task('a', 'i', 'p', { work: offer() }),
        task('b', 'p', 'o', { work: call('b', { input: read('unset') }), retry, catch: caught }),
        task('mend', 'c', 'o'),
      ],
      { variables: variables('unset', 'caught') },
    );
    const testNet = new TestNet(made).start().complete('a');
    expect(failureIn(testNet)).toBe('expression');
    expect(testNet.noted('failed')).toMatchObject([
      { task: 'b', retryAt: null, failure: { retryable: false } },
    ]);
  });

  test('[K2.2] an error in the result of the frame that an item completes fails the frame', () => {
    const made = oneNet([task('a', 'i', 'o', { work: offer() })], {
      variables: variables('unset'),
      result: read('unset'),
    });
    expect(new TestNet(made).start().complete('a').state).toMatchObject({
      status: 'failed',
      failure: { code: 'expression' },
    });
  });

  test('[K2.2] an error in `collect` of a called instance fails only that instance', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue', collect: plusOne } as const;
    const testNet = new TestNet(guarded({ each, outputs: assigns({ x: read('$failures') }) })).start();
    testNet.succeed('a', 'no number');
    expect(testNet.noted('failed')).toMatchObject([
      { instance: 3, retryAt: null, failure: { code: 'expression' } },
    ]);
    expect(testNet.succeed('a', 1).variable('x')).toMatchObject([
      { index: 0, failure: { code: 'expression' } },
    ]);
  });

  test('[K2.2] `no-flow` is not an expression error: the answer is accepted, the task fails', () => {
    const made = guarded({ work: offer(), split: 'xor', flows: [flow('o', value(false))] });
    expect(failureIn(new TestNet(made).start().complete('a'))).toBe('no-flow');
  });
});

describe('expression errors', () => {
  const nothingThere: Evaluator = {
    compile: (source) => () => (source === 'NaN' ? Number.NaN : (undefined as never)),
  };
  const strange = (source: string): Expression => ({ kind: 'eval', evaluator: 'strange', source, reads: [] });
  const evaluators = { sample: sampleEvaluator, strange: nothingThere };
  const input = (expression: Expression): Partial<Task> => ({ work: call('a', { input: expression }) });
  const wait = (work: { for?: Expression; until?: Expression; signal?: Expression }): Partial<Task> => ({
    work: { kind: 'wait', ...work },
  });
  const each = (bounds: Partial<NonNullable<Task['each']>>): Partial<Task> => ({
    each: { items: value([1]), create: 'static', failures: 'abort', ...bounds },
  });

  const wrong: readonly (readonly [string, Partial<Task>])[] = [
    ['an error of the evaluator', input(expr(['throw', 'no']))],
    ['a plain read of a name that is unset', input(read('unset'))],
    ['a read of what does not surround the task', input(read('$item'))],
    ['a value over the limit', input(expr(['list', ['lit', 'x'.repeat(15)], ['lit', 'y'.repeat(15)]]))],
    ['no value at all', input(strange('undefined'))],
    ['a number that is none', input(strange('NaN'))],
    ['a duration that is a text', wait({ for: value('1') })],
    ['a moment that is null', wait({ until: value(null) })],
    ['a signal that is a number', wait({ signal: value(1) })],
    ['a deadline that is a list', { timeout: { after: value([]) } }],
    ['a deadline that is unset', { timeout: { until: read('unset') } }],
    ['a message that is a number', { work: { kind: 'fail', failure: value({ code: 'own', message: 1 }) } }],
    ['items that are no list', each({ items: value({ length: 1 }) })],
    ['items that are unset', each({ items: read('unset') })],
    ['a minimum below 0', each({ min: expr(['lit', -1]) })],
    ['a maximum that is no whole number', each({ max: value(1.5) })],
    ['a threshold of 0', each({ threshold: value(0) })],
    ['a concurrency of 0', each({ concurrency: value(0) })],
    ['a concurrency that is a text', each({ concurrency: value('2') })],
  ];

  test.each(wrong)('[K2.3] %s', (_, options) => {
    const testNet = new TestNet(guarded(options, { payload: 30 }), { evaluators }).start();
    expect(failureIn(testNet)).toBe('expression');
    expect(testNet.noted('failed')).toMatchObject([{ task: 'a', retryAt: null }]);
  });

  test.each([null, 0, 1, 'true', []])('[K2.3] a guard that is %j is an error', (guard) => {
    for (const split of ['xor', 'or'] as const) {
      const made = guarded({ split, flows: [flow('o', value(guard)), flow(null)] });
      expect(failureIn(new TestNet(made).start().succeed('a'))).toBe('expression');
    }
  });

  test('[K2.3] null is a value, and so is the result of an evaluator for an unset name', () => {
    const made = guarded({
      work: call('a', { input: expr(['get?', 'unset', 7]) }),
      outputs: assigns({ x: value(null) }),
    });
    const testNet = new TestNet(made).start();
    expect(testNet.asked('call')).toMatchObject([{ input: { value: 7 } }]);
    expect(testNet.succeed('a').variable('x')).toBeNull();
    expect(new TestNet(guarded(input(read('x')))).start().variable('caught')).toMatchObject({
      code: 'expression',
    });
  });

  test('[K2.3] a parameter that the mapping of a sub-net leaves unset is an error', () => {
    const made = program([
      net('main', [task('below', 'i', 'o', { work: subnet('sub'), retry })]),
      net('sub', [task('a', 'i', 'o')], { variables: [{ name: 'must', parameter: 'required' }] }),
    ]);
    expect(new TestNet(made).start().state.failure?.code).toBe('expression');
  });
});

describe('programs that reject instead of failing', () => {
  const inside = net('inside', [task('t', 'i', 'o')], { variables: [{ name: 'x', parameter: 'required' }] });
  const made = (more: Partial<Task> = {}) => ({
    ...program([
      net(
        'main',
        [
          task('a', 'i', 'p', {
            work: offer(undefined, { takes: 'hold' }),
            outputs: assigns({ out: read('$output') }),
          }),
          task('b', 'p', 'o', {
            work: subnet('inside', 'own', { x: expr(['add', ['get', 'out'], ['lit', 1]]) }),
            ...more,
          }),
        ],
        { variables: [{ name: 'out' }, { name: 'caught' }] },
      ),
      inside,
    ]),
    onMisfit: 'refuse' as const,
  });
  const answer = (output: Json) =>
    ({ kind: 'itemCompleted', instance: 2, output: { value: output } }) as const;

  test('[K2.5] an answer that would fail the run because of a missing value is rejected, and changes nothing', () => {
    const testNet = new TestNet(made()).start();
    const { state } = testNet;
    expect([testNet.refused(answer('text')), testNet.state]).toEqual(['expression', state]);
    const given = { ...answer('text'), at: testNet.now };
    expect(testNet.machine.advance(state, given)).toMatchObject({ kind: 'rejection', task: 'b' });
    expect(testNet.send(answer(1)).instancesUnderWay()).toEqual(['b:nested', 't:calling']);
  });

  test('[K2.5] an answer that leads to an invalid number of instances is rejected', () => {
    const each = { items: read('out'), min: 2, create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(made({ each })).start();
    expect(testNet.refused(answer([1]))).toBe('too-few-instances');
  });

  test('[K2.5] a caught failure does not reject the answer, and neither does one of an event without a caller', () => {
    const caught = new TestNet(made({ catch: { to: 'o', as: 'caught' } })).start();
    expect(caught.send(answer('text')).state.status).toBe('completed');
    const called = {
      ...oneNet([task('a', 'i', 'o', { outputs: assigns({ x: plusOne }) })], { variables: [{ name: 'x' }] }),
      onMisfit: 'refuse' as const,
    };
    expect(new TestNet(called).start().succeed('a', 'text').state.failure?.code).toBe('expression');
  });
});
