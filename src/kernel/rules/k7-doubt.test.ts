import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { assigns, call, flow, offer, oneNet, pass, read, task, value } from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { CallWork, Json, Retry, Task, Timeout } from '../index.ts';

const retry: Retry = { limit: 1, delay: 10, backoff: 'fixed' };

describe('the variable of a timer', () => {
  const expiry = (onExpiry: NonNullable<Timeout['onExpiry']>) => ({ onExpiry });
  const followed = (initial: Json | undefined, options: Partial<Task> = {}, rest: Partial<Timeout> = {}) =>
    oneNet(
      [
        task('a', 'i', 'p', {
          timeout: { after: value(50), status: 's', ...rest },
          catch: { to: 'p' },
          ...options,
        }),
        task('b', 'p', 'o'),
      ],
      { variables: [initial === undefined ? { name: 's' } : { name: 's', initial }] },
    );

  test.each([undefined, 'dormant'])('[K7.5] from %j it becomes active when the timer is set', (initial) => {
    expect(new TestNet(followed(initial)).start().variable('s')).toBe('active');
  });

  test.each(['closed', 'expired', 'active', 'mine', null, 3])(
    '[K7.5] from %j it is not changed by the timer',
    (initial) => {
      expect(new TestNet(followed(initial)).start().variable('s')).toBe(initial);
    },
  );

  test('[K7.5] it becomes closed when the work ends in time, with any outcome', () => {
    expect(new TestNet(followed(undefined)).start().succeed('a').variable('s')).toBe('closed');
    expect(new TestNet(followed(undefined)).start().fail('a').variable('s')).toBe('closed');
    const skipped = new TestNet(followed(undefined, { work: offer() })).start();
    expect(skipped.send({ kind: 'itemSkipped', instance: 2 }).variable('s')).toBe('closed');
    const cancelled = new TestNet(followed(undefined)).start().send({ kind: 'cancelRequested' });
    expect(cancelled.variable('s')).toBe('closed');
  });

  test('[K7.5] it becomes expired when the timer fires, with any action', () => {
    expect(new TestNet(followed(undefined)).start().fire('a', 'timeout').variable('s')).toBe('expired');
    const noted = new TestNet(followed(undefined, {}, expiry('note'))).start().fire('a', 'timeout');
    expect(noted.variable('s')).toBe('expired');
    expect(noted.succeed('a').variable('s')).toBe('expired');
  });

  test('[K7.5] only an active variable becomes closed or expired', () => {
    const set = (testNet: TestNet, text: string) =>
      testNet.send({ kind: 'dataUpdated', set: { s: { value: text } } });
    expect(
      set(new TestNet(followed(undefined)).start(), 'mine')
        .succeed('a')
        .variable('s'),
    ).toBe('mine');
    expect(
      set(new TestNet(followed(undefined)).start(), 'mine')
        .fire('a', 'timeout')
        .variable('s'),
    ).toBe('mine');
    expect(
      set(new TestNet(followed(undefined)).start(), 'dormant')
        .succeed('a')
        .variable('s'),
    ).toBe('dormant');
  });

  test('[K7.5] it never becomes active again: a retry and a loop do not change it', () => {
    const testNet = new TestNet(followed(undefined, { retry })).start().fail('a');
    expect(testNet.variable('s')).toBe('closed');
    expect(testNet.fire('a', 'retry').variable('s')).toBe('closed');
    const loop = oneNet(
      [
        task('once', 'i', 'p', { work: pass }),
        task('a', 'p', [], {
          timeout: { after: value(50), status: 's' },
          split: 'xor',
          flows: [flow('p', expr(['get', '$output'])), flow('o')],
        }),
      ],
      { variables: [{ name: 's' }] },
    );
    expect(new TestNet(loop).start().succeed('a', true).variable('s')).toBe('closed');
  });

  test('[K7.5] with a timer from the hold, a release closes it, and it stays closed', () => {
    const testNet = new TestNet(followed('dormant', { work: offer() }, { from: 'hold' })).start();
    expect(testNet.variable('s')).toBe('dormant');
    expect(testNet.hold('a').variable('s')).toBe('active');
    expect(testNet.send({ kind: 'itemReleased', instance: 2 }).variable('s')).toBe('closed');
    expect(testNet.hold('a').variable('s')).toBe('closed');
  });

  test('[K7.5] guards and outputs of the task read it as closed', () => {
    const outputs = assigns({ x: read('s') });
    const made = oneNet([task('a', 'i', 'o', { timeout: { after: value(50), status: 's' }, outputs })], {
      variables: [{ name: 's' }, { name: 'x' }],
    });
    expect(new TestNet(made).start().succeed('a').variable('x')).toBe('closed');
  });
});

describe('a call in doubt', () => {
  const doubtful = (onUncertain: CallWork['onUncertain'], options: Partial<Task> = {}) =>
    oneNet(
      [
        task('a', 'i', 'p', {
          work: call('a', { onUncertain, input: value('in') }),
          outputs: assigns({ x: read('$output') }),
          catch: { to: 'c', as: 'caught' },
          ...options,
        }),
        task('b', 'p', 'o'),
        task('mend', 'c', 'o'),
      ],
      { variables: [{ name: 'x' }, { name: 'caught' }] },
    );
  const inDoubt = { kind: 'callInDoubt', instance: 2, attempt: 1 } as const;
  const timeout = { after: value(50) };
  const caughtIn = (testNet: TestNet) =>
    testNet.variable('caught') as { code: string; message: string } | undefined;

  test('[K7.6] retry: the same attempt is repeated, with its own deadline, as often as needed', () => {
    const testNet = new TestNet(doubtful('retry', { timeout })).start();
    const [first] = testNet.asked('call');
    for (const now of [1_010, 1_020, 1_030]) {
      testNet.now = now;
      testNet.send(inDoubt);
      expect(testNet.asked('setTimer')).toEqual([
        { kind: 'setTimer', instance: 2, timer: 'timeout', at: now + 50 },
      ]);
      expect(testNet.effects.at(-1)).toEqual(first);
      expect(testNet.at('a').deadline).toBe(now + 50);
    }
    expect(testNet.at('a')).toMatchObject({ attempt: 1, phase: 'calling' });
    expect(testNet.succeed('a', 'out').variable('x')).toBe('out');
  });

  test('[K7.6] retry: the deadline is set again without being cleared, so the variable stays active', () => {
    const made = oneNet(
      [
        task('a', 'i', 'o', {
          work: call('a', { onUncertain: 'retry' }),
          timeout: { ...timeout, status: 's' },
        }),
      ],
      { variables: [{ name: 's' }] },
    );
    const testNet = new TestNet(made).start().send(inDoubt);
    expect([testNet.asked('clearTimer'), testNet.variable('s')]).toEqual([[], 'active']);
    expect(testNet.fire('a', 'timeout').variable('s')).toBe('expired');
  });

  test('[K7.6] fail: it fails with in-doubt, without retry', () => {
    const testNet = new TestNet(doubtful('fail', { retry, timeout })).start().send(inDoubt);
    expect(testNet.asked('setTimer')).toEqual([]);
    expect(testNet.asked('clearTimer')).toHaveLength(1);
    expect([caughtIn(testNet)?.code, testNet.instancesUnderWay()]).toEqual(['in-doubt', ['mend:calling']]);
  });

  test('[K7.6] ask: the doubt is offered, and has no deadline', () => {
    const testNet = new TestNet(doubtful('ask', { retry, timeout })).start().send(inDoubt);
    expect(testNet.effects).toEqual([
      { kind: 'clearTimer', instance: 2, timer: 'timeout' },
      {
        kind: 'offer',
        instance: 2,
        frame: 1,
        net: 'main',
        task: 'a',
        reason: 'doubt',
        item: null,
        input: { value: 'in' },
        index: -1,
        ordinal: 1,
        lineage: [],
        group: 0,
        whom: { value: null },
        holder: '',
      },
    ]);
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', deadline: null });
  });

  test('[K7.6] ask: the operator reports success, with or without an output', () => {
    const testNet = new TestNet(doubtful('ask')).start().send(inDoubt);
    testNet.complete('a', { verdict: 'succeeded', output: { n: 1 } });
    expect([testNet.variable('x'), testNet.instancesUnderWay()]).toEqual([{ n: 1 }, ['b:calling']]);
    const none = new TestNet(doubtful('ask')).start().send(inDoubt).complete('a', { verdict: 'succeeded' });
    expect(none.variable('x')).toBeNull();
  });

  test('[K7.6] ask: the operator reports a failure, with its reason', () => {
    const testNet = new TestNet(doubtful('ask')).start().send(inDoubt);
    testNet.complete('a', { verdict: 'failed', message: 'looked it up' });
    expect([caughtIn(testNet)?.message, testNet.instancesUnderWay()]).toEqual([
      'looked it up',
      ['mend:calling'],
    ]);
  });

  test('[K7.6] ask: the operator requests a retry', () => {
    const testNet = new TestNet(doubtful('ask', { timeout })).start();
    const [first] = testNet.asked('call');
    testNet.send(inDoubt);
    testNet.now = 7_000;
    testNet.complete('a', { verdict: 'retry' });
    expect(testNet.asked('call')).toEqual([first]);
    expect(testNet.asked('setTimer')).toMatchObject([{ timer: 'timeout', at: 7_050 }]);
    expect(testNet.at('a')).toMatchObject({ phase: 'calling', attempt: 1, holder: '' });
    expect(testNet.send(inDoubt).instancesUnderWay()).toEqual(['a:doubt']);
  });

  test.each([null, 'retry', {}, { verdict: 'maybe' }, ['retry']])(
    '[K7.6] ask: %j is not a verdict',
    (output) => {
      const testNet = new TestNet(doubtful('ask')).start().send(inDoubt);
      expect(testNet.refused({ kind: 'itemCompleted', instance: 2, output: { value: output } })).toBe(
        'malformed',
      );
      expect(testNet.instancesUnderWay()).toEqual(['a:doubt']);
    },
  );

  test('[K7.6] ask: a doubt is held, released and delegated like an item, and stays a doubt', () => {
    const testNet = new TestNet(doubtful('ask')).start().send(inDoubt);
    testNet.send({ kind: 'itemHeld', instance: 2, by: 'ann' });
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', holder: 'ann' });
    expect(testNet.refused({ kind: 'itemHeld', instance: 2, by: 'bob' })).toBe('held-by-other');
    expect(testNet.refused({ kind: 'itemHeld', instance: 2, by: 'ann' })).toBe('wrong-phase');
    const verdict = { kind: 'itemCompleted', instance: 2, output: { value: { verdict: 'retry' } } } as const;
    expect(testNet.refused({ ...verdict, by: 'bob' })).toBe('held-by-other');
    testNet.send({ kind: 'itemReleased', instance: 2, by: 'ann' });
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', holder: '' });
    testNet.send({ kind: 'itemDelegated', instance: 2, to: 'bob' });
    expect(testNet.send({ ...verdict, by: 'bob' }).at('a')).toMatchObject({ phase: 'calling', holder: '' });
  });

  test('[K7.6] a late answer of the call itself is accepted, and the doubt is withdrawn', () => {
    const succeeded = new TestNet(doubtful('ask')).start().send(inDoubt);
    succeeded.send({ kind: 'itemHeld', instance: 2, by: 'ann' }).succeed('a', 'late');
    expect(succeeded.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'call']);
    expect(succeeded.variable('x')).toBe('late');
    const failed = new TestNet(doubtful('ask', { retry })).start().send(inDoubt);
    failed.send({ kind: 'itemHeld', instance: 2, by: 'ann' }).send({ kind: 'itemSuspended', instance: 2 });
    failed.fail('a');
    expect(failed.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'setTimer']);
    expect(failed.at('a')).toMatchObject({ phase: 'backoff', holder: '', paused: false });
    expect(failed.fire('a', 'retry').at('a').attempt).toBe(2);
  });

  test('[K7.6] a late answer must be of the same attempt', () => {
    const testNet = new TestNet(doubtful('ask', { retry })).start().fail('a').fire('a', 'retry');
    testNet.send({ ...inDoubt, attempt: 2 });
    const late = { kind: 'callSucceeded', instance: 2, output: { value: 1 } } as const;
    expect(testNet.refused({ ...late, attempt: 1 })).toBe('wrong-attempt');
    expect(testNet.send({ ...late, attempt: 2 }).instancesUnderWay()).toEqual(['b:calling']);
  });

  test('[K7.6] a doubt in a group concerns one instance', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(doubtful('ask', { each })).start();
    testNet.send({ kind: 'callInDoubt', instance: 4, attempt: 1 });
    expect(testNet.asked('offer')).toMatchObject([{ reason: 'doubt', instance: 4, index: 1 }]);
    testNet.complete('a', { verdict: 'succeeded', output: 'B' }).succeed('a', 'A');
    expect(testNet.variable('x')).toEqual(['A', 'B']);
  });
});
