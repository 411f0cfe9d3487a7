import { describe, expect, test } from 'vitest';
import { TestNet } from '../../../test/test-net.ts';
import {
  assigns,
  call,
  failing,
  flow,
  net,
  offer,
  oneNet,
  pass,
  program,
  read,
  record,
  subnet,
  task,
  value,
  variables,
  wait,
} from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';
import {
  checkSoundness,
  type Expression,
  type Finding,
  type Net,
  type Program,
  type Task,
} from '../index.ts';

const readsOf = (given: Program): readonly Finding[] =>
  checkSoundness(given).findings.filter(({ rule }) => rule === 'unset-read');

const brief = (given: Program): string[] =>
  readsOf(given).map(
    ({ severity, net: id, task: at, variable }) => `${severity} ${at ?? `net ${id}`} ${variable ?? ''}`,
  );

const names = { variables: variables('x', 'y', 'choice') };
const sets = (...given: readonly string[]) => ({
  outputs: assigns(Object.fromEntries(given.map((name) => [name, read('$output')]))),
});
const reads = (id: string, name = 'x') => ({ work: call(id, { input: read(name) }) });
const choice = (id: string, from: string, yes: string, no: string): Task =>
  task(id, from, [], {
    split: 'xor',
    ...sets('choice'),
    flows: [flow(yes, expr(['eq', ['get', 'choice'], ['lit', yes]])), flow(no)],
  });
const optional = (expression: Expression, ...list: readonly string[]): Expression =>
  ({ ...expression, optional: list }) as Expression;

describe('paths', () => {
  test('[K16.4] a name set on every path is valid; one never set is an error; the witness is the path', () => {
    const chain = (first: Partial<Task>) =>
      oneNet([task('a', 'i', 'p', first), task('b', 'p', 'o', reads('b'))], names);
    expect(brief(chain(sets('x')))).toEqual([]);
    expect(brief(chain(sets('y')))).toEqual(['error b x']);
    const [found] = readsOf(chain({}));
    expect(found).toMatchObject({ severity: 'error', net: 'main', task: 'b', variable: 'x', place: null });
    expect(found?.path).toEqual([{ task: 'a', took: ['p'], caught: false, decided: false }]);
    expect(found?.message).toBe('`a` → `b` reads “x”, which nothing has set');
  });

  test('[K16.4] a name set on one path only is a warning, and the kernel cannot compute it on the witness', () => {
    const given = oneNet(
      [choice('d', 'i', 'p', 'q'), task('a', 'p', 'q', sets('x')), task('b', 'q', 'o', reads('b'))],
      names,
    );
    const [found, another] = readsOf(given);
    expect(another).toBeUndefined();
    expect(found).toMatchObject({ severity: 'warning', task: 'b' });
    expect(found?.message).toBe('`d` takes `q` → `b` reads “x”, which is not set on this path');
    const testNet = new TestNet(given).start();
    for (const step of found?.path ?? []) testNet.succeed(step.task, step.took[0] ?? null);
    expect(testNet.state.failure).toMatchObject({ code: 'expression', message: '“x” is not set.' });
    expect(new TestNet(given).start().succeed('d', 'p').succeed('a').asked('call')).toMatchObject([
      { task: 'b' },
    ]);
  });

  test('[K16.4] a name set only on the other branch of a choice is set on no path', () => {
    const given = oneNet(
      [choice('d', 'i', 'p', 'q'), task('a', 'p', 'o', sets('x')), task('b', 'q', 'o', reads('b'))],
      names,
    );
    expect(brief(given)).toEqual(['error b x']);
  });

  test('[K16.4] a join has all names that its branches have set, by AND and by OR', () => {
    const meet = (join: 'and' | 'or' | 'xor') =>
      oneNet(
        [
          task('s', 'i', ['p', 'q']),
          task('a', 'p', 'r', sets('x')),
          task('b', 'q', 't'),
          task('j', ['r', 't'], 'o', { join, ...reads('j') }),
        ],
        names,
      );
    expect(brief(meet('and'))).toEqual([]);
    expect(brief(meet('or'))).toEqual([]);
    expect(brief(meet('xor'))).toEqual(['warning j x']);
  });

  test('[K16.4] a loop sets a name in its second iteration', () => {
    const given = oneNet(
      [task('a', 'i', 'p'), task('b', 'p', 'q', { ...reads('b'), ...sets('x') }), choice('d', 'q', 'p', 'o')],
      names,
    );
    expect(brief(given)).toEqual(['warning b x']);
  });

  test('[K16.4] a caught failure assigns no outputs, but the variable of the catch', () => {
    const given = (as: { as?: string }) =>
      oneNet(
        [
          task('a', 'i', 'p', { ...sets('x'), catch: { to: 'q', ...as } }),
          task('b', 'p', 'o', reads('b')),
          task('c', 'q', 'o', reads('c')),
        ],
        names,
      );
    expect(brief(given({}))).toEqual(['error c x']);
    expect(brief(given({ as: 'x' }))).toEqual([]);
  });

  test('[K16.4] a parallel branch may or may not have set a name', () => {
    const given = oneNet(
      [
        task('s', 'i', ['p', 'q']),
        task('a', 'p', 'r', sets('x')),
        task('w', 'q', 't'),
        task('b', 't', 'u', reads('b')),
        task('j', ['r', 'u'], 'o'),
      ],
      names,
    );
    expect(brief(given)).toEqual(['warning b x']);
  });
});

describe('initial state', () => {
  test('[K16.4] initial values and required parameters are set, optional ones may be unset', () => {
    const given = (variable: Partial<Net['variables'][number]>) =>
      oneNet([task('b', 'i', 'o', reads('b'))], { variables: [{ name: 'x', ...variable }] });
    expect(brief(given({ initial: null }))).toEqual([]);
    expect(brief(given({ parameter: 'required' }))).toEqual([]);
    expect(brief(given({ parameter: 'optional', initial: 1 }))).toEqual([]);
    expect(brief(given({ parameter: 'optional' }))).toEqual(['warning b x']);
    expect(brief(given({}))).toEqual(['error b x']);
  });

  test('[K16.4] a net with own variables has only the names that all its callers pass', () => {
    const low = net('low', [task('l', 'i', 'o', reads('l'))], {
      variables: [{ name: 'x', parameter: 'optional' }],
    });
    const given = (...inputs: readonly { readonly [name: string]: Expression }[]) =>
      program([
        net(
          'main',
          inputs.map((input, at) =>
            task(`a${at}`, at === 0 ? 'i' : `p${at}`, at + 1 === inputs.length ? 'o' : `p${at + 1}`, {
              work: subnet('low', 'own', input),
            }),
          ),
        ),
        low,
      ]);
    expect(brief(given({ x: value(1) }, { x: value(2) }))).toEqual([]);
    expect(brief(given({ x: value(1) }, {}))).toEqual(['warning l x']);
  });

  test('[K16.4] a net that shares or inherits has the names that are set at its call', () => {
    for (const scope of ['share', 'inherit'] as const) {
      const given = (first: Partial<Task>) =>
        program([
          net(
            'main',
            [task('a', 'i', 'p', first), task('b', 'p', 'o', { work: subnet('low', scope) })],
            names,
          ),
          net('low', [task('l', 'i', 'o', reads('l'))]),
        ]);
      expect(brief(given(sets('x')))).toEqual([]);
      expect(brief(given({}))).toEqual(['error l x']);
      expect(brief(given({ ...sets('x'), catch: { to: 'p' } }))).toEqual(['warning l x']);
    }
  });

  test('[K16.4] names that a sharing net always sets are set after it, but not after an inheriting net or a caught failure', () => {
    const given = (scope: 'share' | 'inherit', options: Partial<Task>, low: readonly Task[]) =>
      program([
        net(
          'main',
          [task('a', 'i', 'p', { work: subnet('low', scope), ...options }), task('b', 'p', 'o', reads('b'))],
          names,
        ),
        net('low', low),
      ]);
    const sure = [task('l', 'i', 'o', sets('x'))];
    const maybe = [choice('d', 'i', 'p', 'o'), task('l', 'p', 'o', sets('x'))];
    expect(brief(given('share', {}, sure))).toEqual([]);
    expect(brief(given('share', {}, maybe))).toEqual(['warning b x']);
    expect(brief(given('share', { catch: { to: 'p' } }, sure))).toEqual(['warning b x']);
    expect(brief(given('inherit', {}, sure))).toEqual(['error b x']);
    const mapped = { work: subnet('low', 'share', { x: value(1) }) };
    expect(brief(given('share', mapped, [task('l', 'i', 'o', reads('l'))]))).toEqual([]);
  });
});

describe('reads', () => {
  const x = read('x');
  const alone = (options: Partial<Task>): string[] =>
    brief(oneNet([task('t', 'i', 'o', options)], { variables: variables('x', 'y') }));
  const call1 = call('t');

  test('[K16.4] every expression of a task counts', () => {
    const each = { create: 'static', failures: 'abort' } as const;
    const all: readonly Partial<Task>[] = [
      { work: call('t', { input: x }) },
      { work: call('t', { input: record({ part: expr(['get', 'x']) }) }) },
      { work: offer(x) },
      { work: offer(undefined, { enabling: x }) },
      { work: offer(undefined, { unfinished: x }) },
      { work: wait({ for: x }) },
      { work: wait({ until: x }) },
      { work: wait({ signal: x }) },
      { work: { kind: 'fail', failure: x } },
      { outputs: assigns({ y: x }) },
      { outputs: assigns({ x }) },
      { undo: { connector: 'c', operation: 'u', input: x } },
      { timeout: { after: x } },
      { timeout: { until: x } },
      { each: { ...each, items: x } },
      { each: { ...each, min: 1, collect: x } },
      { each: { ...each, min: x } },
      { each: { ...each, min: 1, max: x } },
      { each: { ...each, min: 1, threshold: x } },
      { each: { ...each, min: 1, concurrency: x } },
      { split: 'xor', flows: [flow('o', x), flow(null)] },
      { split: 'or', flows: [flow('o', x), flow(null)] },
    ];
    for (const options of all) expect([options, alone(options)]).toEqual([options, ['error t x']]);
    const mapped = (input: Expression) =>
      program([
        net('main', [task('t', 'i', 'o', { work: subnet('low', 'own', { v: input }) })], names),
        net('low', [task('l', 'i', 'o')], { variables: variables('v') }),
      ]);
    expect(brief(mapped(x))).toEqual(['error t x']);
    expect(brief(mapped(value(1)))).toEqual([]);
  });

  test('[K16.4] the result of a net counts if the net may complete without the name', () => {
    const given = (...tasks: readonly Task[]) => oneNet(tasks, { ...names, result: x });
    expect(brief(given(task('a', 'i', 'o')))).toEqual(['error net main x']);
    expect(brief(given(task('a', 'i', 'o', sets('x'))))).toEqual([]);
    expect(brief(given(choice('d', 'i', 'p', 'o'), task('a', 'p', 'o', sets('x'))))).toEqual([
      'warning net main x',
    ]);
    expect(
      brief(given(task('a', 'i', 'p', sets('x')), task('b', 'p', 'o', { work: failing('no') }))),
    ).toEqual([]);
  });

  test('[K16.4] guards read the outputs, outputs do not; work that never succeeds has neither', () => {
    const guarded = { split: 'xor', flows: [flow('o', x), flow(null)] } as const;
    expect(alone({ ...guarded, outputs: assigns({ x: value(1) }) })).toEqual([]);
    expect(alone({ ...guarded, timeout: { after: value(1), status: 'x' } })).toEqual([]);
    expect(alone({ ...guarded, work: failing('no'), catch: { to: 'o' } })).toEqual([]);
    expect(alone({ outputs: assigns({ x: value(1), y: x }) })).toEqual(['error t x']);
  });

  test('[K16.4] the context of an instance is not a variable; optional names and skipped work do not count', () => {
    expect(alone({ work: call1, outputs: assigns({ x: read('$output') }) })).toEqual([]);
    const either = expr(['list', ['get?', 'x', 0], ['get', 'y']]);
    expect(alone({ work: call('t', { input: either }) })).toEqual(['error t x', 'error t y']);
    expect(alone({ work: call('t', { input: optional(either, 'x') }) })).toEqual(['error t y']);
    expect(alone({ work: call('t', { input: x }), onUnset: 'skip' })).toEqual([]);
    expect(alone({ work: offer(x), onUnset: 'skip' })).toEqual([]);
    expect(alone({ work: call('t', { input: x }), onUnset: 'skip', outputs: assigns({ y: x }) })).toEqual([
      'error t x',
    ]);
  });

  test('[K16.4] work that may be skipped may leave its outputs unset', () => {
    const given = (first: Partial<Task>) =>
      oneNet(
        [
          task('a', 'i', 'p', first),
          task('b', 'p', 'q', { ...reads('b', 'x'), onUnset: 'skip', ...sets('y') }),
          task('c', 'q', 'o', reads('c', 'y')),
        ],
        names,
      );
    expect(brief(given({}))).toEqual(['warning c y']);
    expect(brief(given(sets('x')))).toEqual([]);
  });

  test('[K16.4] a variable set during the work is set at its end, and may be unset at its beginning', () => {
    const given = (options: Partial<Task>) =>
      oneNet(
        [
          task('s', 'i', ['p', 'q']),
          task('a', 'p', 'r', sets('x')),
          task('b', 'q', 't', options),
          task('j', ['r', 't'], 'o', { work: pass }),
        ],
        names,
      );
    expect(brief(given({ outputs: assigns({ y: x }) }))).toEqual(['warning b x']);
    expect(brief(given(reads('b')))).toEqual(['error b x']);
  });
});
