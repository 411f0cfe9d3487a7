import { describe, expect, test } from 'vitest';
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
import { Scene } from '../../testing/scene.ts';
import type { Net, Retry, Task } from '../index.ts';

const fork = (...to: string[]): Task => task('fork', 'i', to, { work: pass });
const once: Retry = { limit: 1, delay: 10, backoff: 'fixed' };
const undo = { operation: 'unmake', connector: 'test' } as const;

describe('who handles a failure', () => {
  const made = (options: Partial<Task>) =>
    oneNet([task('a', 'i', 'o', options), task('mend', 'c', 'o')], { variables: variables('caught', 'x') });

  test('[K7.2] the catch: its variable receives the failure, its flow the token', () => {
    const scene = new Scene(made({ catch: { to: 'c', as: 'caught' } })).start();
    scene.fail('a', { code: 'no', message: 'really', data: { n: 1 }, retryable: true, retryAfter: 5 });
    expect(scene.variable('caught')).toEqual({ code: 'no', message: 'really', data: { n: 1 } });
    expect(scene.noted('flow')).toEqual([{ kind: 'flow', frame: 1, task: 'a', to: 'c', caught: true }]);
    expect(scene.noted('failed')).toMatchObject([{ instance: 2, retryAt: null }]);
    expect(scene.noted('completed')).toEqual([]);
    expect(scene.under()).toEqual(['mend:calling']);
    expect(scene.state.frames[0]?.busy).toEqual([1]);
  });

  test('[K7.2] without data there is none in the variable; a catch to null ends the path', () => {
    const scene = new Scene(
      oneNet([task('a', 'i', 'o', { catch: { to: null, as: 'caught' } })], {
        variables: variables('caught'),
      }),
    ).start();
    scene.fail('a', { code: 'no', message: 'really' });
    expect(scene.variable('caught')).toEqual({ code: 'no', message: 'really' });
    expect(scene.state.status).toBe('completed');
  });

  test('[K7.2] the catch takes the place of the split and of the outputs', () => {
    const scene = new Scene(
      made({
        outputs: assigns({ x: value(1) }),
        split: 'or',
        flows: [flow('o', value(true))],
        catch: { to: 'c' },
      }),
    ).start();
    scene.fail('a');
    expect([scene.marked(), scene.variable('x'), scene.state.status]).toEqual([[], undefined, 'running']);
  });

  test('[K7.2] retry comes before catch', () => {
    const scene = new Scene(made({ retry: once, catch: { to: 'c', as: 'caught' } }))
      .start()
      .fail('a', { code: 'one' });
    expect([scene.under(), scene.variable('caught')]).toEqual([['a:backoff'], undefined]);
    scene.fire('a', 'retry').fail('a', { code: 'two' });
    expect(scene.variable('caught')).toMatchObject({ code: 'two' });
  });

  test('[K7.2] retry, then each, then catch', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const scene = new Scene(made({ each, retry: once, catch: { to: 'c', as: 'caught' } })).start().fail('a');
    expect(scene.under()).toEqual(['a:group', 'a:backoff', 'a:calling']);
    scene.fire('a', 'retry').fail('a');
    expect(scene.under()).toEqual(['a:group', 'a:calling']);
    expect(scene.variable('caught')).toBeUndefined();
    scene.fail('a').fire('a', 'retry').fail('a');
    expect(scene.variable('caught')).toMatchObject({ code: 'all-failed' });
  });

  test('[K7.2] what fails in ending the task is no matter of retry and each, but of the catch', () => {
    const each = { items: value([1]), create: 'static', failures: 'continue' } as const;
    const scene = new Scene(
      made({ each, retry: once, outputs: assigns({ x: read('caught') }), catch: { to: 'c', as: 'caught' } }),
    ).start();
    expect(scene.succeed('a').variable('caught')).toMatchObject({ code: 'expression' });
    expect(scene.asked('setTimer')).toEqual([]);
  });

  test('[K7.2] work that fails on purpose is caught, and never retried', () => {
    const scene = new Scene(
      made({ work: failing('own'), retry: once, catch: { to: 'c', as: 'caught' } }),
    ).start();
    expect(scene.variable('caught')).toEqual({ code: 'own', message: 'own on purpose' });
  });

  test('[K7.2] nobody: the frame fails, and with it the run', () => {
    const scene = new Scene(oneNet([task('a', 'i', 'o')]))
      .start()
      .fail('a', { code: 'no', message: 'really', data: [1] });
    const failure = { code: 'no', message: 'really', data: [1] };
    expect(scene.state).toMatchObject({ status: 'failed', failure });
    expect(scene.asked('finish')).toEqual([
      { kind: 'finish', status: 'failed', output: { value: null }, failure },
    ]);
  });

  test('[K7.2] a task that was caught can fire and fail again', () => {
    const scene = new Scene(
      oneNet([
        fork('p', 'q'),
        task('x', 'p', 't', { work: pass }),
        task('y', 'q', 't', { work: pass }),
        task('a', 't', null, { catch: { to: null } }),
      ]),
    ).start();
    expect(scene.fail('a').under()).toEqual(['a:calling']);
    expect(scene.fail('a').state.status).toBe('completed');
  });
});

/** A sub-net of three branches, below a task that may handle its failure; “beside” runs next to it. */
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

describe('a frame fails', () => {
  test('[K7.3] abort cancels what runs, at once', () => {
    const scene = new Scene(below('abort', catching)).start().fail('b', { code: 'no' });
    expect(scene.noted('cancelled').map((note) => note.task)).toEqual(['a', 'c']);
    expect(scene.asked('abortCall')).toHaveLength(2);
    expect(scene.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
    expect(scene.variable('caught')).toMatchObject({ code: 'no' });
    expect(scene.under()).toEqual(['beside:calling', 'mend:calling']);
  });

  test('[K7.3] settle lets running branches go on to their end, further tasks included', () => {
    const scene = new Scene(below('settle', catching)).start().fail('b', { code: 'first' });
    expect([scene.effects, scene.state.frames[1]?.phase]).toEqual([[], 'settling']);
    scene.succeed('a').succeed('c');
    expect(scene.asked('call').map((effect) => effect.task)).toEqual(['d']);
    expect(scene.variable('caught')).toBeUndefined();
    scene.succeed('d');
    // Its output place was marked, and it has failed all the same.
    expect(scene.variable('caught')).toMatchObject({ code: 'first' });
    expect(scene.noted('frameEnded')).toMatchObject([{ net: 'sub', outcome: 'failed' }]);
  });

  test('[K7.3] settle keeps the first failure', () => {
    const scene = new Scene(below('settle', catching))
      .start()
      .fail('b', { code: 'first' })
      .fail('a', { code: 'second' });
    expect(scene.state.frames[1]).toMatchObject({ phase: 'settling', failure: { code: 'first' } });
    expect(scene.succeed('c').variable('caught')).toMatchObject({ code: 'first' });
  });

  test('[K7.3] a settling root ends as failed when its last branch has ended', () => {
    const made = oneNet([fork('p', 'q'), task('a', 'p', null), task('b', 'q', 'o')], { onFailure: 'settle' });
    const scene = new Scene(made).start().fail('a', { code: 'no' });
    expect(scene.state.status).toBe('running');
    expect(scene.succeed('b').state).toMatchObject({ status: 'failed', failure: { code: 'no' } });
    expect(scene.asked('finish')).toHaveLength(1);
  });

  test('[K7.3] settle lets retries and waits go on, too', () => {
    const scene = new Scene(below('settle', catching, { retry: once }))
      .start()
      .fail('a')
      .fail('b')
      .succeed('c');
    expect(scene.under()).toContain('a:backoff');
    scene.fire('a', 'retry').succeed('a').succeed('d');
    expect(scene.variable('caught')).toMatchObject({ code: 'broken' });
  });

  test('[K7.3] what is caught inside does not reach the frame', () => {
    const scene = new Scene(below('abort', catching, { catch: { to: 'x' } })).start().fail('a');
    expect([scene.state.frames[1]?.phase, scene.marked(4)]).toEqual(['active', ['x']]);
  });

  test('[K7.3] it undoes what it has done, then fails the instance above', () => {
    const scene = new Scene(below('abort', catching, { undo }))
      .start()
      .succeed('a')
      .fail('b', { code: 'no' });
    expect(scene.asked('call')).toMatchObject([{ operation: 'unmake', task: 'a' }]);
    expect([scene.state.frames[1]?.phase, scene.variable('caught')]).toEqual(['failing', undefined]);
    scene.succeed('a');
    expect(scene.variable('caught')).toMatchObject({ code: 'no' });
    expect(scene.noted('undone')).toMatchObject([{ task: 'a', failure: null }]);
  });

  test('[K7.3] settle undoes only when everything has come to its end', () => {
    const scene = new Scene(below('settle', catching, { undo })).start().fail('b').succeed('a');
    expect(scene.asked('call')).toEqual([]);
    scene.succeed('c').succeed('d');
    expect(scene.asked('call')).toMatchObject([{ operation: 'unmake', task: 'a' }]);
  });

  test('[K7.3] a sub-net is undone before it is retried', () => {
    const scene = new Scene(below('abort', { retry: once }, { undo })).start().succeed('a').fail('b');
    expect(scene.asked('setTimer')).toEqual([]);
    scene.now += 500;
    scene.succeed('a');
    expect(scene.asked('setTimer')).toMatchObject([{ instance: 3, timer: 'retry', at: scene.now + 10 }]);
    expect(scene.under()).toEqual(['sub:backoff', 'beside:calling']);
    scene.fire('sub', 'retry');
    expect(scene.asked('call').map((effect) => effect.task)).toEqual(['a', 'b', 'c']);
  });

  test('[K7.3] the instance above has its own retry: what a failure says of itself is no matter there', () => {
    for (const failure of [{}, { retryable: false }, { retryable: true }]) {
      const scene = new Scene(below('abort', { retry: once }, { retry: once })).start().fail('a', failure);
      const isRetried = failure.retryable !== false;
      expect(scene.under()).toContain(isRetried ? 'a:backoff' : 'sub:backoff');
      if (isRetried) scene.fire('a', 'retry').fail('a', failure);
      scene.fire('sub', 'retry').fail('a', { retryable: false });
      expect(scene.state.status).toBe('failed');
    }
    const none = new Scene(below('abort', {})).start().fail('a', { retryable: true });
    expect(none.state.status).toBe('failed');
  });

  test('[K7.3] the each above decides for one of many frames', () => {
    const each = { items: value([1, 2]), create: 'static', failures: 'continue' } as const;
    const scene = new Scene(below('abort', { each })).start().fail('a');
    expect(scene.state.frames.map(({ id }) => id)).toEqual([1, 7]);
    expect(scene.under().filter((name) => name.startsWith('sub'))).toEqual(['sub:group', 'sub:nested']);
    expect(scene.state.status).toBe('running');
  });

  test('[K7.3] through two frames up to a catch, cancelling on its way what runs beside', () => {
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
    const scene = new Scene(made).start().fail('in');
    expect(scene.noted('frameEnded').map(({ net: name, outcome }) => [name, outcome])).toEqual([
      ['low', 'failed'],
      ['mid', 'failed'],
    ]);
    expect(scene.asked('abortCall')).toHaveLength(1);
    expect(scene.under()).toEqual(['mend:calling']);
  });

  test('[K7.3] at the root: the run fails', () => {
    const scene = new Scene(below('abort')).start().fail('a', { code: 'deep' });
    expect(scene.state).toMatchObject({ status: 'failed', failure: { code: 'deep' } });
  });
});
