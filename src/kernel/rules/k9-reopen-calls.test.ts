import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
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
  variables,
} from '../../testing/net-builder.ts';
import type { CallWork, Task } from '../index.ts';

const reopened = { kind: 'reopened' } as const;

describe('calls that are active when a run fails', () => {
  const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
  /** `a` is active when `b` fails. */
  const interrupted = (onUncertain: CallWork['onUncertain'], options: Partial<Task> = {}) =>
    oneNet(
      [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', 'r', {
          work: call('a', { onUncertain, input: read('x') }),
          outputs: assigns({ y: read('$output') }),
          timeout: { after: value(100) },
          retry,
          ...options,
        }),
        task('b', 'q', 's'),
        task('end', ['r', 's'], 'o', { work: pass }),
      ],
      { variables: [{ name: 'x', initial: 'first' }, { name: 'y' }], result: read('y') },
    );

  test('[K9.3] retry: the same call is repeated, with the same instance, attempt and input', () => {
    const testNet = new TestNet(interrupted('retry')).start().fail('a').fire('a', 'retry');
    const [before] = testNet.asked('call');
    expect(before).toMatchObject({ attempt: 2, input: { value: 'first' } });
    const { ordinal } = testNet.at('a');
    testNet.fail('b');
    expect(testNet.at('a')).toMatchObject({ phase: 'parked', late: 'awaited' });
    testNet.now += 5_000;
    testNet.send({ ...reopened, set: { x: { value: 'second' } } });
    expect(testNet.asked('call')[0]).toEqual(before);
    expect(testNet.at('a')).toMatchObject({
      phase: 'calling',
      late: 'no',
      ordinal,
      deadline: testNet.now + 100,
    });
    testNet.succeed('b').succeed('a', 'done');
    expect(testNet.output).toBe('done');
  });

  test('[K9.3] ask: the doubt is offered, and an answer of the call itself is accepted', () => {
    const testNet = new TestNet(interrupted('ask')).start().fail('b');
    const { id } = testNet.at('a');
    testNet.send(reopened);
    expect(testNet.asked('offer')).toMatchObject([{ instance: id, task: 'a', reason: 'doubt' }]);
    expect(testNet.asked('call').map(({ task: of }) => of)).toEqual(['b']);
    expect(testNet.at('a')).toMatchObject({ id, phase: 'doubt', attempt: 1, deadline: null });
    expect(testNet.succeed('a', 'late').asked('withdraw')).toEqual([{ kind: 'withdraw', instance: id }]);
    expect(testNet.succeed('b').output).toBe('late');
    const told = new TestNet(interrupted('ask')).start().fail('b').send(reopened).succeed('b');
    expect(told.complete('a', { verdict: 'succeeded', output: 'seen' }).output).toBe('seen');
  });

  test('[K9.3] fail: it fails with in-doubt, without retry, and restarts with the next reopening', () => {
    const testNet = new TestNet(interrupted('fail')).start().fail('b');
    const { id } = testNet.at('a');
    testNet.send(reopened);
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'in-doubt' } });
    expect(testNet.asked('call')).toEqual([]);
    testNet.send(reopened);
    expect(testNet.instancesUnderWay().sort()).toEqual(['a:calling', 'b:calling']);
    expect(testNet.at('a').id).toBeGreaterThan(id);
    const caught = new TestNet(interrupted('fail', { catch: { to: 'r', as: 'y' } })).start().fail('b');
    caught.send(reopened).succeed('b');
    expect(caught.output).toMatchObject({ code: 'in-doubt' });
  });

  test('[K9.3] a call that was already in doubt is in doubt again', () => {
    const testNet = new TestNet(interrupted('ask')).start();
    const { id } = testNet.at('a');
    testNet.send({ kind: 'callInDoubt', instance: id, attempt: 1 });
    testNet.send({ kind: 'itemHeld', instance: id, by: 'ann' }).fail('b');
    expect(testNet.asked('withdraw')).toEqual([{ kind: 'withdraw', instance: id }]);
    expect(testNet.at('a')).toMatchObject({ phase: 'parked', late: 'unknown' });
    testNet.send(reopened);
    expect(testNet.asked('offer')).toMatchObject([{ instance: id, reason: 'doubt' }]);
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', attempt: 1 });
  });

  test('[K9.3] a timed-out call without an answer is in doubt, too; a failed call restarts', () => {
    const awaited = new TestNet(interrupted('retry')).start().fire('a', 'timeout');
    const { id } = awaited.at('a');
    awaited.fail('b').send(reopened);
    expect(awaited.asked('call')[0]).toMatchObject({ instance: id, attempt: 1 });
    const failed = new TestNet(interrupted('retry')).start().fail('a').fail('b').send(reopened);
    expect(failed.at('a')).toMatchObject({ phase: 'calling', attempt: 1, late: 'no' });
    expect(failed.at('a').id).toBeGreaterThan(id);
  });

  test('[K9.3] calls in a nested net continue in the same frame', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('b', 'q', null),
        ]),
        net('low', [task('a', 'i', 'o', { work: call('a', { onUncertain: 'retry' }) })]),
      ]),
    ).start();
    const [before] = testNet.asked('call').filter(({ operation }) => operation === 'a');
    testNet.fail('b').send(reopened);
    expect(testNet.asked('call')[0]).toEqual(before);
    expect(testNet.succeed('a').succeed('b').state.status).toBe('completed');
  });
});

describe('an each in a failed run', () => {
  const failures = 'abort';
  const list = value(['x', 'y', 'z']);
  const many = (options: Partial<Task>, each: Partial<NonNullable<Task['each']>> = {}) => [
    task('a', 'i', 'o', {
      each: { items: list, create: 'static', failures, ...each },
      outputs: assigns({ all: read('$output') }),
      ...options,
    }),
  ];
  const all = { variables: variables('all'), result: read('all') };
  const answer = (testNet: TestNet, index: number, output: string) => {
    const { id, attempt } = testNet.member('a', index);
    return testNet.send({ kind: 'callSucceeded', instance: id, attempt, output: { value: output } });
  };
  const breakOne = (testNet: TestNet, index: number) => {
    const { id, attempt } = testNet.member('a', index);
    const failure = { code: 'no', message: '' };
    return testNet.send({ kind: 'callFailed', instance: id, attempt, failure });
  };

  test('[K9.3] after the failure of a member it keeps its group and results: only that member restarts', () => {
    const work = call('a', { input: read('$item'), onUncertain: 'retry' });
    const testNet = new TestNet(oneNet(many({ work }), all)).start();
    const group = testNet.at('a', 'group').id;
    const [, second, third] = [0, 1, 2].map((index) => testNet.member('a', index));
    answer(testNet, 0, 'X');
    breakOne(testNet, 1);
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'no' } });
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:failed', 'a:parked']);
    expect(testNet.asked('abortCall')).toEqual([{ kind: 'abortCall', instance: third!.id, attempt: 1 }]);
    testNet.send(reopened);
    expect(testNet.at('a', 'group').id).toBe(group);
    expect(testNet.asked('call').map(({ instance, input }) => [instance, input])).toEqual([
      [third!.id, { value: 'z' }],
      [testNet.member('a', 1).id, { value: 'y' }],
    ]);
    expect(testNet.member('a', 1).id).toBeGreaterThan(third!.id);
    expect(testNet.member('a', 1)).toMatchObject({ group, attempt: 1, index: 1 });
    expect(second!.id).toBeLessThan(third!.id);
    answer(testNet, 1, 'Y');
    answer(testNet, 2, 'Z');
    expect([testNet.state.status, testNet.output]).toEqual(['completed', ['X', 'Y', 'Z']]);
  });

  test('[K9.3] after the failure of another task it continues, each member in its position', () => {
    const branches = (work: Task['work']) => [
      task('fork', 'i', ['p', 'q'], { work: pass }),
      { ...many({ work }, { concurrency: 2 })[0]!, from: ['p'], flows: [{ to: 'r' }] },
      task('b', 'q', 's'),
      task('end', ['r', 's'], 'o', { work: pass }),
    ];
    const calls = new TestNet(
      oneNet(branches(call('a', { input: read('$item'), onUncertain: 'retry' })), all),
    ).start();
    calls.succeed('a', 'first').fail('b').send(reopened);
    expect(calls.asked('call').map(({ task: of, input }) => [of, input])).toEqual([
      ['a', { value: 'y' }],
      ['a', { value: 'z' }],
      ['b', { value: null }],
    ]);
    calls.succeed('a', 'second').succeed('a', 'third').succeed('b');
    expect(calls.output).toEqual(['first', 'second', 'third']);
    const items = new TestNet(oneNet(branches(offer(read('$item'))), all)).start();
    items.complete('a', 'first');
    const ids = [1, 2].map((index) => items.member('a', index).id);
    items.fail('b').send(reopened);
    expect(items.asked('offer').map(({ input, index }) => [input, index])).toEqual([
      [{ value: 'y' }, 1],
      [{ value: 'z' }, 2],
    ]);
    for (const index of [1, 2]) expect(ids).not.toContain(items.member('a', index).id);
    items.complete('a', 'second').complete('a', 'third').succeed('b');
    expect(items.output).toEqual(['first', 'second', 'third']);
  });

  test('[K9.3] members that had not begun start within the concurrency', () => {
    const work = call('a', { input: read('$item') });
    const testNet = new TestNet(oneNet(many({ work }, { concurrency: 1 }), all)).start();
    breakOne(testNet, 0).send(reopened);
    expect(testNet.asked('call')).toMatchObject([{ input: { value: 'x' } }]);
    for (const [index, output] of ['X', 'Y', 'Z'].entries()) answer(testNet, index, output);
    expect(testNet.output).toEqual(['X', 'Y', 'Z']);
  });

  test('[K9.3] a member that is a net keeps its frame', () => {
    const testNet = new TestNet(
      program([
        net('main', many({ work: subnet('low') }, { items: value([1, 2]) }), all),
        net('low', [task('b', 'i', 'p', { work: offer() }), task('c', 'p', 'o')], { result: value('ok') }),
      ]),
    ).start();
    testNet.complete('b').fail('c');
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:nested', 'a:nested', 'b:parked', 'c:failed']);
    testNet.send(reopened);
    expect(testNet.instancesUnderWay()).toEqual([
      'a:group',
      'a:nested',
      'a:nested',
      'b:offered',
      'c:calling',
    ]);
    testNet.succeed('c').complete('b').succeed('c');
    expect(testNet.output).toEqual(['ok', 'ok']);
  });

  test('[K9.3] an each that failed as a whole restarts as a whole', () => {
    const goesOn = new TestNet(oneNet(many({}, { failures: 'continue', items: value(['x', 'y']) }), all));
    goesOn.start().fail('a').fail('a');
    expect(goesOn.state.failure).toMatchObject({ code: 'all-failed' });
    const settles = new TestNet(
      oneNet(many({}, { items: value(['x', 'y']) }), { ...all, onFailure: 'settle' }),
    );
    settles.start().succeed('a').fail('a');
    for (const testNet of [goesOn, settles]) {
      expect(testNet.instancesUnderWay()).toEqual(['a:failed']);
      const { id } = testNet.at('a');
      testNet.send(reopened);
      expect(testNet.at('a', 'group').id).toBeGreaterThan(id);
      expect(testNet.asked('call')).toHaveLength(2);
      expect(testNet.succeed('a', 1).succeed('a', 2).output).toEqual([1, 2]);
    }
  });

  test('[K9.3] two members that fail one after the other both restart', () => {
    const testNet = new TestNet(oneNet(many({ work: call('a', { onUncertain: 'fail' }) }), all)).start();
    answer(testNet, 1, 'Y');
    breakOne(testNet, 0).send(reopened);
    // The third is active, and its call fails if it is in doubt.
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'in-doubt' } });
    testNet.send(reopened);
    expect(testNet.asked('call').map(({ instance }) => instance)).toEqual(
      [0, 2].map((index) => testNet.member('a', index).id).sort((a, b) => a - b),
    );
    answer(testNet, 0, 'X');
    expect(answer(testNet, 2, 'Z').output).toEqual(['X', 'Y', 'Z']);
  });
});

describe('data of a reopening', () => {
  const made = program([
    net('main', [task('sub', 'i', 'o', { work: subnet('low', 'own', { y: read('x') }) })], {
      variables: [{ name: 'x', initial: 'old' }, { name: 'left' }],
      result: read('x'),
    }),
    net('low', [task('a', 'i', 'o', { work: call('a', { input: read('y') }) })], {
      variables: variables('y'),
    }),
  ]);

  test('[K9.3] variables of the root are set before work begins', () => {
    const one = oneNet([task('a', 'i', 'o', { work: call('a', { input: read('x') }) })], {
      variables: [{ name: 'x', initial: 'old' }],
    });
    const testNet = new TestNet(one).start().fail('a');
    testNet.send({ ...reopened, set: { x: { value: 'new' } } });
    expect(testNet.asked('call')).toMatchObject([{ input: { value: 'new' } }]);
  });

  test('[K9.3] only known variables of the root are accepted, within the size limit', () => {
    const testNet = new TestNet({ ...made, limits: { payload: 60 } }).start().fail('a');
    const given = { value: 1 };
    expect(testNet.refused({ ...reopened, set: { y: given } })).toBe('unknown-name');
    expect(testNet.refused({ ...reopened, set: { x: given, toString: given } })).toBe('unknown-name');
    expect(testNet.refused({ ...reopened, set: { x: { value: 'x'.repeat(60) } } })).toBe('payload-too-large');
    expect([testNet.state.status, testNet.variable('x')]).toEqual(['failed', 'old']);
    testNet.send({ ...reopened, set: { left: given } });
    expect([testNet.variable('x'), testNet.variable('left')]).toEqual(['old', 1]);
    expect(testNet.asked('call')).toMatchObject([{ input: { value: 'old' } }]);
  });

  test('[K9.3] a run that cannot be reopened accepts none', () => {
    const testNet = new TestNet(made).start();
    expect(testNet.refused({ ...reopened, set: { x: { value: 1 } } })).toBe('not-failed');
    expect(testNet.variable('x')).toBe('old');
  });
});
