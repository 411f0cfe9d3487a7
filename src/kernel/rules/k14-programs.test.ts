import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
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
  wait,
} from '../../testing/net-builder.ts';
import { expr, sampleEvaluator } from '../../testing/stand-ins/sample-evaluator.ts';
import { type Json, type LinkProblem, link, type Net, type Program, type Task } from '../index.ts';

const problemsOf = (given: Program): readonly LinkProblem[] => {
  const result = link(given, { evaluators: { sample: sampleEvaluator } });
  return result.kind === 'machine' ? [] : result.problems;
};
/** Problems as `code net/task`. */
const found = (given: Program): string[] =>
  problemsOf(given).map((problem) => `${problem.code} ${problem.net}/${problem.task}`);
/** The problems of one task between input and output. */
const ofTask = (options: Partial<Task>): string[] => {
  const result = found(oneNet([task('a', 'i', 'o', options)], { variables: variables('x') }));
  expect(result.every((problem) => problem.endsWith(' main/a'))).toBe(true);
  return result.map((problem) => problem.split(' ')[0] ?? '');
};
/** The problems of a net as such. */
const ofNet = (options: Partial<Net>): string[] => found(oneNet([task('a', 'i', 'o')], options));
const broken = { kind: 'eval', evaluator: 'sample', source: ['no such operator'], reads: [] } as const;

describe('problems that link reports', () => {
  test('[K14.1] a sound program has none', () => {
    expect(found(oneNet([task('a', 'i', 'o')]))).toEqual([]);
  });

  test('[K14.1] all problems are reported at once, each with its net, its task and the action to take', () => {
    const problems = problemsOf(
      program(
        [
          net('main', [
            task('a', 'i', 'p', {
              work: call('a', { input: read('nowhere') }),
              outputs: assigns({ lost: value(1) }),
            }),
            task('b', 'p', 'o', { work: subnet('missing'), cancels: { places: [], tasks: ['ghost'] } }),
          ]),
          net('low', [task('c', 'i', 'o', { retry: { limit: -1, delay: -1, backoff: 'fixed' } })], {
            result: broken,
          }),
          net('low', [task('d', 'i', 'o')]),
        ],
        { steps: 0 },
      ),
    );
    const named = problems.map((problem) => `${problem.code} ${problem.net}/${problem.task}`);
    for (const expected of [
      'limit /',
      'duplicate /',
      'unknown-name main/a',
      'unknown-net main/b',
      'unknown-task main/b',
      'retry low/c',
      'expression low/',
    ]) {
      expect(named).toContain(expected);
    }
    expect(named.filter((name) => name === 'unknown-name main/a')).toHaveLength(2);
    expect(named.filter((name) => name === 'retry low/c')).toHaveLength(2);
    expect(problems.every(({ message }) => message.length > 10)).toBe(true);
  });

  test('[K14.1] semantics: an unknown edition of the rules', () => {
    for (const semantics of [0, 2, '1', undefined]) {
      expect(found({ ...oneNet([task('a', 'i', 'o')]), semantics } as never)).toEqual(['semantics /']);
    }
  });

  test('[K14.1] limit: limits that are not whole numbers from 1, and values over the payload limit', () => {
    for (const bound of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '7']) {
      const limits = { visits: bound, tokens: bound } as never;
      expect(found(oneNet([task('a', 'i', 'o')], { limits }))).toEqual(['limit /', 'limit /']);
    }
    expect(ofTask({ visits: 0 })).toEqual(['limit']);
    const large = { variables: [{ name: 'x', initial: 'too long' }], limits: { payload: 5 } };
    expect(found(oneNet([task('a', 'i', 'o')], large))).toEqual(['limit main/']);
  });

  test('[K14.1] duplicate: nets, places, tasks and variables with the same name', () => {
    const low = net('low', [task('a', 'i', 'o')]);
    expect(found(program([net('main', [task('a', 'i', 'o')]), low, low]))).toContain('duplicate /');
    expect(ofNet({ places: [{ id: 'i' }, { id: 'o' }, { id: 'i' }] })).toContain('duplicate main/');
    expect(ofNet({ variables: variables('x', 'x') })).toContain('duplicate main/');
    expect(found(oneNet([task('a', 'i', 'o'), task('a', 'i', 'o')]))).toContain('duplicate main/');
  });

  test('[K14.1] unknown names are found next to an OR-join, too', () => {
    const places = { places: [{ id: 'i' }, { id: 'p' }, { id: 'o' }] };
    const joins = (options: Partial<Task>) =>
      found(oneNet([task('a', 'i', 'p'), task('b', 'p', 'o', { join: 'or', ...options })], places));
    expect(joins({ cancels: { places: ['x'], tasks: ['y'] } })).toEqual([
      'unknown-place main/b',
      'unknown-task main/b',
    ]);
    expect(joins({ from: ['p', 'x'] })).toContain('unknown-place main/b');
    expect(joins({ flows: [{ to: 'x' }] })).toContain('unknown-place main/b');
    expect(joins({ from: [] })).toContain('flow main/b');
    expect(joins({ work: subnet('x') })).toEqual(['unknown-net main/b']);
  });

  test('[K14.1] unknown-net: the root, or the net of a task', () => {
    expect(found({ ...oneNet([task('a', 'i', 'o')]), root: 'other' })).toEqual(['unknown-net /']);
    expect(ofTask({ work: subnet('other') })).toEqual(['unknown-net']);
  });

  test('[K14.1] unknown-place: of the net, of a join, a flow, a catch, a cancel region', () => {
    const places = { places: [{ id: 'i' }, { id: 'o' }] };
    expect(ofNet({ input: 'x' })).toContain('unknown-place main/');
    expect(ofNet({ output: 'x' })).toContain('unknown-place main/');
    expect(found(oneNet([task('a', ['i', 'x'], 'o')], places))).toContain('unknown-place main/a');
    expect(found(oneNet([task('a', 'i', ['o', 'x'])], places))).toContain('unknown-place main/a');
    expect(found(oneNet([task('a', 'i', 'o', { catch: { to: 'x' } })], places))).toContain(
      'unknown-place main/a',
    );
    expect(ofTask({ cancels: { places: ['x'], tasks: [] } })).toEqual(['unknown-place']);
  });

  test('[K14.1] unknown-task: in a cancel region', () => {
    expect(ofTask({ cancels: { places: [], tasks: ['x'] } })).toEqual(['unknown-task']);
  });

  test('[K14.1] unknown-name: names that are read, written or reserved', () => {
    const reads: readonly Partial<Task>[] = [
      { work: call('a', { input: read('y') }) },
      { work: offer(read('y')) },
      { work: wait({ for: read('y') }) },
      { work: { kind: 'fail', failure: read('y') } },
      { split: 'xor', flows: [flow('o', read('y')), flow('o')] },
      { each: { items: read('y'), create: 'static', failures: 'abort' } },
      { each: { min: read('y'), create: 'static', failures: 'abort' } },
      { each: { min: 1, collect: read('y'), create: 'static', failures: 'abort' } },
      { undo: { operation: 'u', input: read('y') } },
      { timeout: { after: read('y') } },
      { outputs: assigns({ x: read('y') }) },
    ];
    for (const options of reads) expect(ofTask(options)).toEqual(['unknown-name']);
    expect(ofTask({ outputs: assigns({ y: value(1) }) })).toEqual(['unknown-name']);
    expect(ofTask({ catch: { to: 'o', as: 'y' } })).toEqual(['unknown-name']);
    expect(ofTask({ timeout: { after: value(1), status: 'y' } })).toEqual(['unknown-name']);
    expect(ofNet({ result: read('y') })).toEqual(['unknown-name main/']);
    expect(ofNet({ variables: variables('$output') })).toEqual(['unknown-name main/']);
    const mapped = task('a', 'i', 'o', { work: subnet('low', 'own', { y: value(1) }) });
    expect(found(program([net('main', [mapped]), net('low', [task('l', 'i', 'o')])]))).toEqual([
      'unknown-name main/a',
    ]);
  });

  test('[K14.1] unknown-evaluator and expression: expressions that do not compile', () => {
    const foreign = { kind: 'eval', evaluator: 'other', source: 1, reads: [] } as const;
    expect(ofTask({ work: call('a', { input: foreign }) })).toEqual(['unknown-evaluator']);
    expect(ofTask({ work: call('a', { input: { ...foreign, evaluator: 'toString' } }) })).toEqual([
      'unknown-evaluator',
    ]);
    expect(ofTask({ work: call('a', { input: broken }) })).toEqual(['expression']);
    expect(ofTask({ work: call('a', { input: expr(['get', 'y']) }) })).toEqual(['expression']);
    const large = oneNet([task('a', 'i', 'o', { work: call('a', { input: value('too long') }) })], {
      limits: { payload: 5 },
    });
    expect(found(large)).toEqual(['expression main/a']);
  });

  test('[K14.1] scope: nets with invalid access to the variables of others', () => {
    const low = net('low', [task('l', 'i', 'o')]);
    const twice = (first: Task['work'], second: Task['work']) =>
      net('main', [task('a', 'i', 'p', { work: first }), task('b', 'p', 'o', { work: second })]);
    expect(found(program([twice(subnet('low', 'own'), subnet('low', 'share')), low]))).toEqual([
      'scope main/b',
    ]);
    expect(found(program([twice(subnet('low', 'share'), subnet('low', 'share')), low]))).toEqual([]);
    const declares = { ...low, variables: variables('x') };
    expect(found(program([twice(pass, subnet('low', 'share')), declares]))).toEqual(['scope low/']);
    const circle = program([
      net('main', [task('a', 'i', 'o')]),
      net('x', [task('down', 'i', 'o', { work: subnet('y', 'inherit') })]),
      net('y', [task('down', 'i', 'o', { work: subnet('x', 'inherit') })]),
    ]);
    expect(found(circle).some((problem) => problem.startsWith('scope '))).toBe(true);
    const itself = net('main', [task('a', 'i', 'o', { work: subnet('main', 'inherit') })]);
    expect(found(program([itself]))).toEqual(['scope main/a']);
  });

  test('[K14.1] path: tasks without a path from the input or to the output', () => {
    expect(found(oneNet([task('a', 'i', 'o'), task('b', 'p', 'o')]))).toEqual(['path main/b']);
    expect(found(oneNet([task('a', 'i', ['o', 'p']), task('b', 'p', 'p')]))).toEqual(['path main/b']);
    expect(found(oneNet([task('a', 'i', 'o'), task('b', 'o', null)]))).toEqual(['path main/b']);
    expect(found(oneNet([task('a', 'i', ['o', 'i'])]))).toEqual(['path main/a']);
    expect(ofNet({ output: 'i' })).toContain('path main/');
    expect(found(oneNet([task('a', 'i', null)]))).toEqual([]);
  });

  test('[K14.1] flow: invalid joins and splits', () => {
    expect(found(oneNet([task('a', 'i', 'o'), task('b', [], 'o')]))).toContain('flow main/b');
    expect(ofTask({ flows: [] })).toContain('flow');
    expect(ofTask({ split: 'xor', flows: [flow('o'), flow(null)] })).toEqual(['flow']);
    expect(ofTask({ flows: [flow('o')] })).toEqual(['flow']);
    expect(ofTask({ flows: [flow('o', value(true))] })).toEqual(['flow']);
  });

  test('[K14.1] each: invalid bounds', () => {
    const plain = { create: 'static', failures: 'abort' } as const;
    const items = value([1]);
    expect(ofTask({ each: plain })).toEqual(['each']);
    for (const bounds of [
      { min: -1 },
      { max: 0.5 },
      { threshold: 0 },
      { concurrency: 0 },
      { min: 2, max: 1 },
    ]) {
      expect(ofTask({ each: { items, ...plain, ...bounds } })).toEqual(['each']);
    }
    expect(ofTask({ each: { items, min: 0, max: 0, threshold: 1, concurrency: 1, ...plain } })).toEqual([]);
  });

  test('[K14.1] work: a wait without a condition', () => {
    expect(ofTask({ work: wait({}) })).toEqual(['work']);
  });

  test('[K14.1] retry: of the work and of its undo', () => {
    const sound = { limit: 0, delay: 0, backoff: 'fixed' } as const;
    expect(ofTask({ retry: sound })).toEqual([]);
    for (const wrong of [
      { limit: -1 },
      { limit: 0.5 },
      { delay: -1 },
      { factor: 0.5 },
      { cap: -1 },
      { jitter: 1.1 },
    ]) {
      expect(ofTask({ retry: { ...sound, ...wrong } })).toEqual(['retry']);
      expect(ofTask({ undo: { operation: 'u', retry: { ...sound, ...wrong } } })).toEqual(['retry']);
    }
  });

  test('[K14.1] timeout: neither or both points in time, and options that only offers have', () => {
    const after = value(1);
    expect(ofTask({ timeout: {} })).toEqual(['timeout']);
    expect(ofTask({ timeout: { after, until: after } })).toEqual(['timeout']);
    expect(ofTask({ timeout: { after, from: 'hold' } })).toEqual(['timeout']);
    expect(ofTask({ timeout: { after, onExpiry: 'finish' } })).toEqual(['timeout']);
    expect(ofTask({ work: offer(), timeout: { after, from: 'hold', onExpiry: 'finish' } })).toEqual([]);
  });
});

describe('one program, many runs', () => {
  const shared = program([
    net(
      'main',
      [
        task('begin', 'i', ['p', 'q'], { work: pass }),
        task('a', 'p', 'r', {
          outputs: assigns({ x: read('$output') }),
          retry: { limit: 1, delay: 5, backoff: 'fixed', jitter: 1 },
        }),
        task('b1', 'q', 's', { work: subnet('low', 'inherit') }),
        task('b2', 'q', 's', { work: subnet('other') }),
        task('again', ['r', 's'], null, {
          join: 'or',
          split: 'xor',
          flows: [flow('t', expr(['eq', ['get', 'x'], ['lit', 'more']])), flow('o')],
          visits: 3,
        }),
        task('back', 't', ['p', 'q'], { work: pass }),
      ],
      { variables: [{ name: 'x', initial: 'start' }], result: read('x') },
    ),
    net('low', [
      task('l', 'i', 'o', { work: wait({ signal: value('s') }), outputs: assigns({ x: read('$output') }) }),
    ]),
    net('other', [task('m', 'i', 'o', { work: offer() })]),
  ]);

  /** Runs one event at a time; ends when no work is left. */
  function* play(testNet: TestNet, answers: readonly Json[]): Generator<void> {
    yield void testNet.start({}, answers.length);
    yield void testNet.fail('a');
    yield void testNet.send({ kind: 'signalled', name: 's', payload: { value: 'kept' } });
    yield void testNet.fire('a', 'retry');
    for (const answer of answers) {
      yield void testNet.succeed('a', answer);
      for (;;) {
        const open = testNet.state.instances.find(({ phase }) => phase === 'waiting' || phase === 'offered');
        if (open === undefined) break;
        const payload = { value: 'now' };
        yield void testNet.send(
          open.phase === 'waiting'
            ? { kind: 'signalled', name: 's', payload, instance: open.id }
            : { kind: 'itemCompleted', instance: open.id, output: payload },
        );
      }
      yield void testNet.succeed('again');
    }
  }
  const scripts = [['more', 'done'], ['done'], ['more', 'more', 'done']];

  test('[K14.2] runs that alternate on one machine have the same states as alone', () => {
    const alone = scripts.map((answers) => {
      const testNet = new TestNet(shared);
      for (const _ of play(testNet, answers));
      return testNet;
    });
    expect(alone.map(({ state }) => state.status)).toEqual(['completed', 'completed', 'completed']);
    const linked = link(shared, { evaluators: { sample: sampleEvaluator } });
    if (linked.kind !== 'machine') throw new Error('Not linked.');
    const { machine } = linked;
    const states = alone.map(() => machine.initial);
    for (let turn = 0; alone.some(({ events }) => turn < events.length); turn++) {
      alone.forEach(({ events }, run) => {
        const event = events[turn];
        if (event === undefined) return;
        const step = machine.advance(states[run]!, event);
        if (step.kind === 'rejection') throw new Error(step.message);
        states[run] = step.state;
      });
    }
    expect(states.map((state) => JSON.stringify(state))).toEqual(
      alone.map(({ state }) => JSON.stringify(state)),
    );
  });

  test('[K14.2] rejections and replays of other runs have no effect', () => {
    const testNet = new TestNet(shared);
    const initial = JSON.stringify(testNet.machine.initial);
    const script = play(testNet, ['more', 'done']);
    for (const _ of script) {
      const before = JSON.stringify(testNet.state);
      testNet.machine.replay(testNet.events);
      testNet.machine.advance(testNet.machine.initial, { kind: 'started', seed: 9, at: 0 });
      testNet.refused({ kind: 'callSucceeded', instance: 999, attempt: 1, output: { value: 1 } });
      expect(JSON.stringify(testNet.state)).toBe(before);
    }
    expect(JSON.stringify(testNet.machine.initial)).toBe(initial);
    const again = new TestNet(shared);
    for (const _ of play(again, ['more', 'done']));
    expect(JSON.stringify(testNet.state)).toBe(JSON.stringify(again.state));
  });

  test('[K14.2] linking does not change the program', () => {
    const before = JSON.stringify(shared);
    for (const _ of play(new TestNet(shared), ['done']));
    expect(JSON.stringify(shared)).toBe(before);
  });
});
