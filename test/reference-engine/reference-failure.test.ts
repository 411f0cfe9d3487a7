/** Hand-written runs of failure, people and time on the reference. */
import { describe, expect, test } from 'vitest';
import type { Expression, Task, Work } from '../../src/kernel/model/program.ts';
import { expr } from '../../src/testing/stand-ins/sample-evaluator.ts';
import { call, constant, net, offer, play, read, task, to } from './reference-test-net.ts';

describe('failure', () => {
  test('[K7.1][K7.2][K2.1] a call is retried, then caught; answers of another attempt do not fit', () => {
    const run = play([
      net(
        'root',
        [
          task('a', ['in'], to('out'), {
            work: call('a'),
            retry: { limit: 2, delay: 100, backoff: 'exponential' },
            catch: { to: 'p', as: 'why' },
          }),
          task('b', ['p'], to('out')),
        ],
        { variables: [{ name: 'why' }], result: read('why') },
      ),
    ]);
    run.start();
    run.fail(2);
    expect(run.effects()).toEqual([{ kind: 'setTimer', instance: 2, timer: 'retry', at: 100 }]);
    const retry = (at: number) => run.send({ kind: 'timerFired', at, instance: 2, timer: 'retry' });
    expect([retry(99), retry(100), run.fail(2, 1)]).toEqual(['too-early', 'ok', 'wrong-attempt']);
    run.fail(2, 2);
    expect(run.effects()).toMatchObject([{ kind: 'setTimer', at: 300 }]);
    retry(300);
    run.fail(2, 3);
    expect(run.seen()).toMatchObject({ status: 'completed', output: { code: 'broken' } });
  });

  const undoable = (operation: string): Partial<Task> => ({
    work: call(operation),
    undo: { connector: 'c', operation: `un-${operation}`, input: read('$output') },
  });

  test('[K8.1][K7.3] a failing frame undoes in reverse order, one at a time', () => {
    const run = play([
      net('root', [
        task('a', ['in'], to('p'), undoable('a')),
        task('b', ['p'], to('q'), undoable('b')),
        task('c', ['q'], to('out'), { work: call('c') }),
      ]),
    ]);
    run.start();
    run.succeed(2, 'A');
    run.succeed(3, 'B');
    run.fail(4);
    expect(run.calls()).toMatchObject([{ instance: 5, operation: 'un-b', undoes: 3, input: { value: 'B' } }]);
    run.succeed(5);
    expect(run.calls()).toMatchObject([{ instance: 6, operation: 'un-a', undoes: 2, input: { value: 'A' } }]);
    run.succeed(6);
    expect(run.seen()).toMatchObject({ status: 'failed', failure: 'broken' });
    expect(run.send({ kind: 'reopened', at: 0 })).toBe('undo-begun');
  });

  test('[K8.4][K9.4] a cancelled call with undo drains, and is undone if it succeeds', () => {
    const run = play([net('root', [task('a', ['in'], to('out'), undoable('a'))])]);
    run.start();
    run.send({ kind: 'cancelRequested', at: 0 });
    expect(run.done()).toEqual(['abortCall 2']);
    expect(run.seen()).toMatchObject({ status: 'running', instances: [{ id: 2, draining: true }] });
    run.succeed(2, 'late');
    expect(run.calls()).toMatchObject([{ operation: 'un-a', undoes: 2, input: { value: 'late' } }]);
    run.succeed(3);
    expect(run.seen().status).toBe('cancelled');
  });

  test('[K9.3] a run that failed in place is reopened with new instances', () => {
    const run = play([
      net('root', [
        task('s', ['in'], to('p', 'q')),
        task('a', ['p'], to('x'), { work: call('a') }),
        task('b', ['q'], to('y'), { work: offer('b') }),
        task('j', ['x', 'y'], to('out')),
      ]),
    ]);
    run.start();
    run.fail(3);
    expect(run.done()).toEqual(['withdraw 4', 'finish']);
    expect(run.seen()).toMatchObject({
      status: 'failed',
      instances: [{ phase: 'failed' }, { phase: 'parked' }],
    });
    expect(run.send({ kind: 'suspended', at: 0 })).toBe('run-ended');
    expect(run.send({ kind: 'reopened', at: 0 })).toBe('ok');
    expect(run.done()).toEqual(['call 5', 'offer 6']);
    run.succeed(5);
    run.complete(6);
    expect(run.seen().status).toBe('completed');
  });

  test('[K2.2][K4.3] an answer whose outputs cannot be computed is rejected and changes nothing', () => {
    const run = play([
      net(
        'root',
        [
          task('a', ['in'], to('out'), {
            work: offer('a'),
            outputs: [{ to: 'n', value: expr(['add', ['get', '$output'], ['lit', 1]]) }],
          }),
        ],
        { variables: [{ name: 'n', initial: 0 }], result: read('n') },
      ),
    ]);
    run.start();
    const before = run.seen();
    expect(run.complete(2, 'text')).toBe('expression');
    expect(run.seen()).toEqual(before);
    expect([run.complete(2, 41), run.seen().output]).toEqual(['ok', 42]);
  });
});

describe('people and time', () => {
  test('[K11.1][K13.1] the first hold takes the token, the rival is withdrawn', () => {
    const run = play([
      net('root', [
        task('a', ['in'], to('out'), { work: offer('a') }),
        task('b', ['in'], to('out'), { work: offer('b') }),
      ]),
    ]);
    run.start();
    expect(run.seen()).toMatchObject({
      frames: [{ tokens: ['in'] }],
      instances: [{ phase: 'open' }, { phase: 'open' }],
    });
    run.send({ kind: 'itemHeld', at: 0, instance: 3, by: 'ann' });
    expect(run.done()).toEqual(['offer 3', 'withdraw 2']);
    expect(run.send({ kind: 'itemCompleted', at: 0, instance: 3, by: 'bob', output: { value: 1 } })).toBe(
      'held-by-other',
    );
    expect(run.complete(3)).toBe('ok');
    expect(run.seen().status).toBe('completed');
  });

  test('[K13.4] while a run is suspended answers are accepted and nothing starts', () => {
    const run = play([
      net('root', [
        task('a', ['in'], to('p'), { work: call('a') }),
        task('b', ['p'], to('out'), { work: call('b') }),
      ]),
    ]);
    run.start();
    run.send({ kind: 'suspended', at: 0 });
    run.succeed(2);
    expect([run.effects(), run.seen().frames[0]?.tokens]).toEqual([[], ['p']]);
    run.send({ kind: 'resumed', at: 0 });
    expect(run.calls()).toMatchObject([{ task: 'b' }]);
  });

  test('[K13.2] a stored signal is consumed by the next wait', () => {
    const run = play([
      net('root', [
        task('a', ['in'], to('p'), { work: call('a') }),
        task('w', ['p'], to('out'), { work: { kind: 'wait', for: constant(50), signal: constant('go') } }),
      ]),
    ]);
    run.start();
    run.send({ kind: 'signalled', at: 0, name: 'go', payload: { value: 1 } });
    run.succeed(2);
    expect(run.seen()).toMatchObject({ status: 'completed', signals: [] });
  });

  test('[K7.4][K8.4] the answer of a timed-out attempt counts until its retry starts', () => {
    const run = play([
      net('root', [
        task('a', ['in'], to('out'), {
          work: call('a'),
          timeout: { after: constant(10) },
          retry: { limit: 1, delay: 5, backoff: 'fixed' },
        }),
      ]),
    ]);
    run.start();
    run.send({ kind: 'timerFired', at: 10, instance: 2, timer: 'timeout' });
    expect(run.done()).toEqual(['abortCall 2', 'setTimer 2']);
    expect(run.seen().instances).toMatchObject([{ phase: 'backoff', late: 'awaited', due: 15 }]);
    expect([run.succeed(2), run.done()]).toEqual(['ok', ['clearTimer 2', 'finish']]);
  });

  test('[K13.5] share writes above, inherit reads through and writes locally', () => {
    const set = (name: string): Partial<Task> => ({
      outputs: [{ to: name, value: expr(['add', ['get', name], ['lit', 1]]) }],
    });
    const run = play([
      net(
        'root',
        [
          task('s', ['in'], to('p'), { work: { kind: 'net', net: 'shared', scope: 'share' } }),
          task('i', ['p'], to('out'), {
            work: { kind: 'net', net: 'inherits', scope: 'inherit' },
            outputs: [{ to: 'seen', value: read('$output') }],
          }),
        ],
        { variables: [{ name: 'n', initial: 1 }, { name: 'seen' }] },
      ),
      net('shared', [task('t', ['in'], to('out'), set('n'))]),
      net('inherits', [task('t', ['in'], to('out'), set('n'))], { result: read('n') }),
    ]);
    run.start();
    expect(run.seen().frames).toMatchObject([{ variables: { n: 2, seen: 3 } }]);
  });
});

describe('unset names', () => {
  test('[K13.5] onUnset skip checks the required names of an expression', () => {
    const skipped = (optional: readonly string[]) => {
      const input = { ...expr(['list', ['get?', 'x', 0], ['get?', 'y', 0]]), optional } as Expression;
      const work: Work = { kind: 'call', connector: 'c', operation: 'a', input, onUncertain: 'ask' };
      const run = play([
        net('root', [task('a', ['in'], to('out'), { work, onUnset: 'skip' })], {
          variables: [{ name: 'x' }, { name: 'y' }],
        }),
      ]);
      run.start();
      return run.notes('skipped').length;
    };
    expect([skipped([]), skipped(['x']), skipped(['y', 'x'])]).toEqual([1, 1, 0]);
  });
});
