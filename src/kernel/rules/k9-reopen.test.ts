import { describe, expect, test } from 'vitest';
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
import { Scene } from '../../testing/scene.ts';

const reopened = { kind: 'reopened' } as const;
const once = { limit: 1, delay: 10, backoff: 'fixed' } as const;

describe('a run that fails in place', () => {
  test('[K9.3] a call that failed begins anew: a new instance, hence a new key, from its first attempt', () => {
    const scene = new Scene(
      oneNet(
        [
          task('a', 'i', 'p', { outputs: assigns({ x: read('$output') }) }),
          task('b', 'p', 'o', { work: call('b', { input: read('x') }), retry: once }),
        ],
        { variables: variables('x'), result: read('x') },
      ),
    ).start();
    scene.succeed('a', 5).fail('b').fire('b', 'retry');
    const before = scene.at('b');
    expect(before.attempt).toBe(2);
    scene.fail('b');
    expect(scene.asked('finish')).toMatchObject([{ status: 'failed', failure: { code: 'broken' } }]);
    expect(scene.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
    scene.send(reopened);
    expect(scene.state).toMatchObject({ status: 'running', failure: null });
    const after = scene.at('b');
    expect(after.id).toBeGreaterThan(before.id);
    expect(scene.effects).toMatchObject([
      { kind: 'call', instance: after.id, attempt: 1, input: { value: 5 } },
    ]);
    expect(scene.under()).toEqual(['b:calling']);
    const late = { kind: 'callSucceeded', instance: before.id, attempt: 2, output: { value: 0 } } as const;
    expect(scene.refused(late)).toBe('unknown-instance');
    scene.succeed('b');
    expect(scene.asked('finish')).toMatchObject([{ status: 'completed', output: { value: 5 } }]);
  });

  test('[K9.3] in a net below: its frames stay, and what had finished is not repeated', () => {
    const scene = new Scene(
      program([
        net('main', [task('x', 'i', 'p'), task('sub', 'p', 'o', { work: subnet('mid') })]),
        net('mid', [task('y', 'i', 'p'), task('deep', 'p', 'o', { work: subnet('low') })]),
        net('low', [task('z', 'i', 'p', { outputs: assigns({ v: value('set') }) }), task('w', 'p', 'o')], {
          variables: variables('v'),
        }),
      ]),
    ).start();
    scene.succeed('x').succeed('y').succeed('z');
    const { frames } = scene.state;
    const { frame, id, ordinal } = scene.at('w');
    scene.fail('w');
    expect(scene.noted('frameEnded')).toEqual([]);
    expect(scene.under()).toEqual(['sub:nested', 'deep:nested', 'w:failed']);
    scene.send(reopened);
    expect(scene.effects).toMatchObject([{ kind: 'call', task: 'w', frame }]);
    // As they were, but that one more execution is counted.
    const counted = (each: (typeof frames)[number]) =>
      each.id === frame ? { ...each, children: each.children + 1 } : each;
    expect(scene.state.frames).toEqual(frames.map(counted));
    expect(scene.at('w').id).toBeGreaterThan(id);
    expect(scene.at('w').ordinal).toBe(ordinal + 1);
    scene.succeed('w');
    expect(scene.effects).toMatchObject([{ kind: 'finish', status: 'completed' }]);
  });

  /** One branch fails while a call, a held item, a wait and a backoff are under way. */
  const wide = oneNet([
    task('fork', 'i', ['p', 'q', 'r', 's', 't'], { work: pass }),
    task('a', 'p', null, { work: call('a', { onUncertain: 'retry' }), timeout: { after: value(500) } }),
    task('b', 'q', null, { work: offer(), timeout: { after: value(600) } }),
    task('c', 'r', null, { work: wait({ for: value(700) }) }),
    task('d', 's', null, { retry: once }),
    task('e', 't', null),
  ]);

  test('[K9.3] calls are aborted, items withdrawn, timers cleared, nothing is noted as cancelled', () => {
    const scene = new Scene(wide).start().hold('b').fail('d');
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => scene.at(name).id);
    scene.fail('e');
    expect(scene.effects).toMatchObject([
      { kind: 'clearTimer', instance: a, timer: 'timeout' },
      { kind: 'abortCall', instance: a, attempt: 1 },
      { kind: 'clearTimer', instance: b, timer: 'timeout' },
      { kind: 'withdraw', instance: b },
      { kind: 'clearTimer', instance: c, timer: 'wait' },
      { kind: 'clearTimer', instance: d, timer: 'retry' },
      { kind: 'finish', status: 'failed' },
    ]);
    expect(scene.noted('cancelled')).toEqual([]);
    expect(scene.under()).toEqual(['a:parked', 'b:parked', 'c:parked', 'd:parked', 'e:failed']);
    expect(scene.state.instances.every(({ due, deadline }) => due === null && deadline === null)).toBe(true);
  });

  test('[K9.3] everything interrupted begins anew, with new timers; all but calls under a new id', () => {
    const scene = new Scene(wide).start().hold('b').fail('d').fail('e');
    const last = scene.state.next - 1;
    const { id } = scene.at('a');
    scene.now += 10_000;
    scene.send(reopened);
    expect(scene.under()).toEqual(['a:calling', 'b:offered', 'c:waiting', 'd:calling', 'e:calling']);
    expect(scene.state.instances.map(({ id }) => id)).toEqual([id, ...[1, 2, 3, 4].map((n) => last + n)]);
    expect(scene.state.instances.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1]);
    expect(scene.at('b').holder).toBe('');
    expect(scene.at('a').deadline).toBe(scene.now + 500);
    expect(scene.at('c').due).toBe(scene.now + 700);
    scene.succeed('a').complete('b').fire('c', 'wait').succeed('d').succeed('e');
    expect(scene.asked('finish')).toMatchObject([{ status: 'completed' }]);
  });

  test('[K9.3] offers that compete are withdrawn and opened again', () => {
    const scene = new Scene(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, { work: offer() }),
        task('b', 'p', null, { work: offer() }),
        task('c', 'q', 'o'),
      ]),
    ).start();
    scene.fail('c');
    expect(scene.asked('withdraw')).toHaveLength(2);
    expect(scene.under()).toEqual(['c:failed']);
    expect(scene.marked()).toEqual(['p']);
    scene.send(reopened);
    expect(scene.under()).toEqual(['c:calling', 'a:open', 'b:open']);
  });

  test('[K9.3] after settling: what ended meanwhile stays ended, what failed begins anew', () => {
    const scene = new Scene(
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
    scene.fail('a');
    expect(scene.state.status).toBe('running');
    scene.succeed('b', 'kept');
    expect(scene.effects).toMatchObject([{ kind: 'finish', status: 'failed', failure: { code: 'broken' } }]);
    scene.send(reopened);
    expect(scene.effects).toMatchObject([{ kind: 'call', task: 'a' }]);
    expect(scene.state.frames).toMatchObject([{ phase: 'active', failure: null }]);
    scene.succeed('a');
    expect(scene.effects).toMatchObject([{ kind: 'finish', status: 'completed', output: { value: 'kept' } }]);
  });

  test('[K9.3] it can fail and be reopened again and again', () => {
    const scene = new Scene(oneNet([task('a', 'i', 'o')])).start();
    const seen = new Set<number>();
    for (let i = 0; i < 3; i++) {
      seen.add(scene.at('a').id);
      scene.fail('a');
      expect(scene.asked('finish')).toMatchObject([{ status: 'failed' }]);
      scene.send(reopened);
    }
    expect(seen.size).toBe(3);
    expect(scene.succeed('a').state.status).toBe('completed');
  });

  test('[K9.3] the deadline of a net is cleared, and does not come back', () => {
    const scene = new Scene(
      program([
        net('main', [task('sub', 'i', 'o', { work: subnet('low'), timeout: { after: value(100) } })]),
        net('low', [task('a', 'i', 'o')]),
      ]),
    ).start();
    scene.fail('a');
    expect(scene.asked('clearTimer')).toMatchObject([{ timer: 'timeout' }]);
    scene.send(reopened);
    expect(scene.asked('setTimer')).toEqual([]);
    expect(scene.succeed('a').state.status).toBe('completed');
  });
});

describe('a failure that somebody on the way handles', () => {
  const below = (options: Parameters<typeof task>[3]) =>
    new Scene(
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

  test('[K9.3] by a retry or a catch: the frame below is gone', () => {
    for (const scene of [below({ retry: once }), below({ catch: { to: 'p' } })]) {
      expect(scene.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
      expect(scene.asked('abortCall')).toHaveLength(1);
      expect(scene.state).toMatchObject({ status: 'running', frames: [{ id: 1 }] });
      expect(scene.refused(reopened)).toBe('not-failed');
    }
  });

  test('[K9.3] by an each that goes on: its other instances go on, too', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const scene = below({ each });
    expect(scene.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
    expect(scene.under()).toEqual(['sub:group', 'sub:nested', 'a:calling', 'b:calling']);
    expect(scene.succeed('a').under()).toEqual(['z:calling']);
  });

  test('[K9.3] the last of several attempts of a net is kept', () => {
    const scene = below({ retry: once }).fire('sub', 'retry').succeed('b').fail('a');
    expect(scene.under()).toEqual(['sub:nested', 'a:failed']);
    scene.send(reopened);
    expect(scene.under()).toEqual(['sub:nested', 'a:calling']);
  });

  test('[K9.3] by a frame that settles: the net below has ended, and begins anew as a whole', () => {
    const scene = new Scene(
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
    scene.succeed('x').fail('y');
    expect(scene.noted('frameEnded')).toMatchObject([{ net: 'low', outcome: 'failed' }]);
    expect(scene.under()).toEqual(['sub:failed', 'b:calling']);
    scene.succeed('b').send(reopened);
    expect(scene.asked('call')).toMatchObject([{ task: 'x' }]);
  });
});

describe('runs that are not reopened', () => {
  const canUndo = { undo: undo('revert') };

  test('[K9.3] one that has begun to undo', () => {
    const scene = new Scene(oneNet([task('a', 'i', 'p', canUndo), task('b', 'p', 'o')])).start();
    scene.succeed('a').fail('b');
    expect(scene.state.status).toBe('running');
    expect(scene.refused(reopened)).toBe('not-failed');
    scene.succeed('a');
    expect(scene.state.status).toBe('failed');
    expect(scene.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] one that has to undo in a frame beside the failure', () => {
    const scene = new Scene(
      program([
        net('main', [
          task('fork', 'i', ['p', 'q'], { work: pass }),
          task('sub', 'p', null, { work: subnet('low') }),
          task('b', 'q', 'o'),
        ]),
        net('low', [task('a', 'i', 'p', canUndo), task('c', 'p', 'o', { work: offer() })]),
      ]),
    ).start();
    scene.succeed('a').fail('b');
    expect(scene.effects).toMatchObject([
      { kind: 'withdraw' },
      { kind: 'call', task: 'a', operation: 'revert' },
    ]);
    scene.succeed('a');
    expect(scene.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] one that had to wait for a call to drain, though nothing was undone', () => {
    const scene = new Scene(
      oneNet([
        task('fork', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', null, canUndo),
        task('b', 'q', 'o'),
      ]),
    ).start();
    scene.fail('b');
    expect(scene.under()).toEqual(['a:draining']);
    scene.fail('a');
    expect(scene.state).toMatchObject({ status: 'failed', failure: { code: 'broken' } });
    expect(scene.refused(reopened)).toBe('undo-begun');
  });

  test('[K9.3] an undo of work that never succeeded does not stand in the way', () => {
    const scene = new Scene(
      oneNet([
        task('fork', 'i', ['p', 'q', 'r'], { work: pass }),
        task('a', 'p', null, { ...canUndo, work: offer() }),
        task('b', 'q', null, canUndo),
        task('c', 'r', 'o'),
      ]),
    ).start();
    scene.fail('b');
    expect(scene.state.status).toBe('failed');
    expect(scene.send(reopened).under()).toEqual(['c:doubt', 'a:offered', 'b:calling']);
  });

  test('[K9.3] completed, cancelled, running and new ones', () => {
    const one = oneNet([task('a', 'i', 'o')]);
    expect(new Scene(one).refused(reopened)).toBe('not-started');
    expect(new Scene(one).start().refused(reopened)).toBe('not-failed');
    expect(new Scene(one).start().succeed('a').refused(reopened)).toBe('run-ended');
    expect(new Scene(one).start().send({ kind: 'cancelRequested' }).refused(reopened)).toBe('run-ended');
  });

  test('[K9.3] work that always fails is reopened, and fails again', () => {
    const scene = new Scene(oneNet([task('a', 'i', 'o', { work: failing('no') })])).start();
    expect(scene.state.status).toBe('failed');
    scene.send(reopened);
    expect(scene.effects).toMatchObject([{ kind: 'finish', status: 'failed', failure: { code: 'no' } }]);
  });
});
