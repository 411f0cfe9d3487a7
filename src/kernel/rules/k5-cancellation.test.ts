import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import { net, offer, oneNet, pass, program, read, subnet, task, value } from '../../testing/net-builder.ts';
import type { Effect, Task } from '../index.ts';

const fork = (...to: string[]): Task => task('fork', 'i', to, { work: pass });
const region = (places: readonly string[], tasks: readonly string[] = []) => ({ cancels: { places, tasks } });
const retry = { limit: 1, delay: 10, backoff: 'fixed' } as const;
const undo = { operation: 'unmake', connector: 'test' } as const;

/** Effects without minor details. */
const asked = (testNet: TestNet): string[] =>
  testNet.effects.map((effect: Effect) => {
    const timer = 'timer' in effect ? `:${effect.timer}` : '';
    return 'instance' in effect ? `${effect.kind}${timer} ${effect.instance}` : effect.kind;
  });

/** A task “stop” that cancels “it”, which is at p; “other” continues. */
const stopping = (it: Partial<Task>, stop: Partial<Task> = {}) =>
  program([
    net('main', [
      fork('p', 'q', 'r'),
      task('it', 'p', 'x', it),
      task('stop', 'q', 'y', { ...region([], ['it']), ...stop }),
      task('other', 'r', null),
      task('last', ['x', 'y'], 'o'),
      task('also', 'y', 'o', { work: offer() }),
    ]),
    net('sub', [
      task('fork', 'i', ['p', 'q'], { work: pass }),
      task('in', 'p', 'z'),
      task('deep', 'q', 'z', { work: offer(), timeout: { after: value(100) } }),
      task('end', 'z', 'o'),
    ]),
  ]);

describe('the region', () => {
  test('[K5.1] it removes all tokens from its places, and from no others', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', ['x', 'x', 'w']),
      task('stop', 'q', null, region(['x'])),
      task('join', ['x', 'y', 'w'], 'o'),
      task('c', 'r', 'y'),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.marked()).toEqual(['x', 'x', 'w']);
    expect(testNet.succeed('stop').marked()).toEqual(['w']);
    expect(testNet.succeed('c').state.failure).toMatchObject({
      code: 'deadlocked',
      data: { places: ['w', 'y'] },
    });
  });

  test('[K5.1] it is emptied before the tokens of the split appear, so these stay', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('stop', 'q', ['x', 'x'], region(['x'])),
      task('join', ['x', 'y'], 'o'),
      task('c', 'r', 'y'),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.marked()).toEqual(['x']);
    expect(testNet.succeed('stop').marked()).toEqual(['x', 'x']);
  });

  test('[K5.1] it takes effect only when its task completes', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('stop', 'q', null, region(['x'], ['c'])),
      task('join', ['x', 'y'], 'o'),
      task('c', 'r', 'y'),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([['x'], ['stop:calling', 'c:calling']]);
  });

  test('[K5.1] an OR-join reads the emptied place and waits again', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('stop', 'q', 'y', region(['x'])),
      task('join', ['x', 'y'], 'o', { join: 'or' }),
      task('c', 'r', 'x'),
    ]);
    const testNet = new TestNet(made).start().succeed('a').succeed('stop');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([['y'], ['c:calling']]);
  });
});

describe('active tasks', () => {
  test('[K5.1] a call is aborted, its timers are cleared, its answer is too late', () => {
    const made = stopping({ timeout: { after: value(50) }, retry });
    const run = new TestNet(made).start();
    const { id } = run.at('it');
    run.succeed('stop');
    expect(asked(run)).toEqual([`clearTimer:timeout ${id}`, `abortCall ${id}`, 'offer 6']);
    expect(run.noted('cancelled')).toEqual([{ kind: 'cancelled', frame: 1, task: 'it', instance: id }]);
    expect(run.instancesUnderWay()).toEqual(['other:calling', 'also:open']);
    expect(run.refused({ kind: 'callSucceeded', instance: id, attempt: 1, output: { value: 1 } })).toBe(
      'unknown-instance',
    );
    expect(run.state.frames[0]?.busy).toHaveLength(1);
  });

  test('[K5.1] the current attempt is aborted', () => {
    const testNet = new TestNet(stopping({ retry })).start().fail('it').fire('it', 'retry').succeed('stop');
    expect(testNet.asked('abortCall')).toEqual([{ kind: 'abortCall', instance: 3, attempt: 2 }]);
  });

  test('[K5.1] between two attempts nothing is aborted, but the retry timer is cleared', () => {
    const testNet = new TestNet(stopping({ retry })).start().fail('it').succeed('stop');
    expect(asked(testNet)).toEqual(['clearTimer:retry 3', 'offer 6']);
  });

  test('[K5.1] an item is withdrawn, whether offered or held', () => {
    const made = stopping({ work: offer(), timeout: { after: value(50) } });
    expect(asked(new TestNet(made).start().succeed('stop'))).toEqual([
      'clearTimer:timeout 3',
      'withdraw 3',
      'offer 6',
    ]);
    expect(asked(new TestNet(made).start().hold('it').succeed('stop'))).toContain('withdraw 3');
  });

  test('[K5.1] a doubt is withdrawn, a wait ends', () => {
    const doubt = new TestNet(stopping({})).start().send({ kind: 'callInDoubt', instance: 3, attempt: 1 });
    expect(asked(doubt.succeed('stop'))).toEqual(['withdraw 3', 'offer 6']);
    const wait = new TestNet(
      stopping({ work: { kind: 'wait', for: value(50), signal: value('go') } }),
    ).start();
    expect(asked(wait.succeed('stop'))).toEqual(['clearTimer:wait 3', 'offer 6']);
    wait.send({ kind: 'signalled', name: 'go', payload: { value: 1 } });
    expect(wait.state.signals).toHaveLength(1);
  });

  test('[K5.1] all instances of an each are cancelled with it', () => {
    const each = { items: value([1, 2, 3]), create: 'static', failures: 'abort', concurrency: 2 } as const;
    const testNet = new TestNet(stopping({ each })).start().succeed('stop');
    expect(testNet.noted('cancelled').map(({ instance }) => instance)).toEqual([3, 4, 5]);
    expect(testNet.asked('abortCall').map(({ instance }) => instance)).toEqual([4, 5]);
    expect(testNet.instancesUnderWay()).toEqual(['other:calling', 'also:open']);
  });

  test('[K5.1] a nested frame ends with all its work', () => {
    const testNet = new TestNet(stopping({ work: subnet('sub') })).start();
    expect(testNet.state.frames.map(({ id }) => id)).toEqual([1, 4]);
    const call = testNet.at('in').id;
    const item = testNet.at('deep').id;
    testNet.succeed('stop');
    expect(asked(testNet).slice(0, -1)).toEqual([
      `abortCall ${call}`,
      `clearTimer:timeout ${item}`,
      `withdraw ${item}`,
    ]);
    expect(testNet.noted('frameEnded')).toEqual([
      { kind: 'frameEnded', frame: 4, net: 'sub', outcome: 'cancelled' },
    ]);
    expect(testNet.state.frames.map(({ id }) => id)).toEqual([1]);
    expect(testNet.instancesUnderWay()).toEqual(['other:calling', 'also:open']);
  });

  test('[K5.1] a cancelled task may fire again at once for a waiting token', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x', { work: pass }),
      task('b', 'q', 'x', { work: pass }),
      task('it', 'x', null),
      task('stop', 'r', null, region([], ['it'])),
    ]);
    const testNet = new TestNet(made).start();
    const { id } = testNet.at('it');
    expect(testNet.marked()).toEqual(['x']);
    testNet.succeed('stop');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([[], ['it:calling']]);
    expect(testNet.at('it').id).toBeGreaterThan(id);
    expect(testNet.effects.map(({ kind }) => kind)).toEqual(['abortCall', 'call']);
  });

  test('[K5.1] a task with an each cancels once, when the each is complete', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'abort' } as const;
    const testNet = new TestNet(stopping({}, { each })).start().succeed('stop');
    expect(testNet.instancesUnderWay()).toContain('it:calling');
    expect(testNet.succeed('stop').instancesUnderWay()).not.toContain('it:calling');
  });

  test('[K5.1] a skipped or forced item completes its task, too', () => {
    for (const kind of ['itemSkipped', 'itemForced'] as const) {
      const testNet = new TestNet(stopping({}, { work: offer() })).start();
      testNet.send({ kind, instance: testNet.at('stop').id });
      expect(testNet.instancesUnderWay()).toEqual(['other:calling', 'also:open']);
    }
  });
});

describe('work outside the region', () => {
  test('[K5.1] an offer that has not consumed is not active: it stays open', () => {
    const made = oneNet([
      fork('p', 'q'),
      task('left', 'p', 'o', { work: offer() }),
      task('right', 'p', 'o', { work: offer() }),
      task('stop', 'q', null, region([], ['left', 'right'])),
    ]);
    const testNet = new TestNet(made).start().succeed('stop');
    expect([testNet.instancesUnderWay(), testNet.asked('withdraw')]).toEqual([
      ['left:open', 'right:open'],
      [],
    ]);
    const taken = new TestNet(made).start().hold('left').succeed('stop');
    expect(taken.instancesUnderWay()).toEqual([]);
  });

  test('[K5.1] an open offer is withdrawn when its place is emptied', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('left', 'p', 'o', { work: offer() }),
      task('right', 'p', 'o', { work: offer() }),
      task('stop', 'q', null, region(['p'])),
      task('last', 'r', 'o'),
    ]);
    const testNet = new TestNet(made).start().succeed('stop');
    expect(testNet.asked('withdraw')).toHaveLength(2);
    expect(testNet.instancesUnderWay()).toEqual(['last:calling']);
  });

  test('[K5.1] other frames are not affected, even of the same net', () => {
    const made = program([
      net('main', [
        fork('p', 'q', 'r'),
        task('one', 'p', 'x', { work: subnet('sub') }),
        task('two', 'q', 'x', { work: subnet('sub') }),
        task('it', 'r', 'x'),
        task('last', 'x', 'o'),
      ]),
      net('sub', [
        fork('p', 'q', 'r'),
        task('a', 'p', 'x'),
        task('stop', 'q', null, region(['x'], ['it', 'a'])),
        task('it', 'r', 'x'),
        task('last', ['x', 'x2'], 'o'),
        task('more', 'x', 'x2', { work: offer() }),
      ]),
    ]);
    const testNet = new TestNet(made).start();
    const [, first = 0, second = 0] = testNet.state.frames.map(({ id }) => id);
    const at = (frame: number) =>
      testNet.state.instances.filter((each) => each.frame === frame).map((each) => testNet.nameOf(each));
    expect(at(second)).toEqual(['a', 'stop', 'it']);
    testNet.succeed('stop');
    expect(at(first)).toEqual([]);
    expect(at(second)).toEqual(['a', 'stop', 'it']);
    expect(at(1)).toContain('it');
  });

  test('[K5.1] parent frames are not affected by a region in a sub-net', () => {
    const made = program([
      net('main', [fork('p', 'q'), task('below', 'p', null, { work: subnet('sub') }), task('it', 'q', 'o')]),
      net('sub', [task('stop', 'i', 'p', region(['p'], ['it'])), task('it', 'p', 'o')]),
    ]);
    const testNet = new TestNet(made).start().succeed('stop');
    expect(testNet.instancesUnderWay()).toEqual(['below:nested', 'it:calling', 'it:calling']);
  });

  test('[K5.1] a caught failure cancels nothing', () => {
    const made = oneNet([
      fork('p', 'q', 'r'),
      task('a', 'p', 'x'),
      task('stop', 'q', null, { ...region(['x'], ['c']), catch: { to: null } }),
      task('join', ['x', 'y'], 'o'),
      task('c', 'r', 'y'),
    ]);
    const testNet = new TestNet(made).start().succeed('a').fail('stop');
    expect([testNet.marked(), testNet.instancesUnderWay()]).toEqual([['x'], ['c:calling']]);
    expect(testNet.effects).toEqual([]);
  });

  test('[K5.1] outputs that fail cancel nothing', () => {
    const made = oneNet(
      [
        fork('p', 'q'),
        task('a', 'p', 'o'),
        task('stop', 'q', null, {
          ...region([], ['a']),
          outputs: [{ to: 'x', value: read('unset') }],
          catch: { to: null },
        }),
      ],
      { variables: [{ name: 'x' }, { name: 'unset' }] },
    );
    expect(new TestNet(made).start().succeed('stop').instancesUnderWay()).toEqual(['a:calling']);
  });
});

describe('cancellation and undo', () => {
  /** A sub-net with completed work that can be undone, cancelled by “stop”. */
  const made = program([
    net('main', [
      fork('p', 'q', 'r'),
      task('below', 'p', 'x', { work: subnet('sub') }),
      task('stop', 'q', null, region([], ['below'])),
      task('own', 'r', 's', { undo }),
      task('rest', 's', 'o'),
      task('never', 'x', 'o'),
    ]),
    net('sub', [
      task('first', 'i', 'p', { undo }),
      task('second', 'p', 'q', { undo }),
      task('third', 'q', 'o'),
    ]),
  ]);

  test('[K5.2] the undo entries of a cancelled frame are passed to the parent frame, in order', () => {
    const testNet = new TestNet(made)
      .start()
      .succeed('own')
      .succeed('first')
      .succeed('second')
      .succeed('stop');
    expect(testNet.asked('call')).toEqual([]);
    expect(testNet.noted('undone')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['rest:calling']);
    const names = testNet.state.frames[0]?.undo.map(
      ({ net: at, task: index }) => testNet.program.nets[at]?.tasks[index]?.id,
    );
    expect(names).toEqual(['own', 'first', 'second']);
  });

  test('[K5.2] they are undone when the parent frame fails, last first', () => {
    const testNet = new TestNet(made)
      .start()
      .succeed('own')
      .succeed('first')
      .succeed('second')
      .succeed('stop')
      .fail('rest');
    const undone: string[] = [];
    while (testNet.state.status === 'running') {
      undone.push(...testNet.asked('call').map((effect) => effect.task));
      const { id, attempt } = testNet.state.instances[0]!;
      testNet.send({ kind: 'callSucceeded', instance: id, attempt, output: { value: null } });
    }
    expect(undone).toEqual(['second', 'first', 'own']);
    expect(testNet.state.status).toBe('failed');
  });

  test('[K5.2] a run that completes later undoes nothing', () => {
    const testNet = new TestNet(made)
      .start()
      .succeed('own')
      .succeed('first')
      .succeed('second')
      .succeed('stop')
      .succeed('rest');
    expect([testNet.state.status, testNet.asked('call')]).toEqual(['completed', []]);
  });
});
