import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  failing,
  flow,
  net,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import type { Net, Retry, Task } from '../index.ts';

const fork = (...to: string[]): Task => task('fork', 'i', to, { work: pass });
const once: Retry = { limit: 1, delay: 10, backoff: 'fixed' };
const undo = { operation: 'unmake', connector: 'test' } as const;

describe('handlers of a failure', () => {
  const made = (options: Partial<Task>) =>
    oneNet([task('a', 'i', 'o', options), task('mend', 'c', 'o')], { variables: variables('caught', 'x') });

  test('[K7.2] the catch: its variable receives the failure, its flow receives the token', () => {
    const testNet = new TestNet(made({ catch: { to: 'c', as: 'caught' } })).start();
    testNet.fail('a', { code: 'no', message: 'really', data: { n: 1 }, retryable: true, retryAfter: 5 });
    expect(testNet.variable('caught')).toEqual({ code: 'no', message: 'really', data: { n: 1 } });
    expect(testNet.noted('flow')).toEqual([{ kind: 'flow', frame: 1, task: 'a', to: 'c', caught: true }]);
    expect(testNet.noted('failed')).toMatchObject([{ instance: 2, retryAt: null }]);
    expect(testNet.noted('completed')).toEqual([]);
    expect(testNet.instancesUnderWay()).toEqual(['mend:calling']);
    expect(testNet.state.frames[0]?.busy).toEqual([1]);
  });

  test('[K7.2] the variable has no data if the failure has none; a catch to null ends the path', () => {
    const testNet = new TestNet(
      oneNet([task('a', 'i', 'o', { catch: { to: null, as: 'caught' } })], {
        variables: variables('caught'),
      }),
    ).start();
    testNet.fail('a', { code: 'no', message: 'really' });
    expect(testNet.variable('caught')).toEqual({ code: 'no', message: 'really' });
    expect(testNet.state.status).toBe('completed');
  });

  test('[K7.2] the catch replaces the split and the outputs', () => {
    const testNet = new TestNet(
      made({
        outputs: assigns({ x: value(1) }),
        split: 'or',
        flows: [flow('o', value(true))],
        catch: { to: 'c' },
      }),
    ).start();
    testNet.fail('a');
    expect([testNet.marked(), testNet.variable('x'), testNet.state.status]).toEqual([
      [],
      undefined,
      'running',
    ]);
  });

  test('[K7.2] retry comes before catch', () => {
    const testNet = new TestNet(made({ retry: once, catch: { to: 'c', as: 'caught' } }))
      .start()
      .fail('a', { code: 'one' });
    expect([testNet.instancesUnderWay(), testNet.variable('caught')]).toEqual([['a:backoff'], undefined]);
    testNet.fire('a', 'retry').fail('a', { code: 'two' });
    expect(testNet.variable('caught')).toMatchObject({ code: 'two' });
  });

  test('[K7.2] retry, then each, then catch', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const testNet = new TestNet(made({ each, retry: once, catch: { to: 'c', as: 'caught' } }))
      .start()
      .fail('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:backoff', 'a:calling']);
    testNet.fire('a', 'retry').fail('a');
    expect(testNet.instancesUnderWay()).toEqual(['a:group', 'a:calling']);
    expect(testNet.variable('caught')).toBeUndefined();
    testNet.fail('a').fire('a', 'retry').fail('a');
    expect(testNet.variable('caught')).toMatchObject({ code: 'all-failed' });
  });

  test('[K7.2] a failure at the end of the task is handled by the catch, not by retry or each', () => {
    const each = { items: value([1]), create: 'static', failures: 'continue' } as const;
    const testNet = new TestNet(
      made({ each, retry: once, outputs: assigns({ x: read('caught') }), catch: { to: 'c', as: 'caught' } }),
    ).start();
    expect(testNet.succeed('a').variable('caught')).toMatchObject({ code: 'expression' });
    expect(testNet.asked('setTimer')).toEqual([]);
  });

  test('[K7.2] work that fails on purpose is caught, and never retried', () => {
    const testNet = new TestNet(
      made({ work: failing('own'), retry: once, catch: { to: 'c', as: 'caught' } }),
    ).start();
    expect(testNet.variable('caught')).toEqual({ code: 'own', message: 'own on purpose' });
  });

  test('[K7.2] without a handler the frame fails, and with it the run', () => {
    const testNet = new TestNet(oneNet([task('a', 'i', 'o')]))
      .start()
      .fail('a', { code: 'no', message: 'really', data: [1] });
    const failure = { code: 'no', message: 'really', data: [1] };
    expect(testNet.state).toMatchObject({ status: 'failed', failure });
    expect(testNet.asked('finish')).toEqual([
      { kind: 'finish', status: 'failed', output: { value: null }, failure },
    ]);
  });

  test('[K7.2] a task whose failure is caught can fire and fail again', () => {
    const testNet = new TestNet(
      oneNet([
        fork('p', 'q'),
        task('x', 'p', 't', { work: pass }),
        task('y', 'q', 't', { work: pass }),
        task('a', 't', null, { catch: { to: null } }),
      ]),
    ).start();
    expect(testNet.fail('a').instancesUnderWay()).toEqual(['a:calling']);
    expect(testNet.fail('a').state.status).toBe('completed');
  });
});

/** A sub-net of three branches, below a task that may handle its failure; “beside” runs in parallel. */
const below = (onFailure: Net['onFailure'], options: Partial<Task> = {}, branch: Partial<Task> = {}) =>
  program([
    net(
      'main',
      [
        fork('p', 'q'),
        task('sub', 'p', 'o', { work: subnet('sub'), ...options }),
        task('beside', 'q', 'r'),
        task('rest', 'r', 'o'),
        ...(options.catch === undefined ? [] : [task('mend', 'c', 'o')]),
      ],
      { variables: variables('caught') },
    ),
    net(
      'sub',
      [
        fork('p', 'q', 'r'),
        task('a', 'p', 'x', branch),
        task('b', 'q', null),
        task('c', 'r', 'y'),
        task('d', ['x', 'y'], 'o'),
      ],
      { onFailure },
    ),
  ]);

const catching = { catch: { to: 'c', as: 'caught' } };

describe('the failure of a frame', () => {
  test('[K7.3] abort cancels active work at once', () => {
    const testNet = new TestNet(below('abort', catching)).start().fail('b', { code: 'no' });
    expect(testNet.noted('cancelled').map((note) => note.task)).toEqual(['a', 'c']);
    expect(testNet.asked('abortCall')).toHaveLength(2);
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
    expect(testNet.variable('caught')).toMatchObject({ code: 'no' });
    expect(testNet.instancesUnderWay()).toEqual(['beside:calling', 'mend:calling']);
  });

  test('[K7.3] settle lets active branches continue to their end, including further tasks', () => {
    const testNet = new TestNet(below('settle', catching)).start().fail('b', { code: 'first' });
    expect([testNet.effects, testNet.state.frames[1]?.phase]).toEqual([[], 'settling']);
    testNet.succeed('a').succeed('c');
    expect(testNet.asked('call').map((effect) => effect.task)).toEqual(['d']);
    expect(testNet.variable('caught')).toBeUndefined();
    testNet.succeed('d');
    // Its output place is marked, but it fails.
    expect(testNet.variable('caught')).toMatchObject({ code: 'first' });
    expect(testNet.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
  });

  test('[K7.3] settle keeps the first failure', () => {
    const testNet = new TestNet(below('settle', catching))
      .start()
      .fail('b', { code: 'first' })
      .fail('a', { code: 'second' });
    expect(testNet.state.frames[1]).toMatchObject({ phase: 'settling', failure: { code: 'first' } });
    expect(testNet.succeed('c').variable('caught')).toMatchObject({ code: 'first' });
  });

  test('[K7.3] a settling root ends as failed when its last branch has ended', () => {
    const made = oneNet([fork('p', 'q'), task('a', 'p', null), task('b', 'q', 'o')], { onFailure: 'settle' });
    const testNet = new TestNet(made).start().fail('a', { code: 'no' });
    expect(testNet.state.status).toBe('running');
    expect(testNet.succeed('b').state).toMatchObject({ status: 'failed', failure: { code: 'no' } });
    expect(testNet.asked('finish')).toHaveLength(1);
  });

  test('[K7.3] settle lets retries and waits continue, too', () => {
    const testNet = new TestNet(below('settle', catching, { retry: once }))
      .start()
      .fail('a')
      .fail('b')
      .succeed('c');
    expect(testNet.instancesUnderWay()).toContain('a:backoff');
    testNet.fire('a', 'retry').succeed('a').succeed('d');
    expect(testNet.variable('caught')).toMatchObject({ code: 'broken' });
  });

  test('[K7.3] a failure that is caught inside does not reach the frame', () => {
    const testNet = new TestNet(below('abort', catching, { catch: { to: 'x' } })).start().fail('a');
    expect([testNet.state.frames[1]?.phase, testNet.marked(4)]).toEqual(['active', ['x']]);
  });

  test('[K7.3] the frame undoes its work, then fails the parent instance', () => {
    const testNet = new TestNet(below('abort', catching, { undo }))
      .start()
      .succeed('a')
      .fail('b', { code: 'no' });
    expect(testNet.asked('call')).toMatchObject([{ operation: 'unmake', task: 'a' }]);
    expect([testNet.state.frames[1]?.phase, testNet.variable('caught')]).toEqual(['failing', undefined]);
    testNet.succeed('a');
    expect(testNet.variable('caught')).toMatchObject({ code: 'no' });
    expect(testNet.noted('undone')).toMatchObject([{ task: 'a', failure: null }]);
  });

  test('[K7.3] settle undoes only when all branches have ended', () => {
    const testNet = new TestNet(below('settle', catching, { undo })).start().fail('b').succeed('a');
    expect(testNet.asked('call')).toEqual([]);
    testNet.succeed('c').succeed('d');
    expect(testNet.asked('call')).toMatchObject([{ operation: 'unmake', task: 'a' }]);
  });

  test('[K7.3] a sub-net is undone before it is retried', () => {
    const testNet = new TestNet(below('abort', { retry: once }, { undo })).start().succeed('a').fail('b');
    expect(testNet.asked('setTimer')).toEqual([]);
    testNet.now += 500;
    testNet.succeed('a');
    expect(testNet.asked('setTimer')).toMatchObject([{ instance: 3, timer: 'retry', at: testNet.now + 10 }]);
    expect(testNet.instancesUnderWay()).toEqual(['sub:backoff', 'beside:calling']);
    testNet.fire('sub', 'retry');
    expect(testNet.asked('call').map((effect) => effect.task)).toEqual(['a', 'b', 'c']);
  });

  test('[K7.3] the parent instance has its own retry: the retryable flag of the failure is ignored there', () => {
    for (const failure of [{}, { retryable: false }, { retryable: true }]) {
      const testNet = new TestNet(below('abort', { retry: once }, { retry: once }))
        .start()
        .fail('a', failure);
      const isRetried = failure.retryable !== false;
      expect(testNet.instancesUnderWay()).toContain(isRetried ? 'a:backoff' : 'sub:backoff');
      if (isRetried) testNet.fire('a', 'retry').fail('a', failure);
      testNet.fire('sub', 'retry').fail('a', { retryable: false });
      expect(testNet.state.status).toBe('failed');
    }
    const none = new TestNet(below('abort', {})).start().fail('a', { retryable: true });
    expect(none.state.status).toBe('failed');
  });

  test('[K7.3] the parent each decides for one of many frames', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const testNet = new TestNet(below('abort', { each })).start().fail('a');
    expect(testNet.state.frames.map(({ id }) => id)).toEqual([1, 7]);
    expect(testNet.instancesUnderWay().filter((name) => name.startsWith('sub'))).toEqual([
      'sub:group',
      'sub:nested',
    ]);
    expect(testNet.state.status).toBe('running');
  });

  test('[K7.3] a failure passes two frames up to a catch, and cancels parallel work', () => {
    const made = program([
      net('main', [
        task('top', 'i', 'o', { work: subnet('mid'), catch: { to: 'c' } }),
        task('mend', 'c', 'o'),
      ]),
      net('mid', [
        fork('p', 'q'),
        task('down', 'p', 'o', { work: subnet('low') }),
        task('beside', 'q', null),
      ]),
      net('low', [task('in', 'i', 'o')]),
    ]);
    const testNet = new TestNet(made).start().fail('in');
    expect(testNet.noted('frameEnded').map(({ net: name, outcome }) => [name, outcome])).toEqual([
      ['low', 'failed'],
      ['mid', 'failed'],
    ]);
    expect(testNet.asked('abortCall')).toHaveLength(1);
    expect(testNet.instancesUnderWay()).toEqual(['mend:calling']);
  });

  test('[K7.3] at the root, the run fails', () => {
    const testNet = new TestNet(below('abort')).start().fail('a', { code: 'deep' });
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'deep' } });
  });
});
