import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
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
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Retry, Task, Timeout } from '../index.ts';

const retry: Retry = { limit: 1, delay: 10, backoff: 'fixed' };
const within = (milliseconds: number): Timeout => ({ after: value(milliseconds) });
const failure = { code: 'no', message: '' };
const success = { kind: 'callSucceeded', instance: 2, attempt: 1, output: { value: 'late' } } as const;
const expiry = (onExpiry: NonNullable<Timeout['onExpiry']>) => ({ onExpiry });

const timed = (timeout: Timeout, options: Partial<Task> = {}) =>
  oneNet(
    [
      task('a', 'i', 'p', { timeout, catch: { to: 'c', as: 'caught' }, ...options }),
      task('b', 'p', 'o'),
      task('mend', 'c', 'o'),
    ],
    {
      variables: [
        { name: 'caught' },
        { name: 'x' },
        { name: 'dormant', initial: 'dormant' },
        { name: 'mine', initial: 'mine' },
      ],
    },
  );

const caughtIn = (testNet: TestNet): string | undefined =>
  (testNet.variable('caught') as { code: string } | undefined)?.code;

const timers = (testNet: TestNet) =>
  testNet.effects.flatMap((effect) =>
    effect.kind === 'setTimer'
      ? [`set ${effect.timer} ${effect.at}`]
      : effect.kind === 'clearTimer'
        ? [`clear ${effect.timer}`]
        : [],
  );

describe('the deadline of a call', () => {
  test('[K7.4] it applies to one attempt: every attempt has its own', () => {
    const testNet = new TestNet(timed(within(50), { retry })).start();
    expect(timers(testNet)).toEqual(['set timeout 1050']);
    testNet.now = 1_020;
    testNet.fail('a');
    expect(timers(testNet)).toEqual(['clear timeout', 'set retry 1030']);
    testNet.fire('a', 'retry');
    expect(timers(testNet)).toEqual(['set timeout 1080']);
    expect(testNet.at('a').deadline).toBe(1_080);
    expect(timers(testNet.succeed('a'))).toEqual(['clear timeout']);
  });

  test('[K7.4] it is computed again for every attempt, or set as a point in time', () => {
    const testNet = new TestNet(timed({ after: expr(['get?', 'x', 50]) }, { retry })).start().fail('a');
    testNet.send({ kind: 'dataUpdated', set: { x: { value: 7.2 } } }).fire('a', 'retry');
    expect(timers(testNet)).toEqual([`set timeout ${testNet.now + 8}`]);
    expect(timers(new TestNet(timed({ until: value(9_000) })).start())).toEqual(['set timeout 9000']);
    expect(timers(new TestNet(timed(within(-5))).start())).toEqual(['set timeout 1000']);
  });

  test('[K7.4] a call that exceeds it is aborted and may be retried', () => {
    const testNet = new TestNet(timed(within(50), { retry })).start().fire('a', 'timeout');
    expect(testNet.effects).toEqual([
      { kind: 'abortCall', instance: 2, attempt: 1 },
      { kind: 'setTimer', instance: 2, timer: 'retry', at: 1_060 },
    ]);
    expect(testNet.noted('failed')).toMatchObject([{ failure: { code: 'timeout' }, retryAt: 1_060 }]);
    testNet.fire('a', 'retry');
    expect(testNet.asked('call')).toMatchObject([{ instance: 2, attempt: 2 }]);
    testNet.fire('a', 'timeout');
    expect(caughtIn(testNet)).toBe('timeout');
    expect(testNet.noted('failed')).toMatchObject([{ retryAt: null }]);
  });

  test('[K7.4][K13.4] in a suspended run the late answer counts although the retry is due', () => {
    const undo = { connector: 'test', operation: 'revert' };
    const due = () =>
      new TestNet(timed(within(50), { retry, undo, outputs: assigns({ x: read('$output') }) }))
        .start()
        .fire('a', 'timeout')
        .send({ kind: 'suspended' })
        .fire('a', 'retry');
    expect(due().send(success).send({ kind: 'resumed' }).instancesUnderWay()).toEqual(['b:calling']);
    const cancelled = due().send({ kind: 'cancelRequested' });
    expect(cancelled.instancesUnderWay()).toEqual(['a:draining']);
    expect(cancelled.send(success).asked('call')).toMatchObject([{ operation: 'revert', undoes: 2 }]);
  });

  test('[K7.4] the answer of a timed-out attempt counts until its retry begins', () => {
    const made = timed(within(50), { retry, outputs: assigns({ x: read('$output') }) });
    const testNet = new TestNet(made).start().fire('a', 'timeout').send(success);
    expect(timers(testNet)).toEqual(['clear retry']);
    expect([testNet.variable('x'), testNet.instancesUnderWay()]).toEqual(['late', ['b:calling']]);
    const begun = new TestNet(made).start().fire('a', 'timeout').fire('a', 'retry');
    expect(begun.refused(success)).toBe('wrong-attempt');
  });

  test('[K7.4] while the run is suspended a late answer counts, because the retry does not begin', () => {
    const testNet = new TestNet(timed(within(50), { retry }))
      .start()
      .fire('a', 'timeout')
      .send({ kind: 'suspended' });
    expect(testNet.send(success).state.instances).toEqual([]);
  });

  test('[K7.4] if that answer is a failure, the retry is unchanged, and no further answer is accepted', () => {
    const testNet = new TestNet(timed(within(50), { retry })).start().fire('a', 'timeout');
    const failed = { kind: 'callFailed', instance: 2, attempt: 1, failure } as const;
    expect(testNet.refused({ ...failed, attempt: 2 })).toBe('wrong-attempt');
    testNet.send(failed);
    expect([testNet.effects, testNet.at('a').due]).toEqual([[], 1_060]);
    expect(testNet.refused(failed)).toBe('wrong-phase');
    expect(testNet.refused(success)).toBe('wrong-phase');
    expect(testNet.fire('a', 'retry').asked('call')).toMatchObject([{ attempt: 2 }]);
  });

  test('[K7.4][K7.6] the unknown outcome of a timed-out attempt is reported once, and changes nothing', () => {
    const testNet = new TestNet(timed(within(50), { retry })).start().fire('a', 'timeout');
    const doubt = { kind: 'callInDoubt', instance: 2, attempt: 1 } as const;
    expect(testNet.refused({ ...doubt, attempt: 2 })).toBe('wrong-attempt');
    testNet.send(doubt);
    expect([testNet.effects, testNet.notes, testNet.instancesUnderWay()]).toEqual([[], [], ['a:backoff']]);
    expect(testNet.refused(doubt)).toBe('wrong-phase');
    expect(testNet.fire('a', 'retry').asked('call')).toMatchObject([{ instance: 2, attempt: 2 }]);
  });
});

describe('the deadline of other work', () => {
  test('[K7.4] an item: one deadline over all its retries, after which it is not retried', () => {
    const testNet = new TestNet(timed(within(50), { work: offer(), retry: { ...retry, limit: 5 } })).start();
    expect(timers(testNet)).toEqual(['set timeout 1050']);
    const failed = { kind: 'itemFailed', instance: 2, failure } as const;
    expect(timers(testNet.send(failed))).toEqual(['set retry 1010']);
    expect(timers(testNet.fire('a', 'retry'))).toEqual([]);
    expect(testNet.at('a')).toMatchObject({ attempt: 2, deadline: 1_050 });
    testNet.fire('a', 'timeout');
    expect(testNet.asked('withdraw')).toEqual([{ kind: 'withdraw', instance: 2 }]);
    expect([caughtIn(testNet), testNet.instancesUnderWay()]).toEqual(['timeout', ['mend:calling']]);
  });

  test('[K7.4] an item between two attempts expires', () => {
    const testNet = new TestNet(timed(within(5), { work: offer(), retry })).start();
    testNet.send({ kind: 'itemFailed', instance: 2, failure }).fire('a', 'timeout');
    expect([timers(testNet), caughtIn(testNet)]).toEqual([['clear retry'], 'timeout']);
    expect(testNet.asked('withdraw')).toEqual([]);
  });

  test('[K7.4] an item whose retry waits for the run to be resumed expires', () => {
    const testNet = new TestNet(timed(within(50), { work: offer(), retry })).start();
    testNet.send({ kind: 'itemFailed', instance: 2, failure });
    testNet.send({ kind: 'suspended' }).fire('a', 'retry').fire('a', 'timeout');
    expect(caughtIn(testNet)).toBe('timeout');
    expect(testNet.send({ kind: 'resumed' }).instancesUnderWay()).toEqual(['mend:calling']);
  });

  test('[K7.4] a wait expires', () => {
    const work = { kind: 'wait', for: value(100), signal: value('go') } as const;
    const testNet = new TestNet(timed(within(50), { work, retry })).start();
    expect(timers(testNet)).toEqual(['set timeout 1050', 'set wait 1100']);
    testNet.fire('a', 'timeout');
    expect([timers(testNet), caughtIn(testNet)]).toEqual([['clear wait'], 'timeout']);
    const done = new TestNet(timed(within(50), { work })).start();
    done.send({ kind: 'signalled', name: 'go', payload: { value: 1 } });
    expect(timers(done)).toEqual(['clear wait', 'clear timeout']);
  });

  const below = (options: Partial<Task>, inner: Partial<Task> = {}) =>
    program([
      net(
        'main',
        [
          task('a', 'i', 'o', { work: subnet('sub'), ...options }),
          ...(options.catch === undefined ? [] : [task('mend', 'c', 'o')]),
        ],
        { variables: variables('caught') },
      ),
      net('sub', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('in', 'p', 'x', inner),
        task('other', 'q', 'y'),
        task('join', ['x', 'y'], 'o'),
      ]),
    ]);
  const catching = { catch: { to: 'c', as: 'caught' } };
  const undo = { operation: 'unmake', connector: 'test' } as const;

  test('[K7.4] a sub-net: its frame fails, and is not retried', () => {
    const testNet = new TestNet(below({ timeout: within(50), retry, ...catching }))
      .start()
      .fire('a', 'timeout');
    expect(testNet.asked('abortCall')).toHaveLength(2);
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
    expect([caughtIn(testNet), testNet.instancesUnderWay()]).toEqual(['timeout', ['mend:calling']]);
  });

  test('[K7.4] a sub-net: one deadline over all its retries', () => {
    const testNet = new TestNet(below({ timeout: within(50), retry, ...catching })).start().fail('in');
    expect(timers(testNet)).toEqual(['set retry 1010']);
    testNet.fire('a', 'retry');
    expect([timers(testNet), testNet.at('a').deadline]).toEqual([[], 1_050]);
    expect(caughtIn(testNet.fire('a', 'timeout'))).toBe('timeout');
  });

  test('[K7.4] a sub-net that is already failing keeps its failure, but is not retried', () => {
    const testNet = new TestNet(below({ timeout: within(50), retry, ...catching }, { undo }))
      .start()
      .succeed('in')
      .fail('other', { code: 'no' });
    expect(testNet.state.frames[1]?.phase).toBe('failing');
    testNet.fire('a', 'timeout');
    expect(testNet.instancesUnderWay()).toEqual(['a:nested', 'in:undo']);
    testNet.succeed('in');
    expect([caughtIn(testNet), testNet.instancesUnderWay()]).toEqual(['no', ['mend:calling']]);
  });

  test('[K7.4] a sub-net that is already completing completes', () => {
    const made = program([
      net('main', [task('a', 'i', 'o', { work: subnet('sub'), timeout: within(50) })]),
      net('sub', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('in', 'p', null, { undo }),
        task('other', 'q', 'o'),
      ]),
    ]);
    const testNet = new TestNet(made).start().succeed('other');
    expect([testNet.state.frames[1]?.phase, testNet.instancesUnderWay()]).toEqual([
      'completing',
      ['a:nested', 'in:draining'],
    ]);
    testNet.fire('a', 'timeout').fail('in');
    expect(testNet.state.status).toBe('completed');
  });

  test('[K7.4] an expired sub-net is undone, too', () => {
    const testNet = new TestNet(below({ timeout: within(50), ...catching }, { undo }))
      .start()
      .succeed('in')
      .fire('a', 'timeout');
    expect(testNet.asked('call')).toMatchObject([{ operation: 'unmake' }]);
    expect(caughtIn(testNet.succeed('in'))).toBe('timeout');
  });

  test('[K7.4] in a group every instance has its own deadline, from its own start', () => {
    const each = { items: value([1, 2]), concurrency: 1, create: 'static', failures: 'continue' } as const;
    for (const work of [offer(), { kind: 'wait', signal: value('go') } as const]) {
      const testNet = new TestNet(timed(within(50), { work, each })).start();
      expect(testNet.at('a', 'group').deadline).toBeNull();
      expect(testNet.member('a', 0).deadline).toBe(1_050);
      testNet.fire('a', 'timeout');
      expect([timers(testNet), caughtIn(testNet)]).toEqual([['set timeout 1100'], undefined]);
      expect(testNet.member('a', 1).deadline).toBe(1_100);
      expect(caughtIn(testNet.fire('a', 'timeout'))).toBe('all-failed');
    }
  });

  test('[K7.4] a competing offer that is not taken consumes its token and fails', () => {
    const made = oneNet([
      task('a', 'i', 'p', { work: offer(), timeout: within(50), catch: { to: 'c' } }),
      task('b', 'i', 'p', { work: offer() }),
      task('mend', 'c', 'p'),
      task('last', 'p', 'o'),
    ]);
    const testNet = new TestNet(made).start().fire('a', 'timeout');
    expect(testNet.asked('withdraw')).toHaveLength(2);
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['mend:calling'], []]);
  });
});

describe('actions at expiry', () => {
  const outputs = assigns({ x: value('assigned') });

  test('[K7.5] finish: an item is skipped, without output', () => {
    const testNet = new TestNet(
      timed({ ...within(50), ...expiry('finish') }, { work: offer(), outputs }),
    ).start();
    testNet.fire('a', 'timeout');
    expect(testNet.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'call']);
    expect(testNet.noted('skipped')).toMatchObject([{ task: 'a' }]);
    expect([testNet.variable('x'), testNet.instancesUnderWay()]).toEqual([undefined, ['b:calling']]);
  });

  test('[K7.5] finish: a held item is forced, without output', () => {
    const testNet = new TestNet(
      timed({ ...within(50), ...expiry('finish') }, { work: offer(), outputs }),
    ).start();
    testNet.hold('a').fire('a', 'timeout');
    expect(testNet.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'call']);
    expect([testNet.noted('skipped'), testNet.noted('completed').length]).toEqual([[], 1]);
    expect([testNet.variable('x'), testNet.instancesUnderWay()]).toEqual([undefined, ['b:calling']]);
  });

  test('[K7.5] finish: an instance of a group adds null', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const made = timed(
      { ...within(50), ...expiry('finish') },
      { work: offer(), each, outputs: assigns({ x: read('$output') }) },
    );
    const testNet = new TestNet(made).start().fire('a', 'timeout').complete('a', 'B');
    expect(testNet.variable('x')).toEqual([null, 'B']);
  });

  test.each([
    ['a call', {}],
    ['an item', { work: offer() }],
    ['a wait', { work: { kind: 'wait', signal: value('go') } as const }],
  ])('[K7.5] note: %s is noted as expired, and continues', (_, options) => {
    const testNet = new TestNet(timed({ ...within(50), ...expiry('note') }, options)).start();
    const before = testNet.instancesUnderWay();
    testNet.fire('a', 'timeout');
    expect(testNet.notes).toEqual([{ kind: 'expired', frame: 1, task: 'a', instance: 2 }]);
    expect([testNet.effects, testNet.instancesUnderWay(), testNet.at('a').deadline]).toEqual([
      [],
      before,
      null,
    ]);
    expect(testNet.refused({ kind: 'timerFired', instance: 2, timer: 'timeout' })).toBe('wrong-phase');
  });

  test('[K7.5] from hold: the timer starts with the hold, stops at the release, and restarts with the next hold', () => {
    const testNet = new TestNet(timed({ ...within(50), from: 'hold' }, { work: offer() })).start();
    expect(timers(testNet)).toEqual([]);
    testNet.now = 2_000;
    expect(timers(testNet.hold('a'))).toEqual(['set timeout 2050']);
    expect(timers(testNet.send({ kind: 'itemReleased', instance: 2, by: 'ann' }))).toEqual(['clear timeout']);
    expect(testNet.at('a').deadline).toBeNull();
    testNet.now = 3_000;
    expect(timers(testNet.send({ kind: 'itemDelegated', instance: 2, to: 'bob' }))).toEqual([
      'set timeout 3050',
    ]);
    testNet.now = 3_020;
    expect(timers(testNet.send({ kind: 'itemDelegated', instance: 2, to: 'cid' }))).toEqual([]);
    expect(timers(testNet.send({ kind: 'itemRolledBack', instance: 2 }))).toEqual(['clear timeout']);
    testNet.hold('a').fire('a', 'timeout');
    expect(caughtIn(testNet)).toBe('timeout');
  });

  test('[K7.5] from the start: hold and release have no effect', () => {
    const testNet = new TestNet(timed({ ...within(50), from: 'start' }, { work: offer() })).start();
    testNet.now = 1_010;
    expect(timers(testNet.hold('a'))).toEqual([]);
    expect(timers(testNet.send({ kind: 'itemReleased', instance: 2 }))).toEqual([]);
    expect(testNet.at('a').deadline).toBe(1_050);
  });
});

describe('a deadline with a computed start', () => {
  const made = (from: string | number) =>
    oneNet(
      [
        task('a', 'i', 'o', {
          work: offer(undefined, { takes: 'hold' }),
          timeout: { ...within(50), from: read('from') },
        }),
      ],
      { variables: [{ name: 'from', initial: from }] },
    );

  test('[K7.5] it counts from the offer or from the hold, as the expression defines', () => {
    const early = new TestNet(made('start')).start();
    expect(timers(early)).toEqual(['set timeout 1050']);
    expect(timers(early.hold('a'))).toEqual([]);
    const late = new TestNet(made('hold')).start();
    expect(timers(late)).toEqual([]);
    late.now = 1_020;
    expect(timers(late.hold('a'))).toEqual(['set timeout 1070']);
    late.send({ kind: 'itemReleased', instance: late.at('a').id, by: 'ann' });
    expect(timers(late)).toEqual(['clear timeout']);
  });

  test('[K7.5] a timer that starts with the offer continues when the item is released', () => {
    const testNet = new TestNet(made('start')).start().hold('a');
    testNet.send({ kind: 'itemReleased', instance: testNet.at('a').id, by: 'ann' });
    expect([timers(testNet), testNet.at('a').deadline]).toEqual([[], 1_050]);
  });

  test('[K2.3] any other value is an expression error', () => {
    expect(new TestNet(made('soon')).start().state.failure?.code).toBe('expression');
    expect(new TestNet(made(1)).start().state.failure?.code).toBe('expression');
  });
});
