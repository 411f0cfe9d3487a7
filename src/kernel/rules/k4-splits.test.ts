import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import type { Flow, Routing } from '../index.ts';

const yes = value(true);
const no = value(false);
const wrong = expr(['throw', 'not to be evaluated']);

/** A split into the places p, q, r, each followed by a call. */
const splitOf = (split: Routing, flows: readonly Flow[]) =>
  oneNet(
    [
      task('split', 'i', [], { split, flows, work: pass, catch: { to: null, as: 'caught' } }),
      task('p', 'p', 'o'),
      task('q', 'q', 'o'),
      task('r', 'r', 'o'),
    ].filter(({ id }) => id === 'split' || flows.some(({ to }) => to === id)),
    { variables: variables('caught') },
  );

/** The flows taken and those whose guard is false. */
const play = (split: Routing, flows: readonly Flow[]) => {
  const testNet = new TestNet(splitOf(split, flows)).start();
  const taken = testNet.noted('flow').filter(({ task: name, caught }) => name === 'split' && !caught);
  expect(testNet.instancesUnderWay().map((each) => each.split(':')[0])).toEqual(
    taken.flatMap(({ to }) => (to === null ? [] : [to])).sort(),
  );
  return {
    taken: taken.map(({ to }) => to),
    refused: testNet.noted('guardFalse').map(({ to }) => to),
    failure: (testNet.variable('caught') as { code: string } | undefined)?.code ?? null,
  };
};

describe('taken flows', () => {
  test('[K4.1] AND takes every flow', () => {
    expect(play('and', [{ to: 'p' }, { to: 'q' }, { to: null }, { to: 'r' }]).taken).toEqual([
      'p',
      'q',
      null,
      'r',
    ]);
  });

  test('[K4.1] AND produces a token for each flow, even if two lead to one place', () => {
    const made = oneNet([task('split', 'i', ['p', 'p'], { work: pass }), task('a', 'p', null)]);
    const testNet = new TestNet(made).start();
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:calling'], ['p']]);
  });

  test('[K4.1] XOR takes the first flow whose guard is true, in list order, and evaluates no further guard', () => {
    const flows = [flow('p', no), flow('q', yes), flow('r', wrong)];
    expect(play('xor', flows)).toEqual({ taken: ['q'], refused: ['p'], failure: null });
  });

  test('[K4.1] XOR sorts by `order`, then by list order; the default order is 0', () => {
    const both = (p: Partial<Flow>, q: Partial<Flow>) =>
      play('xor', [
        { to: 'p', guard: yes, ...p },
        { to: 'q', guard: yes, ...q },
      ]).taken;
    expect(both({ order: 2 }, { order: 1 })).toEqual(['q']);
    expect(both({ order: 1 }, {})).toEqual(['q']);
    expect(both({}, { order: -1 })).toEqual(['q']);
    expect(both({}, { order: 0 })).toEqual(['p']);
    expect(both({ order: 10 }, { order: 9 })).toEqual(['q']);
  });

  test('[K4.1] XOR: a flow without a guard is true', () => {
    expect(play('xor', [flow('p', no), { to: 'q' }, flow('r', yes)]).taken).toEqual(['q']);
  });

  test('[K4.1] XOR tries the default last, at any position, and never evaluates its guard', () => {
    expect(play('xor', [flow('p'), flow('q', yes)]).taken).toEqual(['q']);
    expect(play('xor', [{ to: 'p', default: true, order: -5 }, flow('q', yes)]).taken).toEqual(['q']);
    expect(play('xor', [flow('p'), flow('q', no)])).toMatchObject({ taken: ['p'], refused: ['q'] });
  });

  test('[K4.1] OR takes every flow whose guard is true, or that has none', () => {
    const flows = [flow('p', yes), flow('q', no), { to: 'r' }];
    expect(play('or', flows)).toEqual({ taken: ['p', 'r'], refused: ['q'], failure: null });
    expect(play('or', [flow('p', yes), flow('q', yes), flow('r', yes)]).taken).toEqual(['p', 'q', 'r']);
  });

  test('[K4.1] OR takes the default only if there is no other', () => {
    expect(play('or', [flow('p'), flow('q', no)]).taken).toEqual(['p']);
    expect(play('or', [flow('p'), flow('q', yes)]).taken).toEqual(['q']);
    expect(play('or', [flow('p'), { to: 'q' }]).taken).toEqual(['q']);
  });

  test('[K4.1] OR evaluates the guard of its default, and takes it among the others if it is true', () => {
    const withDefault = (guard: typeof yes, other: typeof yes) =>
      play('or', [{ to: 'p', default: true, guard }, flow('q', other)]).taken;
    expect(withDefault(yes, yes)).toEqual(['q', 'p']);
    expect(withDefault(no, yes)).toEqual(['q']);
    expect(withDefault(no, no)).toEqual(['p']);
  });

  test('[K4.1] OR evaluates every guard: one error fails the task, even if another is true', () => {
    expect(play('or', [flow('p', yes), flow('q', wrong)])).toEqual({
      taken: [],
      refused: [],
      failure: 'expression',
    });
  });
});

describe('no flow, and a flow to null', () => {
  test.each(['xor', 'or'] as const)(
    '[K4.2] if no flow of %s can be taken the task fails with no-flow',
    (split) => {
      expect(play(split, [flow('p', no), flow('q', no)])).toMatchObject({ taken: [], failure: 'no-flow' });
    },
  );

  test('[K4.2] no-flow is not retried, because the work is complete', () => {
    const made = oneNet([
      task('a', 'i', [], {
        split: 'xor',
        flows: [flow('o', no)],
        retry: { limit: 3, delay: 1, backoff: 'fixed' },
      }),
    ]);
    const testNet = new TestNet(made).start().succeed('a');
    expect(testNet.state).toMatchObject({ status: 'failed', failure: { code: 'no-flow', retryable: false } });
    expect(testNet.asked('setTimer')).toEqual([]);
  });

  test('[K4.2] a flow to null ends its path without a token', () => {
    const made = oneNet([
      task('split', 'i', [null, 'p'], { work: pass }),
      task('a', 'p', [], { split: 'xor', flows: [flow(null, yes), flow('o')] }),
    ]);
    const testNet = new TestNet(made).start();
    expect([testNet.instancesUnderWay(), testNet.marked()]).toEqual([['a:calling'], []]);
    testNet.succeed('a');
    expect(testNet.noted('flow')).toEqual([{ kind: 'flow', frame: 1, task: 'a', to: null, caught: false }]);
    expect(testNet.state.status).toBe('completed');
  });

  test('[K4.2] a flow to null counts as taken: OR then needs no default', () => {
    expect(play('or', [flow(null, yes), flow('p')])).toMatchObject({ taken: [null], failure: null });
  });
});

describe('outputs and guards', () => {
  const atLeast = (name: string, min: number) => expr(['not', ['lt', ['get', name], ['lit', min]]]);

  test('[K4.3] guards read the variables after the outputs are assigned, and the output itself', () => {
    const made = oneNet(
      [
        task('a', 'i', [], {
          split: 'or',
          outputs: assigns({ x: read('$output') }),
          flows: [flow('p', atLeast('x', 5)), flow('q', atLeast('$output', 6)), flow('o')],
        }),
        task('b', 'p', 'o'),
        task('c', 'q', 'o'),
      ],
      { variables: [{ name: 'x', initial: 0 }] },
    );
    expect(new TestNet(made).start().succeed('a', 5).instancesUnderWay()).toEqual(['b:calling']);
    expect(new TestNet(made).start().succeed('a', 4).state.status).toBe('completed');
  });

  test('[K4.3] outputs are all evaluated before the first is assigned', () => {
    const made = oneNet(
      [task('a', 'i', 'o', { work: pass, outputs: assigns({ x: read('y'), y: read('x') }) })],
      {
        variables: [
          { name: 'x', initial: 1 },
          { name: 'y', initial: 2 },
        ],
      },
    );
    const testNet = new TestNet(made).start();
    expect([testNet.variable('x'), testNet.variable('y')]).toEqual([2, 1]);
  });

  const kept = [{ name: 'x', initial: 'old' }, { name: 'y', initial: 'old' }, { name: 'caught' }];
  const catching = { to: 'c', as: 'caught' };
  const mend = task('mend', 'c', 'o');

  test('[K4.3] if an output fails, no variable changes', () => {
    const outputs = assigns({ x: read('$output'), y: expr(['throw', 'no']) });
    const made = oneNet([task('a', 'i', 'o', { outputs, catch: catching }), mend], { variables: kept });
    const testNet = new TestNet(made).start().succeed('a', 'new');
    expect(testNet.variable('caught')).toMatchObject({ code: 'expression' });
    expect([testNet.variable('x'), testNet.variable('y')]).toEqual(['old', 'old']);
  });

  test.each([
    ['a guard fails', [flow('o', no), flow('c', wrong)]],
    ['no flow can be taken', [flow('o', no)]],
  ])('[K4.3] if %s, no variable changes', (_, flows) => {
    const made = oneNet(
      [
        task('a', 'i', [], {
          split: 'xor',
          flows,
          outputs: assigns({ x: read('$output') }),
          catch: catching,
        }),
        mend,
      ],
      { variables: kept },
    );
    const testNet = new TestNet(made).start().succeed('a', 'new');
    expect(testNet.variable('x')).toBe('old');
    expect(testNet.noted('flow')).toMatchObject([{ to: 'c', caught: true }]);
  });

  test('[K4.3] variables of the parent frame that a sub-net shares do not change either', () => {
    const made = program([
      net('main', [task('below', 'i', 'o', { work: subnet('sub', 'share') })], { variables: kept }),
      net('sub', [
        task('a', 'i', [], {
          split: 'xor',
          flows: [flow('o', wrong)],
          outputs: assigns({ y: value('new'), x: read('$output') }),
          catch: { to: 'c' },
        }),
        mend,
      ]),
    ]);
    const testNet = new TestNet(made).start().succeed('a', 'new');
    expect([testNet.variable('x'), testNet.variable('y'), testNet.instancesUnderWay()]).toEqual([
      'old',
      'old',
      ['below:nested', 'mend:calling'],
    ]);
  });

  test('[K4.3] without an output no outputs are assigned, but guards are evaluated', () => {
    const made = oneNet(
      [
        task('a', 'i', [], {
          work: offer(),
          outputs: assigns({ x: value('new') }),
          split: 'xor',
          flows: [flow('p', expr(['eq', ['get', 'x'], ['lit', 'new']])), flow('o')],
        }),
        task('b', 'p', 'o'),
      ],
      { variables: kept },
    );
    const skipped = new TestNet(made).start().send({ kind: 'itemSkipped', instance: 2 });
    expect([skipped.variable('x'), skipped.state.status]).toEqual(['old', 'completed']);
    expect(skipped.noted('skipped')).toHaveLength(1);
    const forced = new TestNet(made).start().send({ kind: 'itemForced', instance: 2 });
    expect([forced.variable('x'), forced.noted('completed').length]).toEqual(['old', 1]);
    const done = new TestNet(made).start().complete('a');
    expect([done.variable('x'), done.instancesUnderWay()]).toEqual(['new', ['b:calling']]);
  });
});
