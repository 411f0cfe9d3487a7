/** The check of hostile nets ends when its fuel is used up, and its fuel is what it costs. */
import { expect, test } from 'vitest';
import { call, flow, net, oneNet, program, read, task, variables } from '../../testing/net-builder.ts';
import { checkSoundness, type Flow, type Program, type Task } from '../index.ts';

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const x = { variables: [{ name: 'x', parameter: 'required' }] } as const;

/** Layers in which every task waits for every task of the layer before. */
const dense = (layers: number, width: number, join: Task['join'], each: Partial<Task> = {}): Program =>
  oneNet([
    task(
      'start',
      'i',
      upTo(width).map((at) => `0-0-${at}`),
    ),
    ...upTo(layers).flatMap((layer) =>
      upTo(width).map((at) =>
        task(
          `t${layer}-${at}`,
          layer === 0 ? `0-0-${at}` : upTo(width).map((from) => `${layer}-${from}-${at}`),
          layer === layers - 1 ? `end-${at}` : upTo(width).map((to) => `${layer + 1}-${at}-${to}`),
          { join, ...each },
        ),
      ),
    ),
    task(
      'end',
      upTo(width).map((at) => `end-${at}`),
      'o',
    ),
  ]);

/** Any of these places, or several. */
const choose = (places: readonly string[]): readonly Flow[] =>
  places.map((to, at) => ({ ...flow(to, read('x')), default: at === 0 }));

/** OR-joins in a square, each with one or two directions. */
const grid = (size: number): Program =>
  oneNet(
    upTo(size * size).map((at) => {
      const [row, column] = [Math.floor(at / size), at % size];
      const from = [row > 0 ? [`down${at}`] : [], column > 0 ? [`right${at}`] : []].flat();
      const down = row < size - 1 ? [`down${at + size}`] : [];
      const right = column < size - 1 ? [`right${at + 1}`] : [];
      return task(`t${at}`, at === 0 ? 'i' : from, [], {
        join: from.length > 1 ? 'or' : 'and',
        split: 'or',
        flows: choose(at === size * size - 1 ? ['o'] : [...down, ...right]),
      });
    }),
    x,
  );

/** Parallel tasks of which each cancels its neighbour. */
const cancelling = (count: number): Program =>
  oneNet([
    task(
      's',
      'i',
      upTo(count).map((at) => `a${at}`),
    ),
    ...upTo(count).map((at) =>
      task(`t${at}`, `a${at}`, `b${at}`, { cancels: { places: [], tasks: [`t${(at + 1) % count}`] } }),
    ),
    task(
      'j',
      upTo(count).map((at) => `b${at}`),
      'o',
    ),
  ]);

/** OR-joins in loops that put more and more tokens into each other's places. */
const growing = (count: number): Program =>
  oneNet(
    upTo(count).map((at) =>
      task(`t${at}`, at === 0 ? 'i' : [`c${at}`, `d${at}`], [], {
        join: at === 0 ? 'and' : 'or',
        split: 'or',
        flows: choose([
          'o',
          ...upTo(6).map((to) => `${'cd'[to % 2]}${1 + ((at * 3 + to * 5) % (count - 1))}`),
        ]),
      }),
    ),
    x,
  );

/** Every path may skip the task that sets a variable, and every task reads many of them. */
const unset = (count: number): Program =>
  oneNet(
    upTo(count).map((at) => {
      const next = at === count - 1 ? 'o' : `c${at + 1}`;
      return task(`t${at}`, at === 0 ? 'i' : `c${at}`, next, {
        catch: { to: next },
        work: call('c', { input: { ...read(`v${(at * 7) % count}`) } }),
        outputs: [{ to: `v${at}`, value: { kind: 'value', value: 1 } }],
      });
    }),
    { variables: variables(...upTo(count).map((at) => `v${at}`)) },
  );

test.each([
  ['dense layers', dense(5, 40, 'and')],
  ['dense OR-joins', dense(4, 20, 'or')],
  ['OR-joins that may fail', dense(4, 15, 'or', { catch: { to: 'o' } })],
  ['a grid of OR-joins', grid(12)],
  ['cancel regions', cancelling(200)],
  ['OR-joins in loops', growing(20)],
  ['unset reads', unset(200)],
])('[K16.7] %s are checked until the fuel is used up, which is reported', (_, given) => {
  const fuel = { left: 1_000_000 };
  const { findings, unfinished } = checkSoundness(given, { fuel });
  expect(unfinished).toEqual(['main']);
  expect(findings.map(({ rule }) => rule)).toContain('bound-reached');
  // The last step, and the preparation of the net, may cost more than is left.
  expect(fuel.left).toBeGreaterThan(-1_000_000);
});

/** What a check costs that is not stopped. */
const costOf = (given: Program): number => {
  const budget = 1e12;
  const fuel = { left: budget };
  expect(checkSoundness(given, { fuel })).toMatchObject({ findings: [], unfinished: [] });
  return budget - fuel.left;
};

test('[K16.7] a move costs what its tokens cost: four times the arcs of a layer, less than ten times the cost', () => {
  expect(costOf(dense(4, 40, 'and'))).toBeLessThan(10 * costOf(dense(4, 20, 'and')));
});

test('[K16.7] nets inside nets cost their sum: a question about a variable is answered once for each net', () => {
  const deep = (levels: number): Program => {
    const nets = upTo(levels).map((level) =>
      net(
        `n${level}`,
        [
          task('s', 'i', ['a', 'b']),
          ...['a', 'b'].map((at) =>
            task(`t${at}`, at, `${at}2`, {
              work: level < levels - 1 ? { kind: 'net', net: `n${level + 1}`, scope: 'share' } : call('c'),
            }),
          ),
          task('j', ['a2', 'b2'], 'o', { work: call('c', { input: read('x') }) }),
        ],
        level === 0 ? x : {},
      ),
    );
    const [root, ...others] = nets;
    return program([root!, ...others]);
  };
  expect(costOf(deep(24))).toBeLessThan(3 * costOf(deep(12)));
});
