import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import {
  net,
  offer,
  oneNet,
  program,
  read,
  subnet,
  task,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Json, Task, Timeout, WaitWork } from '../index.ts';

/** The last time that a date can represent. */
const endOfTime = 8.64e15;

const one = (options: Partial<Task>) =>
  oneNet([task('a', 'i', 'o', { catch: { to: 'c', as: 'caught' }, ...options }), task('mend', 'c', 'o')], {
    variables: variables('caught', 's'),
  });
const codeIn = (testNet: TestNet) => (testNet.variable('caught') as { code: string } | undefined)?.code;

describe('a timeout without a time', () => {
  const timed = (timeout: Timeout, options: Partial<Task> = {}) =>
    new TestNet(one({ timeout: { status: 's', ...timeout }, ...options })).start();

  test.each<[string, Timeout]>([
    ['null as a duration', { after: value(null) }],
    ['null as a time', { until: value(null) }],
    ['a duration that ends after the last possible time', { after: value(endOfTime) }],
    ['the last possible time', { until: value(endOfTime) }],
    ['a time after it', { until: value(1e300) }],
    ['a duration that ends at it', { after: expr(['lit', endOfTime - 1_000]) }],
  ])('[K7.5] it sets no timer: %s', (_, timeout) => {
    for (const options of [{}, { work: offer() }, { work: wait({ signal: value('go') }) }]) {
      const testNet = timed(timeout, options);
      expect(testNet.asked('setTimer')).toEqual([]);
      expect(testNet.at('a').deadline).toBeNull();
      // The variable of the timer stays unset.
      expect(testNet.variable('s')).toBeUndefined();
      expect(testNet.refused({ kind: 'timerFired', instance: 2, timer: 'timeout' })).toBe('wrong-phase');
    }
  });

  test('[K7.5] a time just before the last possible one sets a timer', () => {
    expect(timed({ until: value(endOfTime - 1) }).at('a').deadline).toBe(endOfTime - 1);
    expect(timed({ after: value(endOfTime - 1_001) }).at('a').deadline).toBe(endOfTime - 1);
  });

  test('[K7.5] it applies to a net, a hold, an open offer and every instance', () => {
    const below = program([
      net('main', [task('a', 'i', 'o', { work: subnet('low'), timeout: { after: value(null) } })]),
      net('low', [task('in', 'i', 'o')]),
    ]);
    expect(new TestNet(below).start().asked('setTimer')).toEqual([]);
    const held = timed({ after: value(null), from: 'hold' }, { work: offer() }).hold('a');
    expect([held.asked('setTimer'), held.instancesUnderWay()]).toEqual([[], ['a:held']]);
    const open = timed({ after: value(null) }, { work: offer(undefined, { takes: 'hold' }) });
    expect([open.asked('setTimer'), open.instancesUnderWay()]).toEqual([[], ['a:open']]);
    const each = { items: value([5, null]), create: 'static', failures: 'abort' } as const;
    const many = timed({ after: read('$item') }, { each });
    expect([0, 1].map((index) => many.member('a', index).deadline)).toEqual([1_005, null]);
  });

  test('[K7.5] each attempt computes its own timeout', () => {
    const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
    const made = oneNet([task('a', 'i', 'o', { retry, timeout: { after: read('t') } })], {
      variables: [{ name: 't', initial: null }],
    });
    const testNet = new TestNet(made).start().fail('a');
    expect(testNet.asked('clearTimer')).toEqual([]);
    testNet.send({ kind: 'dataUpdated', set: { t: { value: 20 } } }).fire('a', 'retry');
    expect(testNet.at('a').deadline).toBe(testNet.now + 20);
  });
});

describe('a wait without a time', () => {
  const waits = (work: Omit<WaitWork, 'kind'>) => new TestNet(one({ work: wait(work) })).start();
  const never: readonly Json[] = [null, endOfTime, 1e300];

  test('[K13.2] it waits only for its signal', () => {
    for (const time of never) {
      for (const work of [{ for: value(time) }, { until: value(time) }]) {
        const testNet = waits({ ...work, signal: value('go') });
        expect([testNet.asked('setTimer'), testNet.at('a').due]).toEqual([[], null]);
        testNet.send({ kind: 'signalled', name: 'go', payload: { value: 1 } });
        expect(testNet.state.status).toBe('completed');
      }
    }
  });

  test('[K13.2] it uses the time if it has one', () => {
    expect(waits({ for: value(null), until: value(2_000) }).at('a').due).toBe(2_000);
    expect(waits({ for: value(500), until: value(null) }).at('a').due).toBe(1_500);
    expect(waits({ for: value(endOfTime), until: value(2_000) }).at('a').due).toBe(2_000);
  });

  test('[K13.2] without a signal it is an expression error', () => {
    for (const time of never) {
      expect(codeIn(waits({ for: value(time) }))).toBe('expression');
      expect(codeIn(waits({ until: value(time) }))).toBe('expression');
    }
    expect(codeIn(waits({ for: value(null), until: value(null) }))).toBe('expression');
  });

  test('[K13.2] a signal without a name is an expression error, even with a time', () => {
    for (const name of ['', null, 1]) {
      expect(codeIn(waits({ signal: value(name) }))).toBe('expression');
      expect(codeIn(waits({ signal: value(name), for: value(10) }))).toBe('expression');
    }
  });
});

describe('times that no date can represent', () => {
  const made = oneNet([task('a', 'i', 'o', { retry: { limit: 1, delay: 10, backoff: 'fixed' } })]);

  test('[K2.1] an event after the last possible time is malformed', () => {
    const testNet = new TestNet(made).start();
    for (const at of [endOfTime + 1, 1e300, Number.POSITIVE_INFINITY, Number.NaN, '1000', null, undefined]) {
      expect(testNet.refused({ kind: 'suspended', at } as never)).toBe('malformed');
    }
    expect(testNet.send({ kind: 'suspended', at: endOfTime }).state.at).toBe(endOfTime);
  });

  test('[K2.1] a dictated delay that is not a number is malformed', () => {
    const call = new TestNet(made).start();
    const item = new TestNet(one({ work: offer() })).start();
    for (const retryAfter of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '5', null]) {
      const failure = { code: 'no', message: '', retryAfter } as never;
      const failed = { kind: 'callFailed', instance: 2, attempt: 1, failure } as const;
      expect(call.refused(failed)).toBe('malformed');
      expect(call.refused({ ...failed, instance: 99 })).toBe('malformed');
      expect(item.refused({ kind: 'itemFailed', instance: 2, failure } as TestNetEvent)).toBe('malformed');
    }
    expect(call.fail('a', { retryAfter: -5 }).at('a').due).toBe(call.now);
  });
});

describe('retries and the last possible time', () => {
  test('[K7.1] no retry is due after the last possible time', () => {
    const retry = { limit: 1, delay: 9e15, backoff: 'fixed' } as const;
    const far = new TestNet(one({ retry })).start().fail('a');
    expect(far.asked('setTimer')).toMatchObject([{ timer: 'retry', at: endOfTime }]);
    expect(far.fire('a', 'retry').instancesUnderWay()).toEqual(['a:calling']);
    const dictated = new TestNet(one({ retry: { ...retry, delay: 1 } }))
      .start()
      .fail('a', { retryAfter: 1e300 });
    expect(dictated.asked('setTimer')).toMatchObject([{ timer: 'retry', at: endOfTime }]);
  });

  test('[K7.4] work that fails on purpose has a deadline over all its attempts', () => {
    const failure = value({ code: 'own', message: 'again', retryable: true });
    const retry = { limit: 3, delay: 1000, backoff: 'fixed' } as const;
    const timeout = { after: value(50) };
    const testNet = new TestNet(one({ work: { kind: 'fail', failure }, retry, timeout })).start();
    expect(testNet.instancesUnderWay()).toEqual(['a:backoff']);
    expect(testNet.fire('a', 'timeout').instancesUnderWay()).toEqual(['mend:calling']);
    expect(testNet.variable('caught')).toMatchObject({ code: 'timeout' });
  });
});
