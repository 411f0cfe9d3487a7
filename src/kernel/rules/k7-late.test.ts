import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { assigns, offer, oneNet, pass, read, task, undo, value } from '../../testing/net-builder.ts';
import type { Task } from '../index.ts';

const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
const canUndo = { undo: undo('revert') };

/** A call that may time out and be retried, next to an item whose completion ends the run. */
const beside = (options: Partial<Task> = {}) =>
  new TestNet(
    oneNet(
      [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, {
          retry,
          timeout: { after: value(50) },
          outputs: assigns({ x: read('$output') }),
          ...options,
        }),
        task('b', 'q', 'o', { work: offer() }),
      ],
      { variables: [{ name: 'x' }] },
    ),
  ).start();
const doubt = (testNet: TestNet) => {
  const { id, attempt } = testNet.at('a');
  return testNet.send({ kind: 'callInDoubt', instance: id, attempt });
};
const timedOut = (options: Partial<Task> = {}) => beside(options).fire('a', 'timeout');

describe('a timed-out attempt whose retry has not begun', () => {
  test('[K7.6] it is awaited, then unknown, then a new attempt begins', () => {
    const testNet = beside();
    expect(testNet.at('a').late).toBe('no');
    testNet.fire('a', 'timeout');
    expect(testNet.at('a')).toMatchObject({ phase: 'backoff', late: 'awaited', attempt: 1 });
    doubt(testNet);
    expect(testNet.at('a')).toMatchObject({ phase: 'backoff', late: 'unknown', attempt: 1 });
    testNet.fire('a', 'retry');
    expect(testNet.at('a')).toMatchObject({ phase: 'calling', late: 'no', attempt: 2 });
  });

  test('[K7.6] the doubt is not offered, regardless of the policy of the call: the retry continues', () => {
    for (const onUncertain of ['retry', 'ask', 'fail'] as const) {
      const work = { kind: 'call', connector: 'test', operation: 'a', onUncertain } as const;
      const testNet = doubt(timedOut({ work, ...canUndo }));
      expect([testNet.effects, testNet.notes]).toEqual([[], []]);
      expect(testNet.at('a')).toMatchObject({ phase: 'backoff', due: testNet.now + 10 });
    }
  });

  test('[K7.6] a late answer is accepted', () => {
    const success = doubt(timedOut()).succeed('a', 'late');
    expect(success.asked('clearTimer')).toMatchObject([{ timer: 'retry' }]);
    expect(success.variable('x')).toBe('late');
    const failed = doubt(timedOut());
    const { id } = failed.at('a');
    const failure = { code: 'no', message: '' };
    failed.send({ kind: 'callFailed', instance: id, attempt: 1, failure });
    expect(failed.at('a')).toMatchObject({ phase: 'backoff', late: 'no' });
    expect(failed.refused({ kind: 'callInDoubt', instance: id, attempt: 1 })).toBe('wrong-phase');
  });

  test('[K7.6] an attempt that has answered is not in doubt', () => {
    const testNet = beside().fail('a');
    expect(testNet.at('a').late).toBe('no');
    expect(testNet.refused({ kind: 'callInDoubt', instance: testNet.at('a').id, attempt: 1 })).toBe(
      'wrong-phase',
    );
  });

  test('[K7.6][K13.4] in a suspended run its outcome stays unknown although the retry is due, until that begins', () => {
    const testNet = doubt(timedOut().send({ kind: 'suspended' }).fire('a', 'retry'));
    expect(testNet.at('a')).toMatchObject({ phase: 'ready', late: 'unknown' });
    expect(testNet.send({ kind: 'resumed' }).at('a')).toMatchObject({ late: 'no', attempt: 2 });
  });
});

describe('cancellation of a timed-out attempt', () => {
  test('[K8.4] with undo and in doubt it drains as an offered doubt', () => {
    const testNet = doubt(timedOut(canUndo));
    const { id } = testNet.at('a');
    testNet.complete('b');
    expect(testNet.asked('clearTimer')).toMatchObject([{ instance: id, timer: 'retry' }]);
    expect(testNet.asked('offer')).toMatchObject([{ instance: id, reason: 'doubt' }]);
    expect(testNet.asked('abortCall')).toEqual([]);
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', draining: true, late: 'no' });
    expect(testNet.state.status).toBe('running');
    const retried = { kind: 'itemCompleted', instance: id, output: { value: { verdict: 'retry' } } } as const;
    expect(testNet.refused(retried)).toBe('wrong-phase');
    testNet.complete('a', { verdict: 'succeeded', output: 1 });
    expect(testNet.asked('call')).toMatchObject([{ operation: 'revert', undoes: id }]);
    expect(testNet.succeed('a').state.status).toBe('completed');
  });

  test('[K8.4] the operator may report a failure, or the call itself its outcome', () => {
    const told = doubt(timedOut(canUndo)).complete('b').complete('a', { verdict: 'failed' });
    expect(told.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
    const answered = doubt(timedOut(canUndo)).complete('b').succeed('a', 1);
    expect(answered.effects).toMatchObject([{ kind: 'withdraw' }, { kind: 'call', operation: 'revert' }]);
  });

  test('[K8.4] with undo and awaited it drains as a call, and may become in doubt later', () => {
    const testNet = timedOut(canUndo).complete('b');
    expect(testNet.at('a')).toMatchObject({ phase: 'calling', draining: true });
    expect(testNet.asked('offer')).toEqual([]);
    doubt(testNet);
    expect(testNet.asked('offer')).toMatchObject([{ reason: 'doubt' }]);
    expect(testNet.complete('a', { verdict: 'failed' }).state.status).toBe('completed');
  });

  test('[K8.4] without undo, or after its answer, it ends at once', () => {
    expect(doubt(timedOut()).complete('b').state.status).toBe('completed');
    const testNet = doubt(timedOut(canUndo));
    const { id } = testNet.at('a');
    testNet.send({ kind: 'callFailed', instance: id, attempt: 1, failure: { code: 'no', message: '' } });
    expect(testNet.complete('b').state.status).toBe('completed');
  });

  test('[K8.4] a cancellation of the run drains it, with or without undo', () => {
    for (const undoing of [true, false]) {
      const testNet = doubt(timedOut(canUndo)).send({ kind: 'cancelRequested', undo: undoing });
      expect(testNet.asked('offer')).toMatchObject([{ reason: 'doubt' }]);
      expect(testNet.complete('a', { verdict: 'failed' }).state.status).toBe('cancelled');
    }
  });

  test('[K8.4][K9.3] a parallel failure waits for it, so the run cannot be reopened', () => {
    const testNet = doubt(timedOut(canUndo));
    const failure = { code: 'no', message: '' };
    testNet.send({ kind: 'itemFailed', instance: testNet.at('b').id, failure });
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    testNet.complete('a', { verdict: 'failed' });
    expect(testNet.state.status).toBe('failed');
    expect(testNet.refused({ kind: 'reopened' })).toBe('undo-begun');
  });
});
