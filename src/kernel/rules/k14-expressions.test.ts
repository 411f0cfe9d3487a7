import { describe, expect, test } from 'vitest';
import {
  assigns,
  call,
  net,
  offer,
  oneNet,
  program,
  read,
  record,
  subnet,
  task,
  value,
  variables,
} from '../../testing/net-builder.ts';
import { expr, sampleEvaluator } from '../../testing/stand-ins/sample-evaluator.ts';
import {
  type Evaluator,
  type Expression,
  type LinkProblem,
  link,
  type Program,
  type Task,
} from '../index.ts';

/** Reads the names that its source lists, and has no value. */
const nosy: Evaluator = {
  compile: (source, resolve) => {
    for (const name of source as readonly string[]) resolve(name);
    return () => null;
  },
};
const looksAt = (names: readonly string[], reads: readonly string[]): Expression => ({
  kind: 'eval',
  evaluator: 'nosy',
  source: names,
  reads,
});

const problemsOf = (given: Program): readonly LinkProblem[] => {
  const result = link(given, { evaluators: { sample: sampleEvaluator, nosy } });
  return result.kind === 'machine' ? [] : result.problems;
};
const ofTask = (options: Partial<Task>): readonly LinkProblem[] =>
  problemsOf(oneNet([task('a', 'i', 'o', options)], { variables: variables('x', 'y') }));
const codes = (problems: readonly LinkProblem[]): string[] =>
  problems.map((problem) => `${problem.code} ${problem.net}/${problem.task}`);

describe('names that an expression reads', () => {
  const input = (expression: Expression): Partial<Task> => ({ work: call('a', { input: expression }) });

  test('[K14.1] names that its reads do not list are reported, each once, by name', () => {
    const problems = ofTask(input(looksAt(['x', 'y', 'y', '$input'], ['x'])));
    expect(codes(problems)).toEqual(['expression main/a', 'expression main/a']);
    expect(problems.map(({ message }) => /“(.*?)”/.exec(message)?.[1])).toEqual(['y', '$input']);
  });

  test('[K14.1] optional names that its reads do not list are reported, each once, by name', () => {
    const optional = (...names: readonly string[]): Expression =>
      ({ ...looksAt(['x'], ['x']), optional: names }) as Expression;
    const problems = ofTask(input(optional('x', 'y', 'y')));
    expect(codes(problems)).toEqual(['expression main/a']);
    expect(problems[0]?.message).toContain('“y”');
    expect(ofTask(input(optional('x')))).toEqual([]);
  });

  test('[K14.1] listed names are valid, and so are additional ones', () => {
    expect(ofTask(input(looksAt(['x'], ['x'])))).toEqual([]);
    expect(ofTask(input(looksAt([], ['x', 'y'])))).toEqual([]);
    expect(ofTask(input(expr(['list', ['get', 'x'], ['get?', 'y', 0]])))).toEqual([]);
  });

  test('[K14.1] names are checked at every position of an expression', () => {
    const hidden = looksAt(['x'], []);
    const each = { items: value([1]), create: 'static', failures: 'abort' } as const;
    const places: readonly Partial<Task>[] = [
      input(hidden),
      input(record({ a: record({ b: hidden }) })),
      { work: offer(undefined, { unfinished: hidden }) },
      { work: offer(undefined, { enabling: hidden }) },
      { work: { kind: 'wait', signal: hidden } },
      { work: { kind: 'fail', failure: hidden } },
      { split: 'xor', flows: [{ to: 'o', guard: hidden }] },
      { outputs: assigns({ x: hidden }) },
      { each: { ...each, collect: hidden } },
      { each: { ...each, max: hidden } },
      { timeout: { after: hidden } },
      { undo: { operation: 'u', connector: 'test', input: hidden } },
    ];
    for (const options of places) expect(codes(ofTask(options))).toEqual(['expression main/a']);
  });

  test('[K14.1] a name that is neither listed nor declared is one problem of the source', () => {
    const unlisted = { ...(expr(['get', 'nowhere']) as Extract<Expression, { kind: 'eval' }>), reads: [] };
    expect(codes(ofTask(input(unlisted)))).toEqual(['expression main/a']);
  });

  test('[K14.1] parts of a record are checked like any expression', () => {
    const foreign = { kind: 'eval', evaluator: 'other', source: 1, reads: [] } as const;
    const parts = record({
      a: read('nowhere'),
      b: foreign,
      c: read('x'),
      d: record({ e: read('nor here') }),
    });
    expect(codes(ofTask(input(parts)))).toEqual([
      'unknown-name main/a',
      'unknown-evaluator main/a',
      'unknown-name main/a',
    ]);
  });

  test('[K14.1] `enabling`, the input and the output of unfinished work are checked, each once', () => {
    const wrong = read('nowhere');
    for (const work of [
      offer(wrong),
      offer(value(1), { enabling: wrong }),
      offer(value(1), { unfinished: wrong }),
    ]) {
      expect(codes(ofTask({ work }))).toEqual(['unknown-name main/a']);
    }
  });
});

describe('the depth of frames and scopes', () => {
  test('[K14.1] a depth over 256 is a problem', () => {
    const deep = (depth: number) => codes(problemsOf(oneNet([task('a', 'i', 'o')], { limits: { depth } })));
    expect([deep(1), deep(256), deep(257), deep(1e9)]).toEqual([[], [], ['limit /'], ['limit /']]);
  });

  test('[K14.1] nets that inherit through more than 256 others are a problem', () => {
    const chain = (length: number): Program => {
      const down = (n: number) =>
        n === length ? call('a', { input: read('x') }) : subnet(`n${n + 1}`, n === 0 ? 'own' : 'inherit');
      const nets = Array.from({ length: length + 1 }, (_, n) =>
        net(
          `n${n}`,
          [task('down', 'i', 'o', { work: down(n) })],
          n === 1 ? { variables: variables('x') } : {},
        ),
      );
      return program([nets[0]!, ...nets.slice(1)], { depth: 256 });
    };
    expect(codes(problemsOf(chain(200)))).toEqual([]);
    const problems = problemsOf(chain(600));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.filter(({ code }) => code === 'scope').length).toBeGreaterThan(0);
  });
});
