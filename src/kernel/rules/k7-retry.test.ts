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
import type { Failure, Retry, Task } from '../index.ts';

/** The n-th draw (from 0) of a run by K11.3, as a second implementation. */
const drawn = (seed: number, n: number): number => {
  let x = Number((BigInt(seed) + BigInt(n + 1) * 0x9e3779b9n) % (1n << 32n));
  x = (x ^ (x >>> 16)) >>> 0;
  x = Math.imul(x, 0x21f0aaad) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  x = Math.imul(x, 0x735a2d97) >>> 0;
  x = (x ^ (x >>> 15)) >>> 0;
  return x / 2 ** 32;
};

const fixed = (limit: number, delay = 100): Retry => ({ limit, delay, backoff: 'fixed' });

const one = (options: Partial<Task> = {}) => oneNet([task('a', 'i', 'o', options)]);

/** The delays of all retries; each failure comes 7 ms after its call. */
const delays = (retry: Retry, seed = 1, failure: Partial<Failure> = {}): number[] => {
  const testNet = new TestNet(one({ retry })).start({}, seed);
  const found: number[] = [];
  for (;;) {
    testNet.now += 7;
    testNet.fail('a', failure);
    if (testNet.state.status === 'failed') return found;
    found.push((testNet.at('a').due ?? Number.NaN) - testNet.now);
    testNet.fire('a', 'retry');
  }
};

describe('number of retries', () => {
  test('[K7.1] a failed instance is retried up to its limit, then it fails', () => {
    for (const limit of [0, 1, 2, 5]) expect(delays(fixed(limit))).toHaveLength(limit);
    expect(new TestNet(one()).start().fail('a').state.status).toBe('failed');
  });

  test('[K7.1] a failure that is not retryable is not retried', () => {
    expect(delays(fixed(3), 1, { retryable: false })).toEqual([]);
    expect(delays(fixed(3), 1, { retryable: true })).toHaveLength(3);
    expect(delays(fixed(3), 1, { retryable: false, retryAfter: 5 })).toEqual([]);
  });

  test('[K7.1] every instance of an each has its own retries', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(one({ retry: fixed(1), each })).start();
    const failed = (index: number) => {
      const { id, attempt } = testNet.member('a', index);
      return testNet.send({
        kind: 'callFailed',
        instance: id,
        attempt,
        failure: { code: 'no', message: '' },
      });
    };
    failed(0);
    failed(1);
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:backoff', 'a:backoff']);
    testNet.fire('a', 'retry');
    expect([testNet.member('a', 0).attempt, testNet.member('a', 1).attempt]).toEqual([2, 1]);
    expect(failed(0).state.status).toBe('failed');
  });
});

describe('delays', () => {
  test('[K7.1] fixed, linear and exponential delays count from the time of the failure', () => {
    expect(delays(fixed(3))).toEqual([100, 100, 100]);
    expect(delays({ limit: 3, delay: 100, backoff: 'linear' })).toEqual([100, 200, 300]);
    expect(delays({ limit: 4, delay: 100, backoff: 'exponential' })).toEqual([100, 200, 400, 800]);
    expect(delays({ limit: 3, delay: 100, backoff: 'exponential', factor: 3 })).toEqual([100, 300, 900]);
    expect(delays({ limit: 3, delay: 100, backoff: 'linear', factor: 3 })).toEqual([100, 200, 300]);
  });

  test('[K7.1] delays are limited by the cap, and rounded', () => {
    expect(delays({ limit: 4, delay: 100, backoff: 'exponential', cap: 250 })).toEqual([100, 200, 250, 250]);
    expect(delays({ limit: 2, delay: 100, backoff: 'fixed', cap: 30 })).toEqual([30, 30]);
    expect(delays({ limit: 1, delay: 100, backoff: 'fixed', cap: 0 })).toEqual([0]);
    expect(delays({ limit: 3, delay: 5, backoff: 'exponential', factor: 1.5 })).toEqual([5, 8, 11]);
    expect(delays({ limit: 1, delay: 0.4, backoff: 'fixed' })).toEqual([0]);
  });

  test.each([0, 1, 2, 77])('[K7.1] a seeded share of up to the jitter is subtracted, seed %d', (seed) => {
    const retry = { limit: 3, delay: 10_000, backoff: 'linear', jitter: 0.3 } as const;
    const expected = [0, 1, 2].map((n) => Math.round(10_000 * (n + 1) * (1 - 0.3 * drawn(seed, n))));
    expect(delays(retry, seed)).toEqual(expected);
  });

  test('[K7.1] the jitter is subtracted after the cap', () => {
    const retry = { limit: 1, delay: 10_000, backoff: 'fixed', cap: 1_000, jitter: 1 } as const;
    expect(delays(retry, 5)).toEqual([Math.round(1_000 * (1 - drawn(5, 0)))]);
  });

  test('[K7.1] nothing is drawn without jitter', () => {
    const draws = (retry: Retry, failure: Partial<Failure> = {}) =>
      new TestNet(one({ retry })).start().fail('a', failure).state.draws;
    expect(draws(fixed(1))).toBe(0);
    expect(draws({ ...fixed(1), jitter: 0 })).toBe(0);
    expect(draws({ ...fixed(1), jitter: 0.1 })).toBe(1);
    expect(draws({ ...fixed(1), jitter: 0.1 }, { retryAfter: 5 })).toBe(0);
    expect(draws({ ...fixed(1), jitter: 0.1 }, { retryable: false })).toBe(0);
    expect(draws({ ...fixed(0), jitter: 0.1 })).toBe(0);
  });

  test('[K7.1] a delay that the failure dictates is used unchanged, over the cap and without jitter', () => {
    const retry = { limit: 2, delay: 100, backoff: 'linear', cap: 150, jitter: 0.5 } as const;
    expect(delays(retry, 1, { retryAfter: 5_000 })).toEqual([5_000, 5_000]);
    expect(delays(retry, 1, { retryAfter: 0 })).toEqual([0, 0]);
  });
});

describe('retried work', () => {
  test('[K7.1] the instance and the input of the first attempt stay, and the attempt is counted', () => {
    const made = oneNet([task('a', 'i', 'o', { work: call('a', { input: read('x') }), retry: fixed(2) })], {
      variables: [{ name: 'x', initial: 'first' }],
    });
    const testNet = new TestNet(made).start();
    const [first] = testNet.asked('call');
    expect(first).toMatchObject({ instance: 2, attempt: 1, input: { value: 'first' } });
    testNet.fail('a', { code: 'no', message: 'not now' });
    expect(testNet.effects).toEqual([{ kind: 'setTimer', instance: 2, timer: 'retry', at: 1_100 }]);
    expect(testNet.noted('failed')).toEqual([
      {
        kind: 'failed',
        frame: 1,
        task: 'a',
        instance: 2,
        failure: { code: 'no', message: 'not now' },
        retryAt: 1_100,
      },
    ]);
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'second' } } }).fire('a', 'retry');
    expect(testNet.effects).toEqual([{ ...first, attempt: 2 }]);
    expect(testNet.noted('started')).toMatchObject([{ instance: 2, attempt: 2 }]);
  });

  test('[K7.1] an item is offered again, without a holder, with its current input', () => {
    const made = oneNet([task('a', 'i', 'o', { work: offer(read('x')), retry: fixed(1) })], {
      variables: [{ name: 'x', initial: 'first' }],
    });
    const testNet = new TestNet(made).start().hold('a');
    testNet.send({ kind: 'itemFailed', instance: 2, by: 'ann', failure: { code: 'no', message: '' } });
    expect(testNet.at('a')).toMatchObject({ phase: 'backoff', holder: '' });
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 'second' } } }).fire('a', 'retry');
    expect(testNet.asked('offer')).toMatchObject([{ instance: 2, holder: '', input: { value: 'second' } }]);
    expect(testNet.at('a')).toMatchObject({ phase: 'offered', attempt: 2 });
    testNet.send({ kind: 'itemFailed', instance: 2, failure: { code: 'no', message: '' } });
    expect(testNet.state.status).toBe('failed');
  });

  test('[K7.1] a sub-net is retried in a new frame', () => {
    const made = program([
      net('main', [task('below', 'i', 'o', { work: subnet('sub'), retry: fixed(1) })]),
      net('sub', [task('in', 'i', 'o', { outputs: assigns({ x: value(1) }) })], {
        variables: variables('x'),
      }),
    ]);
    const testNet = new TestNet(made).start().fail('in');
    expect([testNet.instancesUnderWay(), testNet.state.frames.length]).toEqual([['below:backoff'], 1]);
    testNet.fire('below', 'retry');
    expect(testNet.at('below')).toMatchObject({ attempt: 2, phase: 'nested', child: 5 });
    expect(testNet.state.frames.map(({ id }) => id)).toEqual([1, 5]);
    expect(testNet.fail('in').state.status).toBe('failed');
  });

  test('[K7.1] a retry begins when its timer fires, but not while the run is suspended', () => {
    const testNet = new TestNet(one({ retry: fixed(1) }))
      .start()
      .fail('a')
      .send({ kind: 'suspended' })
      .fire('a', 'retry');
    expect([testNet.instancesUnderWay(), testNet.effects]).toEqual([['a:ready'], []]);
    expect(testNet.send({ kind: 'resumed' }).asked('call')).toMatchObject([{ attempt: 2 }]);
  });
});
