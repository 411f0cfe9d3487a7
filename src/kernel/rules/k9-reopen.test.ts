import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
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

const reopened = { kind: 'reopened' } as const;
const once = { limit: 1, delay: 10, backoff: 'fixed' } as const;

describe('reopening a failed run', () => {
  test('[K9.3] a failed call restarts: with a new instance and a new key, from its first attempt', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('a', 'i', 'p', { outputs: assigns({ x: read('$output') }) }),
          task('b', 'p', 'o', { work: call('b', { input: read('x') }), retry: once }),
        ],
        { variables: variables('x'), result: read('x') },
      ),
    ).start();
    testNet.succeed('a', 5).fail('b').fire('b', 'retry');
    const before = testNet.at('b');
    expect(before.attempt).toBe(2);
    testNet.fail('b');
    expect(testNet.asked('finish')).toMatchObject([{ status: 'failed', failure: { code: 'broken' } }]);
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
    testNet.send(reopened);
    expect(testNet.state).toMatchObject({ status: 'running', failure: null });
    const after = testNet.at('b');
    expect(after.id).toBeGreaterThan(before.id);
    expect(testNet.effects).toMatchObject([
      { kind: 'call', instance: after.id, attempt: 1, input: { value: 5 } },
    ]);
    expect(testNet.instancesUnderWay()).toEqual(['b:calling']);
    const late = { kind: 'callSucceeded', instance: before.id, attempt: 2, output: { value: 0 } } as const;
    expect(testNet.refused(late)).toBe('unknown-instance');
    testNet.succeed('b');
    expect(testNet.asked('finish')).toMatchObject([{ status: 'completed', output: { value: 5 } }]);
  });

  test('[K9.3] in a nested net the frames stay, and finished work is not repeated', () => {
    const testNet = new TestNet(
      program([
        net('main', [task('x', 'i', 'p'), task('sub', 'p', 'o', { work: subnet('mid') })]),
        net('mid', [task('y', 'i', 'p'), task('deep', 'p', 'o', { work: subnet('low') })]),
        net('low', [task('z', 'i', 'p', { outputs: assigns({ v: value('set') }) }), task('w', 'p', 'o')], {
          variables: variables('v'),
        }),
      ]),
    ).start();
    testNet.succeed('x').succeed('y').succeed('z');
    const { frames } = testNet.state;
    const { frame, id, ordinal } = testNet.at('w');
    testNet.fail('w');
    expect(testNet.noted('frameEnded')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['sub:nested', 'deep:nested', 'w:failed']);
    testNet.send(reopened);
    expect(testNet.effects).toMatchObject([{ kind: 'call', task: 'w', frame }]);
    // Unchanged, except that one more execution is counted.
    const counted = (each: (typeof frames)[number]) =>
      each.id === frame ? { ...each, children: each.children + 1 } : each;
    expect(testNet.state.frames).toEqual(frames.map(counted));
    expect(testNet.at('w').id).toBeGreaterThan(id);
    expect(testNet.at('w').ordinal).toBe(ordinal + 1);
    testNet.succeed('w');
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  /** One branch fails while a call, a held item, a wait and a backoff are active. */
  const wide = oneNet([
    task('fork', 'i', ['p', 'q', 'r', 's', 't'], { work: pass }),
    task('a', 'p', null, { work: call('a', { onUncertain: 'retry' }), timeout: { after: value(500) } }),
    task('b', 'q', null, { work: offer(), timeout: { after: value(600) } }),
    task('c', 'r', null, { work: wait({ for: value(700) }) }),
    task('d', 's', null, { retry: once }),
    task('e', 't', null),
  ]);

  test('[K9.3] calls are aborted, items withdrawn, timers cleared, nothing is noted as cancelled', () => {
    const testNet = new TestNet(wide).start().hold('b').fail('d');
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => testNet.at(name).id);
    testNet.fail('e');
    expect(testNet.effects).toMatchObject([
      { kind: 'clearTimer', instance: a, timer: 'timeout' },
      { kind: 'abortCall', instance: a, attempt: 1 },
      { kind: 'clearTimer', instance: b, timer: 'timeout' },
      { kind: 'withdraw', instance: b },
      { kind: 'clearTimer', instance: c, timer: 'wait' },
      { kind: 'clearTimer', instance: d, timer: 'retry' },
      { kind: 'finish', status: 'failed' },
    ]);
    expect(testNet.noted('cancelled')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['a:parked', 'b:parked', 'c:parked', 'd:parked', 'e:failed']);
    expect(testNet.state.instances.every(({ due, deadline }) => due === null && deadline === null)).toBe(
      true,
    );
  });

  test('[K9.3] all interrupted work restarts with new timers, and under a new id except for calls', () => {
    const testNet = new TestNet(wide).start().hold('b').fail('d').fail('e');
    const last = testNet.state.next - 1;
    const { id } = testNet.at('a');
    testNet.now += 10_000;
    testNet.send(reopened);
    expect(testNet.instancesUnderWay()).toEqual([
      'a:calling',
      'b:offered',
      'c:waiting',
      'd:calling',
      'e:calling',
    ]);
    expect(testNet.state.instances.map(({ id }) => id)).toEqual([id, ...[1, 2, 3, 4].map((n) => last + n)]);
    expect(testNet.state.instances.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1]);
    expect(testNet.at('b').holder).toBe('');
    expect(testNet.at('a').deadline).toBe(testNet.now + 500);
    expect(testNet.at('c').due).toBe(testNet.now + 700);
    testNet.succeed('a').complete('b').fire('c', 'wait').succeed('d').succeed('e');
    expect(testNet.asked('finish')).toMatchObject([{ status: 'completed' }]);
  });

  test('[K9.3] competing offers are withdrawn and opened again', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, { work: offer() }),
        task('b', 'p', null, { work: offer() }),
        task('c', 'q', 'o'),
      ]),
    ).start();
    testNet.fail('c');
    expect(testNet.asked('withdraw')).toHaveLength(2);
    expect(testNet.instancesUnderWay()).toEqual(['c:failed']);
    expect(testNet.marked()).toEqual(['p']);
    testNet.send(reopened);
    expect(testNet.instancesUnderWay()).toEqual(['c:calling', 'a:open', 'b:open']);
  });

  test('[K9.3] after settling, ended branches stay ended, and failed work restarts', () => {
    const testNet = new TestNet(
      oneNet(
        [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('a', 'p', 'r'),
          task('b', 'q', 's', { outputs: assigns({ x: read('$output') }) }),
          task('end', ['r', 's'], 'o', { work: pass }),
        ],
        { onFailure: 'settle', variables: variables('x'), result: read('x') },
      ),
    ).start();
    testNet.fail('a');
    expect(testNet.state.status).toBe('running');
    testNet.succeed('b', 'kept');
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'failed', failure: { code: 'broken' } },
    ]);
    testNet.send(reopened);
    expect(testNet.effects).toMatchObject([{ kind: 'call', task: 'a' }]);
    expect(testNet.state.frames).toMatchObject([{ phase: 'active', failure: null }]);
    testNet.succeed('a');
    expect(testNet.effects).toMatchObject([
      { kind: 'finish', status: 'completed', output: { value: 'kept' } },
    ]);
  });

  test('[K9.3] a run can fail and be reopened repeatedly', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o')])).start();
    const seen = new Set<number>();
    for (let i = 0; i < 3; i++) {
      seen.add(testNet.at('a').id);
      testNet.fail('a');
      expect(testNet.asked('finish')).toMatchObject([{ status: 'failed' }]);
      testNet.send(reopened);
    }
    expect(seen.size).toBe(3);
    expect(testNet.succeed('a').state.status).toBe('completed');
  });

  test('[K9.3] the deadline of a net is cleared, and is not restored', () => {
    const testNet = new TestNet(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low'), timeout: { after: value(100) } })]),
        net('low', [task('a', 'i', 'o')]),
      ]),
    ).start();
    testNet.fail('a');
    expect(testNet.asked('clearTimer')).toMatchObject([{ timer: 'timeout' }]);
    testNet.send(reopened);
    expect(testNet.asked('setTimer')).toEqual([]);
    expect(testNet.succeed('a').state.status).toBe('completed');
  });
});

describe('a failure that is handled on the path to the root', () => {
  const below = (options: Parameters<typeof task>[3]) =>
    new TestNet(
      program([
        net('main', [task('sub', 'i', 'p', { work: subnet('low'), ...options }), task('z', 'p', 'o')]),
        net('low', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('a', 'p', 'o'),
          task('b', 'q', null),
        ]),
      ]),
    )
      .start()
      .fail('a');

  test('[K9.3] by a retry or a catch: the nested frame has ended', () => {
    for (const testNet of [below({ retry: once }), below({ catch: { to: 'p' } })]) {
      expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
      expect(testNet.asked('abortCall')).toHaveLength(1);
      expect(testNet.state).toMatchObject({ status: 'running', frames: [{ id: 1 }] });
      expect(testNet.refused(reopened)).toBe('not-failed');
    }
  });

  test('[K9.3] by an each that continues: its other instances continue, too', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const testNet = below({ each });
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
    expect(testNet.instancesUnderWay()).toEqual(['sub:group', 'sub:nested', 'a:calling', 'b:calling']);
    expect(testNet.succeed('a').instancesUnderWay()).toEqual(['z:calling']);
  });

  test('[K9.3] the frame of the last of several attempts of a net stays', () => {
    const testNet = below({ retry: once }).fire('sub', 'retry').succeed('b').fail('a');
    expect(testNet.instancesUnderWay()).toEqual(['sub:nested', 'a:failed']);
    testNet.send(reopened);
    expect(testNet.instancesUnderWay()).toEqual(['sub:nested', 'a:calling']);
  });

  test('[K9.3] by a settling frame: the nested net has ended, and restarts as a whole', () => {
    const testNet = new TestNet(
      program([
        net(
          'main',
          [
            task('fork', 'i', ['p', 'q'], { work: pass }),
            task('sub', 'p', 'r', { work: subnet('low') }),
            task('b', 'q', 's'),
            task('end', ['r', 's'], 'o', { work: pass }),
          ],
          { onFailure: 'settle' },
        ),
        net('low', [task('x', 'i', 'p'), task('y', 'p', 'o')]),
      ]),
    ).start();
    testNet.succeed('x').fail('y');
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
    expect(testNet.instancesUnderWay()).toEqual(['sub:failed', 'b:calling']);
    testNet.succeed('b').send(reopened);
    expect(testNet.asked('call')).toMatchObject([{ task: 'x' }]);
  });
});

describe('runs that cannot be reopened', () => {
  const canUndo = { undo: undo('revert') };

  test('[K9.3] a run that has begun to undo', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'p', canUndo), task('b', 'p', 'o')])).start();
    testNet.succeed('a').fail('b');
    expect(testNet.state.status).toBe('running');
    expect(testNet.refused(reopened)).toBe('not-failed');
    testNet.succeed('a');
    expect(testNet.state.status).toBe('failed');
    expect(testNet.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] a run that has to undo in a frame parallel to the failure', () => {
    const testNet = new TestNet(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('b', 'q', 'o'),
        ]),
        net('low', [task('a', 'i', 'p', canUndo), task('c', 'p', 'o', { work: offer() })]),
      ]),
    ).start();
    testNet.succeed('a').fail('b');
    expect(testNet.effects).toMatchObject([
      { kind: 'withdraw' },
      { kind: 'call', task: 'a', operation: 'revert' },
    ]);
    testNet.succeed('a');
    expect(testNet.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] a run that waited for a call to drain, even if nothing was undone', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, canUndo),
        task('b', 'q', 'o'),
      ]),
    ).start();
    testNet.fail('b');
    expect(testNet.instancesUnderWay()).toEqual(['a:draining']);
    testNet.fail('a');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
    expect(testNet.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] an undo of work that never succeeded does not prevent reopening', () => {
    const testNet = new TestNet(
      oneNet([
        task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
        task('a', 'p', null, { ...canUndo, work: offer() }),
        task('b', 'q', null, canUndo),
        task('c', 'r', 'o'),
      ]),
    ).start();
    testNet.fail('b');
    expect(testNet.state.status).toBe('failed');
    expect(testNet.send(reopened).instancesUnderWay()).toEqual(['c:doubt', 'a:offered', 'b:calling']);
  });

  test('[K9.3] completed, cancelled, running and new runs', () => {
    const one = oneNet([task('a', 'i', 'o')]);
    expect(new TestNet(one).refused(reopened)).toBe('not-started');
    expect(new TestNet(one).start().refused(reopened)).toBe('not-failed');
    expect(new TestNet(one).start().succeed('a').refused(reopened)).toBe('run-ended');
    expect(new TestNet(one).start().send({ kind: 'cancelRequested' }).refused(reopened)).toBe('run-ended');
  });

  test('[K9.3] a run whose work always fails is reopened, and fails again', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o', { work: failing('no') })])).start();
    expect(testNet.state.status).toBe('failed');
    testNet.send(reopened);
    expect(testNet.effects).toMatchObject([{ kind: 'finish', status: 'failed', failure: { code: 'no' } }]);
  });
});
