/** Hand-written runs that verify the reference itself, before it is compared with the kernel. */
import { describe, expect, test } from 'vitest';
import type { Net, Task, Work } from '../../src/kernel/model/program.ts';
import { call, constant, net, play, read, task, to } from './reference-test-net.ts';

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

  test('[K4.1][K4.2] XOR takes the first true flow, in order, and no-flow fails the task', () => {
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

  test('[K3.2][K3.3][K3.4] an OR-join waits for tokens that can still come, and for nothing else', () => {
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

  test('[K3.3][K5.1] an OR-join considers that a cancel region can remove its tokens', () => {
    // The token in x would be removed on the only path to y: it must not wait.
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

  test('[K10.1][K9.1] tokens that cannot proceed are a deadlock, leftovers of an end are noted', () => {
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

  test('[K11.2][K11.3] the seed chooses among rivals, nets first, and the choice is noted', () => {
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

  test('[K6.1][K6.2] members start in order, and the threshold withdraws the rest', () => {
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

  test('[K6.5] tolerated failures fail the task only if the threshold is missed', () => {
    const run = play([many({ threshold: 2 })]);
    run.start();
    run.fail(3);
    run.fail(4);
    run.succeed(5);
    expect(run.seen()).toMatchObject({ status: 'failed', failure: 'threshold-missed' });
  });

  test('[K6.4] a dynamic group accepts another member while one is in progress', () => {
    const run = play([many({ create: 'dynamic', max: 4 })]);
    run.start();
    const add = { kind: 'instanceAdded', at: 0, instance: 2, item: { value: 40 } } as const;
    expect([run.send(add), run.calls().length, run.send(add)]).toEqual(['ok', 1, 'too-many-instances']);
    expect(run.calls()).toMatchObject([{ input: { value: 40 } }]);
  });
});
