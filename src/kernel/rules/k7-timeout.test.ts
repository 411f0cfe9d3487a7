import { describe, expect, test } from 'vitest';
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
import { expr } from '../../testing/sample-evaluator.ts';
import { Scene } from '../../testing/scene.ts';
import type { Retry, Task, Timeout } from '../index.ts';

const retry: Retry = { limit: 1, delay: 10, backoff: 'fixed' };
const within = (milliseconds: number): Timeout => ({ after: value(milliseconds) });
/** What happens when the time is over. */
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

const caughtIn = (scene: Scene): string | undefined =>
  (scene.variable('caught') as { code: string } | undefined)?.code;

const timers = (scene: Scene) =>
  scene.effects.flatMap((effect) =>
    effect.kind === 'setTimer'
      ? [`set ${effect.timer} ${effect.at}`]
      : effect.kind === 'clearTimer'
        ? [`clear ${effect.timer}`]
        : [],
  );

describe('the deadline of a call', () => {
  test('[K7.4] is that of one attempt: every attempt has its own', () => {
    const scene = new Scene(timed(within(50), { retry })).start();
    expect(timers(scene)).toEqual(['set timeout 1050']);
    scene.now = 1_020;
    scene.fail('a');
    expect(timers(scene)).toEqual(['clear timeout', 'set retry 1030']);
    scene.fire('a', 'retry');
    expect(timers(scene)).toEqual(['set timeout 1080']);
    expect(scene.at('a').deadline).toBe(1_080);
    expect(timers(scene.succeed('a'))).toEqual(['clear timeout']);
  });

  test('[K7.4] is computed anew for every attempt, or given as a moment', () => {
    const scene = new Scene(timed({ after: expr(['get?', 'x', 50]) }, { retry })).start().fail('a');
    scene.send({ kind: 'dataUpdated', set: { x: { value: 7.2 } } }).fire('a', 'retry');
    expect(timers(scene)).toEqual([`set timeout ${scene.now + 8}`]);
    expect(timers(new Scene(timed({ until: value(9_000) })).start())).toEqual(['set timeout 9000']);
    expect(timers(new Scene(timed(within(-5))).start())).toEqual(['set timeout 1000']);
  });

  test('[K7.4] a call that ran into it is aborted and may be retried', () => {
    const scene = new Scene(timed(within(50), { retry })).start().fire('a', 'timeout');
    expect(scene.effects).toEqual([
      { kind: 'abortCall', instance: 2, attempt: 1 },
      { kind: 'setTimer', instance: 2, timer: 'retry', at: 1_060 },
    ]);
    expect(scene.noted('failed')).toMatchObject([{ failure: { code: 'timeout' }, retryAt: 1_060 }]);
    scene.fire('a', 'retry');
    expect(scene.asked('call')).toMatchObject([{ instance: 2, attempt: 2 }]);
    scene.fire('a', 'timeout');
    expect(caughtIn(scene)).toBe('timeout');
    expect(scene.noted('failed')).toMatchObject([{ retryAt: null }]);
  });

  test('[K7.4][K13.4] in a suspended run the late answer counts although the retry is due', () => {
    const undo = { connector: 'test', operation: 'revert' };
    const due = () =>
      new Scene(timed(within(50), { retry, undo, outputs: assigns({ x: read('$output') }) }))
        .start()
        .fire('a', 'timeout')
        .send({ kind: 'suspended' })
        .fire('a', 'retry');
    const success = { kind: 'callSucceeded', instance: 2, attempt: 1, output: { value: 'late' } } as const;
    expect(due().send(success).send({ kind: 'resumed' }).under()).toEqual(['b:calling']);
    const cancelled = due().send({ kind: 'cancelRequested' });
    expect(cancelled.under()).toEqual(['a:draining']);
    expect(cancelled.send(success).asked('call')).toMatchObject([{ operation: 'revert', undoes: 2 }]);
  });

  test('[K7.4] the answer of a timed-out attempt counts until its retry has begun', () => {
    const success = { kind: 'callSucceeded', instance: 2, attempt: 1, output: { value: 'late' } } as const;
    const made = timed(within(50), { retry, outputs: assigns({ x: read('$output') }) });
    const scene = new Scene(made).start().fire('a', 'timeout').send(success);
    expect(timers(scene)).toEqual(['clear retry']);
    expect([scene.variable('x'), scene.under()]).toEqual(['late', ['b:calling']]);
    const begun = new Scene(made).start().fire('a', 'timeout').fire('a', 'retry');
    expect(begun.refused(success)).toBe('wrong-attempt');
  });

  test('[K7.4] while the run is suspended the retry has not begun before it is resumed', () => {
    const success = { kind: 'callSucceeded', instance: 2, attempt: 1, output: { value: 'late' } } as const;
    const scene = new Scene(timed(within(50), { retry }))
      .start()
      .fire('a', 'timeout')
      .send({ kind: 'suspended' });
    expect(scene.send(success).state.instances).toEqual([]);
  });

  test('[K7.4] when that answer is a failure the retry goes on as it was, and no further answer is taken', () => {
    const scene = new Scene(timed(within(50), { retry })).start().fire('a', 'timeout');
    const failed = {
      kind: 'callFailed',
      instance: 2,
      attempt: 1,
      failure: { code: 'no', message: '' },
    } as const;
    expect(scene.refused({ ...failed, attempt: 2 })).toBe('wrong-attempt');
    scene.send(failed);
    expect([scene.effects, scene.at('a').due]).toEqual([[], 1_060]);
    expect(scene.refused(failed)).toBe('wrong-phase');
    expect(scene.refused({ kind: 'callSucceeded', instance: 2, attempt: 1, output: { value: 1 } })).toBe(
      'wrong-phase',
    );
    expect(scene.fire('a', 'retry').asked('call')).toMatchObject([{ attempt: 2 }]);
  });

  test('[K7.4][K7.6] that nobody knows what became of a timed-out attempt is learnt once, and changes nothing', () => {
    const scene = new Scene(timed(within(50), { retry })).start().fire('a', 'timeout');
    const doubt = { kind: 'callInDoubt', instance: 2, attempt: 1 } as const;
    expect(scene.refused({ ...doubt, attempt: 2 })).toBe('wrong-attempt');
    scene.send(doubt);
    expect([scene.effects, scene.notes, scene.under()]).toEqual([[], [], ['a:backoff']]);
    expect(scene.refused(doubt)).toBe('wrong-phase');
    expect(scene.fire('a', 'retry').asked('call')).toMatchObject([{ instance: 2, attempt: 2 }]);
  });
});

describe('the deadline of everything else', () => {
  test('[K7.4] an item: over all its retries, set once, and it may not be retried', () => {
    const scene = new Scene(timed(within(50), { work: offer(), retry: { ...retry, limit: 5 } })).start();
    expect(timers(scene)).toEqual(['set timeout 1050']);
    const failed = { kind: 'itemFailed', instance: 2, failure: { code: 'no', message: '' } } as const;
    expect(timers(scene.send(failed))).toEqual(['set retry 1010']);
    expect(timers(scene.fire('a', 'retry'))).toEqual([]);
    expect(scene.at('a')).toMatchObject({ attempt: 2, deadline: 1_050 });
    scene.fire('a', 'timeout');
    expect(scene.asked('withdraw')).toEqual([{ kind: 'withdraw', instance: 2 }]);
    expect([caughtIn(scene), scene.under()]).toEqual(['timeout', ['mend:calling']]);
  });

  test('[K7.4] an item between two attempts', () => {
    const scene = new Scene(timed(within(5), { work: offer(), retry })).start();
    scene
      .send({ kind: 'itemFailed', instance: 2, failure: { code: 'no', message: '' } })
      .fire('a', 'timeout');
    expect([timers(scene), caughtIn(scene)]).toEqual([['clear retry'], 'timeout']);
    expect(scene.asked('withdraw')).toEqual([]);
  });

  test('[K7.4] an item whose retry waits for the run to be resumed', () => {
    const scene = new Scene(timed(within(50), { work: offer(), retry })).start();
    scene.send({ kind: 'itemFailed', instance: 2, failure: { code: 'no', message: '' } });
    scene.send({ kind: 'suspended' }).fire('a', 'retry').fire('a', 'timeout');
    expect(caughtIn(scene)).toBe('timeout');
    expect(scene.send({ kind: 'resumed' }).under()).toEqual(['mend:calling']);
  });

  test('[K7.4] a wait', () => {
    const work = { kind: 'wait', for: value(100), signal: value('go') } as const;
    const scene = new Scene(timed(within(50), { work, retry })).start();
    expect(timers(scene)).toEqual(['set timeout 1050', 'set wait 1100']);
    scene.fire('a', 'timeout');
    expect([timers(scene), caughtIn(scene)]).toEqual([['clear wait'], 'timeout']);
    const done = new Scene(timed(within(50), { work })).start();
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

  test('[K7.4] a sub-net: its frame fails with it, not to be retried', () => {
    const scene = new Scene(below({ timeout: within(50), retry, ...catching })).start().fire('a', 'timeout');
    expect(scene.asked('abortCall')).toHaveLength(2);
    expect(scene.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
    expect([caughtIn(scene), scene.under()]).toEqual(['timeout', ['mend:calling']]);
  });

  test('[K7.4] a sub-net: over all its retries', () => {
    const scene = new Scene(below({ timeout: within(50), retry, ...catching })).start().fail('in');
    expect(timers(scene)).toEqual(['set retry 1010']);
    scene.fire('a', 'retry');
    expect([timers(scene), scene.at('a').deadline]).toEqual([[], 1_050]);
    expect(caughtIn(scene.fire('a', 'timeout'))).toBe('timeout');
  });

  test('[K7.4] a sub-net that is failing already keeps its failure, but is not retried any more', () => {
    const scene = new Scene(below({ timeout: within(50), retry, ...catching }, { undo }))
      .start()
      .succeed('in')
      .fail('other', { code: 'no' });
    expect(scene.state.frames[1]?.phase).toBe('failing');
    scene.fire('a', 'timeout');
    expect(scene.under()).toEqual(['a:nested', 'in:undo']);
    scene.succeed('in');
    expect([caughtIn(scene), scene.under()]).toEqual(['no', ['mend:calling']]);
  });

  test('[K7.4] a sub-net that is completing already completes', () => {
    const made = program([
      net('main', [task('a', 'i', 'o', { work: subnet('sub'), timeout: within(50) })]),
      net('sub', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('in', 'p', null, { undo }),
        task('other', 'q', 'o'),
      ]),
    ]);
    const scene = new Scene(made).start().succeed('other');
    expect([scene.state.frames[1]?.phase, scene.under()]).toEqual([
      'completing',
      ['a:nested', 'in:draining'],
    ]);
    scene.fire('a', 'timeout').fail('in');
    expect(scene.state.status).toBe('completed');
  });

  test('[K7.4] a sub-net is undone, too, when its time is over', () => {
    const scene = new Scene(below({ timeout: within(50), ...catching }, { undo }))
      .start()
      .succeed('in')
      .fire('a', 'timeout');
    expect(scene.asked('call')).toMatchObject([{ operation: 'unmake' }]);
    expect(caughtIn(scene.succeed('in'))).toBe('timeout');
  });

  test('[K7.4] in a group every instance has its own, from its own start', () => {
    const each = { items: value([1, 2]), concurrency: 1, create: 'static', failures: 'continue' } as const;
    for (const work of [offer(), { kind: 'wait', signal: value('go') } as const]) {
      const scene = new Scene(timed(within(50), { work, each })).start();
      expect(scene.at('a', 'group').deadline).toBeNull();
      expect(scene.member('a', 0).deadline).toBe(1_050);
      scene.fire('a', 'timeout');
      expect([timers(scene), caughtIn(scene)]).toEqual([['set timeout 1100'], undefined]);
      expect(scene.member('a', 1).deadline).toBe(1_100);
      expect(caughtIn(scene.fire('a', 'timeout'))).toBe('all-failed');
    }
  });

  test('[K7.4] an offer that competes, when nobody has taken it: it takes its token and fails', () => {
    const made = oneNet([
      task('a', 'i', 'p', { work: offer(), timeout: within(50), catch: { to: 'c' } }),
      task('b', 'i', 'p', { work: offer() }),
      task('mend', 'c', 'p'),
      task('last', 'p', 'o'),
    ]);
    const scene = new Scene(made).start().fire('a', 'timeout');
    expect(scene.asked('withdraw')).toHaveLength(2);
    expect([scene.under(), scene.marked()]).toEqual([['mend:calling'], []]);
  });
});

describe('what an expiry does', () => {
  const outputs = assigns({ x: value('assigned') });

  test('[K7.5] finish: an item is skipped, without output', () => {
    const scene = new Scene(
      timed({ ...within(50), ...expiry('finish') }, { work: offer(), outputs }),
    ).start();
    scene.fire('a', 'timeout');
    expect(scene.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'call']);
    expect(scene.noted('skipped')).toMatchObject([{ task: 'a' }]);
    expect([scene.variable('x'), scene.under()]).toEqual([undefined, ['b:calling']]);
  });

  test('[K7.5] finish: an item that is held is forced, without output', () => {
    const scene = new Scene(
      timed({ ...within(50), ...expiry('finish') }, { work: offer(), outputs }),
    ).start();
    scene.hold('a').fire('a', 'timeout');
    expect(scene.effects.map(({ kind }) => kind)).toEqual(['withdraw', 'call']);
    expect([scene.noted('skipped'), scene.noted('completed').length]).toEqual([[], 1]);
    expect([scene.variable('x'), scene.under()]).toEqual([undefined, ['b:calling']]);
  });

  test('[K7.5] finish: an instance of a group leaves null', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const made = timed(
      { ...within(50), ...expiry('finish') },
      { work: offer(), each, outputs: assigns({ x: read('$output') }) },
    );
    const scene = new Scene(made).start().fire('a', 'timeout').complete('a', 'B');
    expect(scene.variable('x')).toEqual([null, 'B']);
  });

  test.each([
    ['a call', {}],
    ['an item', { work: offer() }],
    ['a wait', { work: { kind: 'wait', signal: value('go') } as const }],
  ])('[K7.5] note: %s is noted as expired, and goes on', (_, options) => {
    const scene = new Scene(timed({ ...within(50), ...expiry('note') }, options)).start();
    const before = scene.under();
    scene.fire('a', 'timeout');
    expect(scene.notes).toEqual([{ kind: 'expired', frame: 1, task: 'a', instance: 2 }]);
    expect([scene.effects, scene.under(), scene.at('a').deadline]).toEqual([[], before, null]);
    expect(scene.refused({ kind: 'timerFired', instance: 2, timer: 'timeout' })).toBe('wrong-phase');
  });

  test('[K7.5] from hold: counts from the hold, stops at the release, begins anew with the next hold', () => {
    const scene = new Scene(timed({ ...within(50), from: 'hold' }, { work: offer() })).start();
    expect(timers(scene)).toEqual([]);
    scene.now = 2_000;
    expect(timers(scene.hold('a'))).toEqual(['set timeout 2050']);
    expect(timers(scene.send({ kind: 'itemReleased', instance: 2, by: 'ann' }))).toEqual(['clear timeout']);
    expect(scene.at('a').deadline).toBeNull();
    scene.now = 3_000;
    expect(timers(scene.send({ kind: 'itemDelegated', instance: 2, to: 'bob' }))).toEqual([
      'set timeout 3050',
    ]);
    scene.now = 3_020;
    expect(timers(scene.send({ kind: 'itemDelegated', instance: 2, to: 'cid' }))).toEqual([]);
    expect(timers(scene.send({ kind: 'itemRolledBack', instance: 2 }))).toEqual(['clear timeout']);
    scene.hold('a').fire('a', 'timeout');
    expect(caughtIn(scene)).toBe('timeout');
  });

  test('[K7.5] from the start: hold and release change nothing', () => {
    const scene = new Scene(timed({ ...within(50), from: 'start' }, { work: offer() })).start();
    scene.now = 1_010;
    expect(timers(scene.hold('a'))).toEqual([]);
    expect(timers(scene.send({ kind: 'itemReleased', instance: 2 }))).toEqual([]);
    expect(scene.at('a').deadline).toBe(1_050);
  });
});

describe('a deadline whose beginning is computed', () => {
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

  test('[K7.5] counts from the offer, or from the hold, as the expression says', () => {
    const early = new Scene(made('start')).start();
    expect(timers(early)).toEqual(['set timeout 1050']);
    expect(timers(early.hold('a'))).toEqual([]);
    const late = new Scene(made('hold')).start();
    expect(timers(late)).toEqual([]);
    late.now = 1_020;
    expect(timers(late.hold('a'))).toEqual(['set timeout 1070']);
    late.send({ kind: 'itemReleased', instance: late.at('a').id, by: 'ann' });
    expect(timers(late)).toEqual(['clear timeout']);
  });

  test('[K7.5] a timer that began with the offer goes on when the item is given back', () => {
    const scene = new Scene(made('start')).start().hold('a');
    scene.send({ kind: 'itemReleased', instance: scene.at('a').id, by: 'ann' });
    expect([timers(scene), scene.at('a').deadline]).toEqual([[], 1_050]);
  });

  test('[K2.3] anything else is an expression error', () => {
    expect(new Scene(made('soon')).start().state.failure?.code).toBe('expression');
    expect(new Scene(made(1)).start().state.failure?.code).toBe('expression');
  });
});
