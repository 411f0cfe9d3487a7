import { describe, expect, test } from 'vitest';
import { TestNet, type TestNetEvent } from '../../../test/test-net.ts';
import {
  assigns,
  failing,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  undo,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

describe('completion of frames and runs', () => {
  test('[K9.1] a marked output place completes the frame: the remaining work is cancelled and noted', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q', 'r', 's', 't', 't'], { work: pass }),
        task('a', 'p', null),
        task('b', 'q', null, { work: offer(), timeout: { after: value(50) } }),
        task('c', 'r', null, { work: wait({ for: value(90) }) }),
        task('d', 's', 'o'),
        task('never', ['t', 'u'], ['u', null]),
      ]),
    ).start();
    const ids = ['a', 'b', 'c'].map((name) => testNet.at(name).id);
    const [a, b, c] = ids;
    testNet.succeed('d');
    expect(testNet.noted('leftover')).toEqual([{ kind: 'leftover', frame: 1, place: 't', count: 2 }]);
    expect(testNet.noted('cancelled').map(({ instance }) => instance)).toEqual(ids);
    expect(testNet.effects).toMatchObject([
      { kind: 'abortCall', instance: a, attempt: 1 },
      { kind: 'clearTimer', instance: b, timer: 'timeout' },
      { kind: 'withdraw', instance: b },
      { kind: 'clearTimer', instance: c, timer: 'wait' },
      { kind: 'finish', status: 'completed', failure: null },
    ]);
    expect(testNet.state.status).toBe('completed');
  });

  test('[K9.1] the token that completes is not a leftover, a second one is', () => {
    const one = new TestNet(oneNet([task('a', 'i', 'o')])).start().succeed('a');
    expect(one.noted('leftover')).toEqual([]);
    const two = new TestNet(oneNet([task('a', 'i', ['o', 'o'])])).start().succeed('a');
    expect(two.noted('leftover')).toMatchObject([{ place: 'o', count: 1 }]);
    expect(two.asked('finish')).toHaveLength(1);
    expect(two.noted('frameEnded')).toHaveLength(1);
  });

  test('[K9.1] a frame without tokens completes when no work is active', () => {
    const testNet = new TestNet(
      oneNet([task('fork', 'i', ['p', 'q'], { work: pass }), task('a', 'p', null), task('b', 'q', null)]),
    ).start();
    testNet.succeed('a');
    expect(testNet.state.status).toBe('running');
    testNet.succeed('b');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
    expect(testNet.noted('leftover')).toEqual([]);
  });

  test('[K9.1] a nested net completes in the same way, returns its result and does not affect other work', () => {
    const testNet = new TestNet(
      program([
        net(
          'main',
          [
            task('sub', 'i', 'p', { work: subnet('low'), outputs: assigns({ x: read('$output') }) }),
            task('z', 'p', 'o'),
          ],
          {
            variables: variables('x'),
          },
        ),
        net('low', [task('fork', 'i', ['p', 'o'], { work: pass }), task('a', 'p', null, { work: offer() })], {
          result: value('below'),
        }),
      ]),
    ).start();
    expect(testNet.noted('leftover')).toMatchObject([{ place: 'p', count: 1 }]);
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'completed' }]);
    expect(testNet.variable('x')).toBe('below');
    expect(testNet.instancesUnderWay()).toEqual(['z:calling']);
    expect(testNet.state.frames).toHaveLength(1);
  });

  test('[K9.1] the run returns its result once, null if it has none', () => {
    const chain = [task('a', 'i', 'o', { outputs: assigns({ x: read('$output') }) })];
    const withResult = new TestNet(oneNet(chain, { variables: variables('x'), result: read('x') })).start();
    withResult.succeed('a', { n: 1 });
    expect(withResult.asked('finish')).toEqual([
      { kind: 'finish', status: 'completed', output: { value: { n: 1 } }, failure: null },
    ]);
    expect(withResult.output).toEqual({ n: 1 });
    const without = new TestNet(oneNet(chain, { variables: variables('x') })).start().succeed('a', 1);
    expect(without.asked('finish')).toMatchObject([{ output: { value: null } }]);
  });

  test('[K9.1] a result that cannot be computed fails the frame instead', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'o')], { result: expr(['throw', 'no result']) }),
    ).start();
    testNet.succeed('a');
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'failed', failure: { code: 'expression' } },
    ]);
  });

  test('[K9.1] a run finishes once, on any path', () => {
    const chain = oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('a', 'p', 'r', { undo: undo('revert') }),
      task('b', 'q', null, { undo: undo('revert') }),
      task('c', 'r', 'o'),
    ]);
    const count = (play: (testNet: TestNet) => (() => unknown)[]): number => {
      const testNet = new TestNet(chain).start();
      let finishes = 0;
      for (const step of play(testNet)) {
        step();
        finishes += testNet.asked('finish').length;
      }
      expect(testNet.state.status).not.toBe('running');
      return finishes;
    };
    const { succeed, fail } = {
      succeed: (testNet: TestNet, name: string) => () => testNet.succeed(name),
      fail: (testNet: TestNet, name: string) => () => testNet.fail(name),
    };
    expect(count((s) => [succeed(s, 'a'), succeed(s, 'c'), succeed(s, 'b'), succeed(s, 'b')])).toBe(1);
    expect(
      count((s) => [succeed(s, 'a'), fail(s, 'c'), succeed(s, 'b'), succeed(s, 'b'), fail(s, 'a')]),
    ).toBe(1);
    expect(
      count((s) => [
        succeed(s, 'a'),
        () => s.send({ kind: 'cancelRequested', undo: true }),
        fail(s, 'b'),
        succeed(s, 'a'),
      ]),
    ).toBe(1);
  });
});

describe('the state of a finished run', () => {
  const rich = program([
    net(
      'main',
      [
        task('fork', 'i', ['p', 'q', 'r', 's'], { work: pass }),
        task('a', 'p', 't', { outputs: assigns({ x: read('$output') }), undo: undo('revert') }),
        task('b', 'q', 'q2', { work: offer() }),
        task('sub', 'r', 'r2', { work: subnet('low') }),
        task('again', 's', ['s', null], { work: wait({ for: value(10) }) }),
        task('end', 't', 'o'),
        task('join', ['q2', 'r2'], null),
      ],
      { variables: [{ name: 'x' }, { name: 'y', initial: 'y' }], result: read('x') },
    ),
    net('low', [task('l', 'i', 'o', { work: offer() })]),
  ]);
  const played = () =>
    new TestNet(rich)
      .start()
      .fire('again', 'wait')
      .send({ kind: 'signalled', name: 'nobody', payload: { value: 0 } })
      .succeed('a', 'kept')
      .complete('l');
  const bare = {
    tokens: [],
    busy: [],
    live: 0,
    idle: 0,
    children: 0,
    visits: [],
    undo: [],
    failure: null,
    result: null,
  };

  test('[K9.2] completed: it contains the variables of the root and the output', () => {
    const testNet = played().succeed('end');
    expect(testNet.state).toMatchObject({
      status: 'completed',
      signals: [],
      bindings: {},
      instances: [],
      suspended: false,
    });
    expect(testNet.state.frames).toEqual([
      {
        id: 1,
        net: 0,
        parent: 0,
        above: 0,
        depth: 1,
        phase: 'ended',
        slots: [{ value: 'kept' }, { value: 'y' }],
        ...bare,
      },
    ]);
    expect(testNet.state.output).toEqual({ value: 'kept' });
    expect(testNet.state.failure).toBeNull();
  });

  test('[K9.2] failed and undone: it contains the variables and the failure', () => {
    const testNet = played()
      .fail('end', { code: 'late', message: 'too late', data: { n: 1 } })
      .succeed('a');
    expect(testNet.state).toMatchObject({
      status: 'failed',
      signals: [],
      instances: [],
      output: { value: null },
    });
    expect(testNet.state.frames).toMatchObject([
      { phase: 'ended', slots: [{ value: 'kept' }, { value: 'y' }], ...bare },
    ]);
    expect(testNet.state.failure).toMatchObject({ code: 'late', message: 'too late', data: { n: 1 } });
  });

  test('[K9.2] cancelled: it contains the variables', () => {
    const testNet = played().send({ kind: 'cancelRequested' });
    expect(testNet.state).toMatchObject({ status: 'cancelled', signals: [], instances: [], failure: null });
    expect(testNet.state.frames).toMatchObject([
      { phase: 'ended', slots: [{ value: 'kept' }, { value: 'y' }], ...bare },
    ]);
  });

  test('[K9.2] it contains no bindings of connectors', () => {
    const unbound = oneNet([
      task('a', 'i', 'o', { work: { kind: 'call', operation: 'x', onUncertain: 'ask' } }),
    ]);
    const testNet = new TestNet(unbound).send({
      kind: 'started',
      seed: 1,
      bindings: { x: 'post', other: 'y' },
    });
    expect(testNet.state.bindings).toEqual({ x: 'post' });
    expect(testNet.succeed('a').state.bindings).toEqual({});
  });

  test('[K9.2] every later event is refused', () => {
    const failure = { code: 'x', message: '' };
    const output = { value: null };
    const instance = 4;
    const events: readonly TestNetEvent[] = [
      { kind: 'callSucceeded', instance, attempt: 1, output },
      { kind: 'callFailed', instance, attempt: 1, failure },
      { kind: 'callInDoubt', instance, attempt: 1 },
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
      { kind: 'timerFired', instance, timer: 'wait' },
      { kind: 'instanceAdded', instance, item: output },
      { kind: 'dataUpdated', set: { x: output } },
      { kind: 'signalled', name: 's', payload: output },
      { kind: 'suspended' },
      { kind: 'resumed' },
      { kind: 'cancelRequested' },
    ];
    const inPlace = new TestNet(oneNet([task('a', 'i', 'o')])).start().fail('a');
    for (const testNet of [played().succeed('end'), played().send({ kind: 'cancelRequested' }), inPlace]) {
      for (const event of events) expect(testNet.refused(event)).toBe('run-ended');
      expect(testNet.refused({ kind: 'started', seed: 1 })).toBe('run-ended');
    }
  });
});

describe('cancellation of a run', () => {
  const wide = program([
    net('main', [
      task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
      task('a', 'p', 'o'),
      task('b', 'q', null, { work: offer(), timeout: { after: value(100) } }),
      task('sub', 'r', null, { work: subnet('low'), timeout: { after: value(200) } }),
    ]),
    net('low', [
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('l', 'p', null),
      task('m', 'q', null, { work: wait({ signal: value('s') }) }),
    ]),
  ]);

  test('[K9.4] all active work is cancelled, frames end, and the run is cancelled', () => {
    const testNet = new TestNet(wide).start();
    const [a, b, sub, l, m] = ['a', 'b', 'sub', 'l', 'm'].map((name) => testNet.at(name).id);
    testNet.send({ kind: 'cancelRequested' });
    expect(testNet.effects).toMatchObject([
      { kind: 'abortCall', instance: a },
      { kind: 'clearTimer', instance: b, timer: 'timeout' },
      { kind: 'withdraw', instance: b },
      { kind: 'clearTimer', instance: sub, timer: 'timeout' },
      { kind: 'abortCall', instance: l },
      { kind: 'finish', status: 'cancelled', output: { value: null }, failure: null },
    ]);
    expect(testNet.noted('cancelled').map(({ instance }) => instance)).toEqual([a, b, sub, l, m]);
    expect(testNet.noted('frameEnded')).toMatchObject([
      { net: 'low', outcome: 'cancelled' },
      { net: 'main', outcome: 'cancelled' },
    ]);
    expect(testNet.state.status).toBe('cancelled');
  });

  test('[K9.4] with undo: the work of nested nets is undone, too, then the run ends', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('x', 'i', 'p', { undo: undo('revert') }),
          task('sub', 'p', 'o', { work: subnet('low') }),
        ]),
        net('low', [task('l', 'i', 'p', { undo: undo('revert') }), task('m', 'p', 'o', { work: offer() })]),
      ]),
    ).start();
    testNet.succeed('x').succeed('l').send({ kind: 'cancelRequested', undo: true });
    expect(testNet.effects).toMatchObject([
      { kind: 'withdraw' },
      { kind: 'call', task: 'l', operation: 'revert' },
    ]);
    expect(testNet.refused({ kind: 'cancelRequested' })).toBe('run-ending');
    testNet.succeed('l');
    expect(testNet.effects).toMatchObject([{ kind: 'call', task: 'x', operation: 'revert' }]);
    testNet.fail('x');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'cancelled', failure: null }]);
  });

  test('[K9.4] a run that is already failing cannot be cancelled', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'p', { undo: undo('revert') }), task('b', 'p', 'o', { work: failing('no') })]),
    ).start();
    testNet.succeed('a');
    expect(testNet.refused({ kind: 'cancelRequested', undo: true })).toBe('run-ending');
    expect(testNet.succeed('a').state.status).toBe('failed');
  });

  test('[K9.4] a settling run can be cancelled, and ends as cancelled', () => {
    const testNet = new TestNet(
      oneNet([task('fork', 'i', ['p', 'q'], { work: pass }), task('a', 'p', null), task('b', 'q', 'o')], {
        onFailure: 'settle',
      }),
    ).start();
    testNet.fail('a');
    expect(testNet.state.status).toBe('running');
    testNet.send({ kind: 'cancelRequested' });
    expect(testNet.effects).toMatchObject([{ kind: 'abortCall' }, { kind: 'finish', status: 'cancelled' }]);
    expect(testNet.state.status).toBe('cancelled');
  });
});
