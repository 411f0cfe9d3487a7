import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import { call, net, offer, oneNet, program, subnet, task, value } from '../../testing/net-builder.ts';

const retry = { limit: 3, delay: 100, backoff: 'fixed' } as const;
const answer = { value: 'answer' };
const broken = { code: 'broken', message: '' };

/** Two calls in sequence, so that a run continues after the first. */
const twoCalls = oneNet([task('a', 'i', 'p', { retry }), task('b', 'p', 'o')]);

/** Events that name an instance that does not exist, or that cannot accept them. */
const ofInstance = (instance: number): readonly TestNetEvent[] => [
  { kind: 'callSucceeded', instance, attempt: 1, output: answer },
  { kind: 'callFailed', instance, attempt: 1, failure: broken },
  { kind: 'callInDoubt', instance, attempt: 1 },
  { kind: 'itemHeld', instance, by: 'ann' },
  { kind: 'itemReleased', instance },
  { kind: 'itemRolledBack', instance },
  { kind: 'itemSuspended', instance },
  { kind: 'itemResumed', instance },
  { kind: 'itemDelegated', instance, to: 'bob' },
  { kind: 'itemCompleted', instance, output: answer },
  { kind: 'itemForced', instance },
  { kind: 'itemFailed', instance, failure: broken },
  { kind: 'itemSkipped', instance },
  { kind: 'timerFired', instance, timer: 'wait' },
  { kind: 'timerFired', instance, timer: 'retry' },
  { kind: 'timerFired', instance, timer: 'timeout' },
  { kind: 'instanceAdded', instance, item: answer },
  { kind: 'signalled', instance, name: 'go', payload: answer },
];

const ofRun: readonly TestNetEvent[] = [
  { kind: 'dataUpdated', set: {} },
  { kind: 'signalled', name: 'go', payload: answer },
  { kind: 'suspended' },
  { kind: 'resumed' },
  { kind: 'cancelRequested' },
];

/** The rejections of the events; each must leave the net unchanged. */
const refusals = (testNet: TestNet, events: readonly TestNetEvent[]): string[] => {
  const before = JSON.stringify(testNet.state);
  const codes = events.map((event) => testNet.refused(event));
  expect(JSON.stringify(testNet.state)).toBe(before);
  return [...new Set(codes)];
};

describe('the run', () => {
  test('[K2.1] before its start a run accepts only its start, and only once', () => {
    const testNet = new TestNet(twoCalls);
    expect(refusals(testNet, [...ofInstance(1), ...ofRun, { kind: 'reopened' }])).toEqual(['not-started']);
    testNet.start();
    expect(testNet.refused({ kind: 'started', seed: 1 })).toBe('already-started');
  });

  test('[K2.1] after its end a run accepts no events', () => {
    const testNet = new TestNet(twoCalls).start().succeed('a').succeed('b');
    expect(refusals(testNet, [...ofInstance(2), ...ofRun, { kind: 'reopened' }])).toEqual(['run-ended']);
    expect(testNet.refused({ kind: 'started', seed: 1 })).toBe('run-ended');
  });

  test('[K2.1] time does not go backwards, but may stay the same', () => {
    const testNet = new TestNet(twoCalls).start();
    const event = { kind: 'callSucceeded', instance: 2, attempt: 1, output: answer } as const;
    expect(testNet.refused({ ...event, at: 999 })).toBe('time-went-back');
    expect(testNet.refused({ kind: 'suspended', at: 0 })).toBe('time-went-back');
    testNet.send({ ...event, at: 1_000 });
    expect(testNet.state.at).toBe(1_000);
    // A rejected event does not move the clock of the run.
    expect(testNet.refused({ kind: 'resumed', at: 5_000 })).toBe('not-suspended');
    expect(testNet.send({ kind: 'suspended', at: 1_001 }).state.at).toBe(1_001);
  });

  test('[K2.1] an unknown event, or one without a time or a valid seed, is malformed', () => {
    const testNet = new TestNet(twoCalls);
    const wrong = (event: object) => testNet.refused(event as TestNetEvent);
    expect(wrong({ kind: 'started', seed: 1.5 })).toBe('malformed');
    expect(wrong({ kind: 'started', seed: -1 })).toBe('malformed');
    expect(wrong({ kind: 'started', seed: 2 ** 32 })).toBe('malformed');
    expect(wrong({ kind: 'started', seed: 1, at: Number.NaN })).toBe('malformed');
    expect(wrong({ kind: 'toString', seed: 1 })).toBe('malformed');
    expect(testNet.start({}, 2 ** 32 - 1).refused({ kind: 'itemHeld', instance: 2 })).toBe('malformed');
    expect(testNet.refused({ kind: 'itemHeld', instance: 2, by: '' })).toBe('malformed');
    expect(testNet.refused({ kind: 'itemDelegated', instance: 2, to: '' })).toBe('malformed');
  });

  test('[K2.1] parameters must be declared, required ones passed, operations bound', () => {
    const made = oneNet(
      [task('a', 'i', 'o', { work: { kind: 'call', operation: 'op', onUncertain: 'ask' } })],
      {
        variables: [
          { name: 'must', parameter: 'required' },
          { name: 'default', parameter: 'required', initial: 1 },
          { name: 'local' },
        ],
      },
    );
    const testNet = new TestNet(made);
    const bindings = { op: 'test' };
    const start = { kind: 'started', seed: 1 } as const;
    const must = { value: 1 };
    expect(testNet.refused({ ...start, bindings })).toBe('missing-parameter');
    expect(testNet.refused({ ...start, bindings, input: { must, other: must } })).toBe('unknown-name');
    expect(testNet.refused({ ...start, bindings, input: { must, local: must } })).toBe('unknown-name');
    expect(testNet.refused({ ...start, bindings, input: { must, toString: must } })).toBe('unknown-name');
    expect(testNet.refused({ ...start, input: { must } })).toBe('unbound-call');
    expect(testNet.refused({ ...start, input: { must }, bindings: { other: 'x' } })).toBe('unbound-call');
    testNet.send({ ...start, bindings, input: { must } });
    expect(testNet.asked('call')).toMatchObject([{ connector: 'test', operation: 'op' }]);
  });

  test('[K2.1] suspension and reopening are rejected in the wrong status', () => {
    const testNet = new TestNet(twoCalls).start();
    expect(testNet.refused({ kind: 'resumed' })).toBe('not-suspended');
    expect(testNet.refused({ kind: 'reopened' })).toBe('not-failed');
    expect(testNet.send({ kind: 'suspended' }).refused({ kind: 'suspended' })).toBe('already-suspended');
  });

  test('[K2.1] data is rejected for a frame that does not exist, or a name that it cannot write', () => {
    const testNet = new TestNet(oneNet(twoCalls.nets[0]!.tasks, { variables: [{ name: 'x' }] })).start();
    const x = { value: 1 };
    expect(testNet.refused({ kind: 'dataUpdated', frame: 2, set: { x } })).toBe('unknown-frame');
    expect(testNet.refused({ kind: 'dataUpdated', set: { x, y: x } })).toBe('unknown-name');
    expect(testNet.variable('x')).toBeUndefined();
  });
});

describe('instances', () => {
  test('[K2.1] an instance that never existed, one that has ended, and a frame are unknown', () => {
    const testNet = new TestNet(twoCalls).start().succeed('a');
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    for (const id of [0, 1, 2, 4, -1, 2.5]) {
      expect(refusals(testNet, ofInstance(id))).toEqual(['unknown-instance']);
    }
  });

  test('[K2.1] a call rejects events for items, waits or groups', () => {
    const testNet = new TestNet(twoCalls).start();
    expect(refusals(testNet, ofInstance(2).slice(3))).toEqual(['wrong-phase']);
  });

  test('[K2.1] an item and a sub-net reject answers of calls and timers that they do not have', () => {
    const item = new TestNet(oneNet([task('a', 'i', 'o', { work: offer() })])).start();
    const isItem = (kind: string) => kind.startsWith('item');
    expect(
      refusals(
        item,
        ofInstance(2).filter(({ kind }) => !isItem(kind)),
      ),
    ).toEqual(['wrong-phase']);
    const made = program([
      net('main', [task('below', 'i', 'o', { work: subnet('sub') })]),
      net('sub', [task('a', 'i', 'o')]),
    ]);
    expect(refusals(new TestNet(made).start(), ofInstance(2))).toEqual(['wrong-phase']);
  });

  test('[K2.1] a second answer, and one for another attempt, are rejected', () => {
    const testNet = new TestNet(twoCalls).start();
    const first = { kind: 'callSucceeded', instance: 2, attempt: 1, output: answer } as const;
    expect(testNet.refused({ ...first, attempt: 2 })).toBe('wrong-attempt');
    expect(testNet.refused({ ...first, attempt: 0 })).toBe('wrong-attempt');
    expect(testNet.refused({ kind: 'callInDoubt', instance: 2, attempt: 2 })).toBe('wrong-attempt');
    testNet.fail('a').fire('a', 'retry');
    expect(testNet.at('a').attempt).toBe(2);
    expect(testNet.refused(first)).toBe('wrong-attempt');
    expect(testNet.refused({ kind: 'callFailed', instance: 2, attempt: 1, failure: broken })).toBe(
      'wrong-attempt',
    );
    testNet.send({ ...first, attempt: 2 });
    expect(testNet.refused({ ...first, attempt: 2 })).toBe('unknown-instance');
  });

  test('[K2.1] a call that has answered waits for its retry and accepts no further answer', () => {
    const testNet = new TestNet(twoCalls).start().fail('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:backoff']);
    expect(refusals(testNet, ofInstance(2).slice(0, 3))).toEqual(['wrong-phase']);
    expect(testNet.at('a')).toMatchObject({ attempt: 1, due: 1_100 });
  });

  test('[K2.1] a doubt is reported once', () => {
    const testNet = new TestNet(twoCalls).start().send({ kind: 'callInDoubt', instance: 2, attempt: 1 });
    expect(testNet.refused({ kind: 'callInDoubt', instance: 2, attempt: 1 })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemFailed', instance: 2, failure: broken })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemForced', instance: 2 })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemSkipped', instance: 2 })).toBe('wrong-phase');
  });

  test('[K2.1] a timer fires when it is due, not a millisecond earlier, and once', () => {
    const timed = oneNet([
      task('a', 'i', 'p', { work: { kind: 'wait', for: value(500) } }),
      task('b', 'p', 'q', { retry }),
      task('c', 'q', 'o', { work: offer(), timeout: { after: value(50) } }),
    ]);
    const testNet = new TestNet(timed).start();
    const fired = (timer: 'wait' | 'retry' | 'timeout', id: number, at: number) =>
      ({ kind: 'timerFired', instance: id, timer, at }) as const;
    expect(testNet.refused(fired('wait', 2, 1_499))).toBe('too-early');
    expect(testNet.refused(fired('retry', 2, 1_500))).toBe('wrong-phase');
    expect(testNet.refused(fired('timeout', 2, 1_500))).toBe('wrong-phase');
    testNet.send(fired('wait', 2, 1_500));
    expect(testNet.refused(fired('wait', 2, 1_500))).toBe('unknown-instance');
    testNet.now = 2_000;
    testNet.fail('b');
    expect(testNet.refused(fired('retry', 3, 2_099))).toBe('too-early');
    expect(testNet.refused(fired('wait', 3, 2_100))).toBe('wrong-phase');
    testNet.send(fired('retry', 3, 2_100));
    expect(testNet.refused(fired('retry', 3, 2_100))).toBe('wrong-phase');
    testNet.now = 3_000;
    testNet.succeed('b');
    expect(testNet.refused(fired('timeout', 4, 3_049))).toBe('too-early');
    expect(testNet.send(fired('timeout', 4, 3_051)).state.failure?.code).toBe('timeout');
  });

  test('[K2.1] an item of another holder cannot be taken, and neither can a suspended one', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: offer() })])).start();
    expect(testNet.refused({ kind: 'itemReleased', instance: 2 })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemResumed', instance: 2 })).toBe('wrong-phase');
    testNet.hold('a');
    expect(testNet.refused({ kind: 'itemHeld', instance: 2, by: 'ann' })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemHeld', instance: 2, by: 'bob' })).toBe('held-by-other');
    expect(testNet.refused({ kind: 'itemCompleted', instance: 2, by: 'bob', output: answer })).toBe(
      'held-by-other',
    );
    testNet.send({ kind: 'itemSuspended', instance: 2 });
    expect(testNet.refused({ kind: 'itemSuspended', instance: 2 })).toBe('paused');
    expect(testNet.refused({ kind: 'itemCompleted', instance: 2, by: 'ann', output: answer })).toBe('paused');
  });
});

describe('the order of the checks', () => {
  const made = oneNet([task('a', 'i', 'p', { retry }), task('b', 'p', 'o', { work: offer() })], {
    limits: { payload: 60 },
  });
  const large = { value: 'x'.repeat(80) };

  test('[K2.1] checks run in the order time, run, payload, instance, phase, attempt', () => {
    const event = { kind: 'callSucceeded', instance: 9, attempt: 9, output: large } as const;
    const blank = new TestNet(made);
    expect(blank.refused({ ...event, at: -1 })).toBe('time-went-back');
    expect(blank.refused(event)).toBe('not-started');
    const testNet = blank.start();
    expect(testNet.refused(event)).toBe('payload-too-large');
    expect(testNet.refused({ ...event, output: answer })).toBe('unknown-instance');
    expect(testNet.refused({ ...event, output: answer, instance: 2 })).toBe('wrong-attempt');
    testNet.fail('a');
    expect(testNet.refused({ ...event, output: answer, instance: 2 })).toBe('wrong-phase');
  });

  test('[K2.1] malformed comes before instance, phase before pause, pause before holder', () => {
    const testNet = new TestNet(made).start();
    expect(testNet.refused({ kind: 'itemDelegated', instance: 99, to: '' })).toBe('malformed');
    testNet.succeed('a').hold('b').send({ kind: 'itemSuspended', instance: 3 });
    expect(testNet.refused({ kind: 'callSucceeded', instance: 3, attempt: 9, output: answer })).toBe(
      'wrong-phase',
    );
    expect(testNet.refused({ kind: 'itemCompleted', instance: 3, by: 'bob', output: answer })).toBe('paused');
    expect(testNet.refused({ kind: 'itemHeld', instance: 3, by: 'bob' })).toBe('paused');
    testNet.send({ kind: 'itemResumed', instance: 3 });
    expect(testNet.refused({ kind: 'itemCompleted', instance: 3, by: 'bob', output: answer })).toBe(
      'held-by-other',
    );
  });
});

test('[K2.1] a call of another run changes nothing', () => {
  const here = new TestNet(oneNet([task('a', 'i', 'o', { work: call('a') })])).start();
  const there = new TestNet(twoCalls).start().succeed('a');
  const foreign = there.at('b');
  expect(here.refused({ kind: 'callSucceeded', instance: foreign.id, attempt: 1, output: answer })).toBe(
    'unknown-instance',
  );
});
