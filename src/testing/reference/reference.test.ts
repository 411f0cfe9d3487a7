/** Scenes played by hand: what the reference itself promises, before it judges the kernel. */
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../kernel/model/effect.ts';
import type { RunEvent } from '../../kernel/model/event.ts';
import type { Note } from '../../kernel/model/note.ts';
import type { Expression, Flow, Net, Program, Task, Work } from '../../kernel/model/program.ts';
import { expr, sampleEvaluator } from '../sample-evaluator.ts';
import { createReference } from './reference.ts';
import type { World } from './world.ts';

const pass: Work = { kind: 'pass' };
const constant = (value: string | number | boolean | number[]): Expression => ({ kind: 'value', value });
const read = (name: string): Expression => ({ kind: 'read', name });
const call = (operation: string): Work => ({ kind: 'call', connector: 'c', operation, onUncertain: 'ask' });
const offer = (item: string): Work => ({ kind: 'offer', item });
const to = (...places: (string | null)[]): Flow[] => places.map((place) => ({ to: place }));

function task(id: string, from: string[], flows: Flow[], more: Partial<Task> = {}): Task {
  return { id, from, join: 'and', split: 'and', flows, work: pass, ...more };
}

/** A net whose places are those that its tasks name. */
function net(id: string, tasks: Task[], more: Partial<Net> = {}): Net {
  const named = tasks.flatMap(({ from, flows, catch: caught }) => [
    ...from,
    ...[...flows.map((flow) => flow.to), caught?.to ?? null].filter((place) => place !== null),
  ]);
  const places = [...new Set(['in', ...named, 'out'])].map((place) => ({ id: place }));
  return { id, input: 'in', output: 'out', places, tasks, variables: [], onFailure: 'abort', ...more };
}

function play(nets: Net[], limits: Program['limits'] = {}) {
  const program: Program = { semantics: 1, root: nets[0]?.id ?? '', nets, limits };
  const reference = createReference(program, { sample: sampleEvaluator }, () => null);
  let world: World = reference.initial;
  let effects: Effect[] = [];
  let notes: Note[] = [];
  const send = (event: RunEvent): string => {
    const answer = reference.advance(world, event);
    if (answer.kind === 'rejection') return answer.code;
    ({ world, effects, notes } = answer);
    return 'ok';
  };
  return {
    send,
    start: () => send({ kind: 'started', at: 0, seed: 7 }),
    succeed: (instance: number, value: string | number | null = null, attempt = 1) =>
      send({ kind: 'callSucceeded', at: world.at, instance, attempt, output: { value } }),
    fail: (instance: number, attempt = 1) =>
      send({ kind: 'callFailed', at: world.at, instance, attempt, failure: { code: 'broken', message: '' } }),
    complete: (instance: number, value: string | number | null = null) =>
      send({ kind: 'itemCompleted', at: world.at, instance, output: { value } }),
    seen: () => reference.observe(world),
    effects: () => effects,
    calls: () => effects.filter((effect) => effect.kind === 'call'),
    done: () =>
      effects.map((effect) => ('instance' in effect ? `${effect.kind} ${effect.instance}` : effect.kind)),
    notes: (kind: Note['kind']) => notes.filter((note) => note.kind === kind),
  };
}

describe('routing', () => {
  test('[K1.4][K9.1][K9.2] a sequence of calls ends once and keeps only its variables', () => {
    const run = play([
      net(
        'root',
        [
          task('a', ['in'], to('p'), { work: call('one'), outputs: [{ to: 'x', value: read('$output') }] }),
          task('b', ['p'], to('out'), { work: call('two') }),
        ],
        { variables: [{ name: 'x' }], result: read('x') },
      ),
    ]);
    run.start();
    expect(run.calls()).toMatchObject([{ instance: 2, attempt: 1, operation: 'one', undoes: 0 }]);
    run.succeed(2, 'made');
    run.succeed(3);
    expect(run.effects()).toEqual([
      { kind: 'finish', status: 'completed', output: { value: 'made' }, failure: null },
    ]);
    expect(run.seen()).toMatchObject({ status: 'completed', output: 'made', next: 4, instances: [] });
    expect(run.seen().frames).toMatchObject([{ id: 1, phase: 'ended', variables: { x: 'made' }, live: 0 }]);
    expect(run.succeed(3)).toBe('run-ended');
  });

  test('[K4.1][K4.2] XOR takes the first flow that holds, by order, and no-flow fails the task', () => {
    const choice = (guard: boolean): Task =>
      task(
        'x',
        ['in'],
        [
          { to: 'a', guard: constant(true), order: 2 },
          { to: 'b', guard: constant(guard), order: 1 },
        ],
        {
          split: 'xor',
        },
      );
    const rest = [task('ta', ['a'], to('out')), task('tb', ['b'], to('out'))];
    for (const [guard, place] of [
      [true, 'b'],
      [false, 'a'],
    ] as const) {
      const run = play([net('root', [choice(guard), ...rest])]);
      run.start();
      expect(run.notes('flow')[0]).toMatchObject({ task: 'x', to: place });
    }
    const stuck = play([
      net('root', [task('x', ['in'], [{ to: 'out', guard: constant(false) }], { split: 'xor' })]),
    ]);
    stuck.start();
    expect(stuck.seen()).toMatchObject({ status: 'failed', failure: 'no-flow' });
  });

  test('[K3.2][K3.3][K3.4] an OR-join waits for what can still come, and for nothing else', () => {
    const run = play([
      net(
        'root',
        [
          task('split', ['in'], to('a', 'b'), { split: 'and' }),
          task(
            'slow',
            ['a'],
            [
              { to: 'x', guard: read('go') },
              { to: null, default: true },
            ],
            {
              split: 'xor',
              work: call('slow'),
            },
          ),
          task('quick', ['b'], to('y')),
          task('join', ['x', 'y'], to('out'), { join: 'or', work: call('after') }),
        ],
        { variables: [{ name: 'go', initial: false }] },
      ),
    ]);
    run.start();
    expect(run.seen().frames[0]).toMatchObject({ tokens: ['y'], busy: ['slow'] });
    run.succeed(3);
    expect(run.calls()).toMatchObject([{ task: 'join' }]);
  });

  test('[K3.3][K5.1] an OR-join knows that a cancel region can take away what it has', () => {
    // The token in x would be emptied on the only way to y: it must not wait.
    const run = play([
      net('root', [
        task('split', ['in'], to('a', 'x')),
        task('reset', ['a'], to('y'), { work: call('reset'), cancels: { places: ['x'], tasks: [] } }),
        task('join', ['x', 'y'], to('end'), { join: 'or' }),
        task('last', ['end'], to('out'), { work: call('last') }),
      ]),
    ]);
    run.start();
    expect(run.seen().frames[0]?.busy).toEqual(['reset', 'last']);
  });

  test('[K10.1][K9.1] tokens that nothing can move are a deadlock, leftovers of an end are noted', () => {
    const dead = play([
      net('root', [task('x', ['in'], to('a', 'b'), { split: 'xor' }), task('j', ['a', 'b'], to('out'))]),
    ]);
    dead.start();
    expect(dead.seen()).toMatchObject({ status: 'failed', failure: 'deadlocked' });
    const left = play([
      net('root', [task('s', ['in'], to('out', 'p', 'p')), task('j', ['p', 'q'], to('q'))]),
    ]);
    left.start();
    expect(left.notes('leftover')).toEqual([{ kind: 'leftover', frame: 1, place: 'p', count: 2 }]);
  });

  test('[K11.2][K11.3] the seed chooses among rivals, nets first, and it is noted', () => {
    const rivals = [task('a', ['in'], to('out')), task('b', ['in'], to('out')), task('c', ['in'], to('out'))];
    const run = play([net('root', rivals)]);
    run.start();
    expect(run.notes('chosen')).toMatchObject([{ among: ['a', 'b', 'c'] }]);
    expect(run.seen().draws).toBe(1);
    const nets = play([
      net('root', [
        ...rivals,
        task('d', ['in'], to('out'), { work: { kind: 'net', net: 'sub', scope: 'own' } }),
      ]),
      net('sub', [task('s', ['in'], to('out'))]),
    ]);
    nets.start();
    expect(nets.notes('chosen')).toEqual([]);
    expect(nets.notes('frameEnded')).toMatchObject([{ net: 'sub' }, { net: 'root' }]);
  });

  test('[K12.1][K12.2] loops end by the visit limit, or by the step limit', () => {
    const loop = [task('a', ['in'], to('p')), task('b', ['p'], to('in'))];
    const visits = play([net('root', loop)], { visits: 5 });
    visits.start();
    expect(visits.seen()).toMatchObject({ status: 'failed', failure: 'visit-limit', next: 13 });
    const steps = play([net('root', loop)], { steps: 6 });
    steps.start();
    expect(steps.seen()).toMatchObject({ status: 'failed', failure: 'step-limit', next: 8 });
  });
});

describe('each', () => {
  const many = (each: Partial<NonNullable<Task['each']>>): Net =>
    net(
      'root',
      [
        task('m', ['in'], to('out'), {
          work: { ...call('m'), input: read('$item') } as Work,
          each: { items: constant([10, 20, 30]), create: 'static', failures: 'continue', ...each },
          outputs: [{ to: 'all', value: read('$output') }],
        }),
      ],
      { variables: [{ name: 'all' }], result: read('all') },
    );

  test('[K6.1][K6.2] members begin in order, and the threshold withdraws the rest', () => {
    const run = play([many({ concurrency: 2, threshold: 2 })]);
    run.start();
    expect(run.calls().map(({ instance, input }) => [instance, input])).toEqual([
      [3, { value: 10 }],
      [4, { value: 20 }],
    ]);
    run.succeed(4, 'second');
    expect(run.calls()).toMatchObject([{ instance: 5, input: { value: 30 } }]);
    run.succeed(3, 'first');
    expect(run.done()).toEqual(['abortCall 5', 'finish']);
    expect(run.seen().output).toEqual(['first', 'second', null]);
  });

  test('[K6.5] failures that go on fail the task only when the threshold is missed', () => {
    const run = play([many({ threshold: 2 })]);
    run.start();
    run.fail(3);
    run.fail(4);
    run.succeed(5);
    expect(run.seen()).toMatchObject({ status: 'failed', failure: 'threshold-missed' });
  });

  test('[K6.4] a dynamic group takes one more while one is under way', () => {
    const run = play([many({ create: 'dynamic', max: 4 })]);
    run.start();
    const add = { kind: 'instanceAdded', at: 0, instance: 2, item: { value: 40 } } as const;
    expect([run.send(add), run.calls().length, run.send(add)]).toEqual(['ok', 1, 'too-many-instances']);
    expect(run.calls()).toMatchObject([{ input: { value: 40 } }]);
  });
});

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

  test('[K8.1][K7.3] a failing frame undoes last first, one at a time', () => {
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

  test('[K8.4][K9.4] a cancelled call with undo drains, and is undone when it succeeded', () => {
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

  test('[K13.4] while a run is suspended answers are taken and nothing begins', () => {
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

  test('[K13.2] a kept signal is taken by the wait that comes', () => {
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

  test('[K7.4][K8.4] the answer of a timed-out attempt counts until its retry begins', () => {
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
