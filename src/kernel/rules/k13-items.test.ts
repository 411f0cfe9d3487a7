import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import { assigns, call, offer, oneNet, read, task, value, variables } from '../../testing/net-builder.ts';

const failure = { code: 'no', message: '' };
const output = { value: 'done' };

/** One item; its output ends up in `x`. */
const item = (options: Parameters<typeof task>[3] = {}): TestNet =>
  new TestNet(
    oneNet([task('a', 'i', 'o', { work: offer(), outputs: assigns({ x: read('$output') }), ...options })], {
      variables: variables('x'),
    }),
  ).start();
const idOf = (testNet: TestNet): number => testNet.at('a').id;

describe('the lifecycle of an item', () => {
  test('[K13.1] an item is offered, held by one principal, and completed', () => {
    const testNet = item();
    expect(testNet.at('a')).toMatchObject({ phase: 'offered', holder: '' });
    testNet.hold('a', 'ann');
    expect(testNet.at('a')).toMatchObject({ phase: 'held', holder: 'ann' });
    testNet.complete('a', 'done', 'ann');
    expect(testNet.variable('x')).toBe('done');
    expect(testNet.state.status).toBe('completed');
  });

  test('[K13.1] an item has one holder at a time', () => {
    const testNet = item().hold('a', 'ann');
    const instance = idOf(testNet);
    const foreign: readonly TestNetEvent[] = [
      { kind: 'itemHeld', instance },
      { kind: 'itemCompleted', instance, output },
      { kind: 'itemFailed', instance, failure },
      { kind: 'itemReleased', instance },
      { kind: 'itemRolledBack', instance },
    ];
    for (const event of foreign) expect(testNet.refused({ ...event, by: 'bob' })).toBe('held-by-other');
    expect(testNet.refused({ kind: 'itemHeld', instance, by: 'ann' })).toBe('wrong-phase');
    testNet.send({ kind: 'itemFailed', instance, failure, by: 'ann' });
    expect(testNet.state.failure).toMatchObject({ code: 'no' });
  });

  test('[K13.1] an item without a holder may be completed or failed by any caller, but not released', () => {
    const instance = idOf(item());
    expect(item().refused({ kind: 'itemReleased', instance, by: 'bob' })).toBe('wrong-phase');
    expect(item().refused({ kind: 'itemRolledBack', instance })).toBe('wrong-phase');
    expect(item().send({ kind: 'itemCompleted', instance, output, by: 'bob' }).state.status).toBe(
      'completed',
    );
    expect(item().send({ kind: 'itemFailed', instance, failure, by: 'bob' }).state.status).toBe('failed');
  });

  test('[K13.1] the system itself may complete, fail and release a held item', () => {
    const instance = idOf(item());
    const held = () => item().hold('a', 'ann');
    expect(held().send({ kind: 'itemCompleted', instance, output }).state.status).toBe('completed');
    expect(held().send({ kind: 'itemFailed', instance, failure }).state.status).toBe('failed');
    expect(held().send({ kind: 'itemReleased', instance }).instancesUnderWay()).toEqual(['a:offered']);
  });

  test.each(['itemReleased', 'itemRolledBack'] as const)('[K13.1] %s offers the item again', (kind) => {
    const testNet = item().hold('a', 'ann');
    const instance = idOf(testNet);
    testNet.send({ kind, instance, by: 'ann' });
    expect(testNet.at('a')).toMatchObject({ id: instance, phase: 'offered', holder: '', attempt: 1 });
    testNet.hold('a', 'bob');
    expect(testNet.at('a').holder).toBe('bob');
    expect(testNet.refused({ kind: 'itemCompleted', instance, output, by: 'ann' })).toBe('held-by-other');
  });

  test('[K13.1] delegation transfers the item, held or not', () => {
    for (const testNet of [item(), item().hold('a', 'ann')]) {
      const instance = idOf(testNet);
      testNet.send({ kind: 'itemDelegated', instance, to: 'bob', by: 'ann' });
      expect(testNet.at('a')).toMatchObject({ id: instance, phase: 'held', holder: 'bob' });
      expect(testNet.refused({ kind: 'itemCompleted', instance, output, by: 'ann' })).toBe('held-by-other');
      expect(testNet.complete('a', 1, 'bob').state.status).toBe('completed');
    }
  });

  test('[K13.1] delegation and hold without a name are malformed', () => {
    const testNet = item();
    const instance = idOf(testNet);
    expect(testNet.refused({ kind: 'itemDelegated', instance, to: '' })).toBe('malformed');
    expect(testNet.refused({ kind: 'itemHeld', instance })).toBe('malformed');
    expect(testNet.refused({ kind: 'itemHeld', instance, by: '' })).toBe('malformed');
  });

  test('[K13.1] force and skip end the item regardless of the holder', () => {
    const instance = idOf(item());
    for (const testNet of [item(), item().hold('a', 'ann')]) {
      const { machine, state, now: at } = testNet;
      const forced = machine.advance(state, { kind: 'itemForced', instance, by: 'eve', output, at });
      expect(forced).toMatchObject({ kind: 'step', state: { status: 'completed' } });
      const skipped = machine.advance(state, { kind: 'itemSkipped', instance, by: 'eve', at });
      expect(skipped).toMatchObject({ kind: 'step', state: { status: 'completed' } });
    }
  });

  test('[K13.1] a forced item is completed, a skipped one is skipped; outputs are assigned if an output is passed', () => {
    const instance = idOf(item());
    const forced = item().send({ kind: 'itemForced', instance, output });
    expect(forced.noted('completed')).toHaveLength(1);
    expect(forced.variable('x')).toBe('done');
    const empty = item().send({ kind: 'itemForced', instance });
    expect(empty.variable('x')).toBeUndefined();
    const skipped = item().send({ kind: 'itemSkipped', instance });
    expect(skipped.noted('skipped')).toHaveLength(1);
    expect(skipped.noted('completed')).toEqual([]);
    expect(skipped.variable('x')).toBeUndefined();
    expect(item().send({ kind: 'itemSkipped', instance, output }).variable('x')).toBe('done');
  });

  test('[K13.1] a closed item accepts no events, and neither does work that is not an item', () => {
    const testNet = new TestNet(
      oneNet([task('fork', 'i', ['p', 'q']), task('a', 'p', null, { work: offer() }), task('b', 'q', 'o')]),
    ).start();
    const fork = testNet.at('fork').id;
    const events = (instance: number): readonly TestNetEvent[] => [
      { kind: 'itemHeld', instance, by: 'ann' },
      { kind: 'itemReleased', instance },
      { kind: 'itemSuspended', instance },
      { kind: 'itemResumed', instance },
      { kind: 'itemRolledBack', instance },
      { kind: 'itemDelegated', instance, to: 'bob' },
      { kind: 'itemCompleted', instance, output },
      { kind: 'itemForced', instance },
      { kind: 'itemFailed', instance, failure },
      { kind: 'itemSkipped', instance },
    ];
    for (const event of events(fork)) expect(testNet.refused(event)).toBe('wrong-phase');
    testNet.succeed('fork');
    const a = idOf(testNet);
    testNet.complete('a');
    for (const event of events(a)) expect(testNet.refused(event)).toBe('unknown-instance');
  });
});

describe('suspended items', () => {
  test('[K13.1] a suspended item accepts only resume and force', () => {
    for (const testNet of [item(), item().hold('a', 'ann')]) {
      const instance = idOf(testNet);
      const { phase } = testNet.at('a');
      testNet.send({ kind: 'itemSuspended', instance });
      expect(testNet.at('a')).toMatchObject({ phase, paused: true });
      const events: readonly object[] = [
        { kind: 'itemDelegated', to: 'bob' },
        { kind: 'itemCompleted', output, by: 'ann' },
        { kind: 'itemFailed', failure, by: 'ann' },
        { kind: 'itemSkipped' },
        { kind: 'itemSuspended' },
        ...(phase === 'held'
          ? [
              { kind: 'itemReleased', by: 'ann' },
              { kind: 'itemRolledBack', by: 'ann' },
            ]
          : [{ kind: 'itemHeld', by: 'ann' }]),
      ];
      for (const event of events)
        expect(testNet.refused({ ...event, instance } as TestNetEvent)).toBe('paused');
      const forced = testNet.machine.advance(testNet.state, {
        kind: 'itemForced',
        instance,
        at: testNet.now,
      });
      expect(forced).toMatchObject({ kind: 'step', state: { status: 'completed' } });
      testNet.send({ kind: 'itemResumed', instance });
      expect(testNet.at('a')).toMatchObject({ phase, paused: false });
      expect(testNet.refused({ kind: 'itemResumed', instance })).toBe('wrong-phase');
      expect(testNet.complete('a', 1, 'ann').state.status).toBe('completed');
    }
  });

  test('[K13.1] its holder keeps it', () => {
    const testNet = item().hold('a', 'ann');
    const instance = idOf(testNet);
    testNet.send({ kind: 'itemSuspended', instance }).send({ kind: 'itemResumed', instance });
    expect(testNet.at('a').holder).toBe('ann');
    expect(testNet.refused({ kind: 'itemCompleted', instance, output, by: 'bob' })).toBe('held-by-other');
  });

  test('[K13.1] its timers continue', () => {
    const testNet = item({ timeout: { after: value(100) } });
    testNet.send({ kind: 'itemSuspended', instance: idOf(testNet) });
    expect(testNet.asked('clearTimer')).toEqual([]);
    testNet.fire('a', 'timeout');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'timeout' } });
  });

  test('[K13.1] it is withdrawn like any other', () => {
    const testNet = item();
    testNet.send({ kind: 'itemSuspended', instance: idOf(testNet) }).send({ kind: 'cancelRequested' });
    expect(testNet.asked('withdraw')).toHaveLength(1);
    expect(testNet.state.status).toBe('cancelled');
  });
});

describe('doubts as items', () => {
  const doubt = () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: call('a') })])).start();
    return testNet.send({ kind: 'callInDoubt', instance: idOf(testNet), attempt: 1 });
  };
  const verdict = { value: { verdict: 'succeeded', output: 1 } };

  test('[K13.1] a doubt is held by one principal, suspended, delegated and released', () => {
    const testNet = doubt();
    const instance = idOf(testNet);
    testNet.send({ kind: 'itemHeld', instance, by: 'ann' });
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', holder: 'ann' });
    expect(testNet.refused({ kind: 'itemHeld', instance, by: 'bob' })).toBe('held-by-other');
    expect(testNet.refused({ kind: 'itemCompleted', instance, output: verdict, by: 'bob' })).toBe(
      'held-by-other',
    );
    testNet.send({ kind: 'itemSuspended', instance });
    expect(testNet.refused({ kind: 'itemCompleted', instance, output: verdict, by: 'ann' })).toBe('paused');
    testNet.send({ kind: 'itemResumed', instance }).send({ kind: 'itemReleased', instance, by: 'ann' });
    testNet.send({ kind: 'itemDelegated', instance, to: 'bob' });
    expect(testNet.at('a')).toMatchObject({ phase: 'doubt', holder: 'bob' });
    expect(testNet.send({ kind: 'itemCompleted', instance, output: verdict, by: 'bob' }).state.status).toBe(
      'completed',
    );
  });

  test('[K13.1] a doubt cannot be failed, forced or skipped: it needs a verdict', () => {
    const testNet = doubt();
    const instance = idOf(testNet);
    expect(testNet.refused({ kind: 'itemFailed', instance, failure })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemForced', instance })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemSkipped', instance })).toBe('wrong-phase');
    expect(testNet.refused({ kind: 'itemCompleted', instance, output: { value: 'fine' } })).toBe('malformed');
  });
});
