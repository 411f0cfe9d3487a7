import { expect, test } from 'vitest';
import { calledOperations, fails, graph, play, returns } from './play-graph.ts';

const loop = (items: string, more = '', step = 'call: look, args: { n: $n }'): string =>
  graph(
    `
each:
  type: foreach
  items: ${items}
  as: n
  step: { ${step} }
  output: found
${more.replaceAll(/^/gm, '  ')}`,
    'params: { list: { type: list, default: [] }, start: { type: str, format: date, default: "2026-02-27" }, days: { type: int, default: 3 } }',
  );

test('[G4] the step runs for every item, and the results are in the order of the items', () => {
  const run = play(loop('$list'), {
    params: { list: ['a', 'b', 'c'] },
    calls: { look: [returns('A', 300), returns('B', 100), returns('C', 200)] },
  });
  expect(run.calls.map(({ input }) => input)).toEqual([{ n: 'a' }, { n: 'b' }, { n: 'c' }]);
  expect(run.output).toEqual(['A', 'B', 'C']);
  expect(run.spent).toBe(300);
});

test('[G4] at most `concurrency` steps run at once', () => {
  const run = play(loop('$list', 'concurrency: 1'), {
    params: { list: [1, 2, 3] },
    calls: { look: returns(0, 100) },
  });
  expect(run.spent).toBe(300);
});

test('[G4] items may be a range of days across the end of a month, a list, or empty', () => {
  const days = play(loop('"range($start, $start + $days days)"'));
  expect(days.calls.map(({ input }) => input)).toEqual([
    { n: '2026-02-27' },
    { n: '2026-02-28' },
    { n: '2026-03-01' },
  ]);
  expect(play(loop('[1, $days]')).calls.map(({ input }) => input)).toEqual([{ n: 1 }, { n: 3 }]);
  expect(play(loop('$list')).output).toEqual([]);
});

test('[G4] more items than max_iterations fail the loop before any call', () => {
  const run = play(loop('$list', 'max_iterations: 2'), { params: { list: [1, 2, 3] } });
  expect([run.status, run.failure?.code]).toEqual(['failed', 'too-many-instances']);
  expect(run.calls).toEqual([]);
});

test('[G4] the first failure fails the loop; with continue the others continue and its result is null', () => {
  const options = {
    params: { list: [1, 2, 3] },
    calls: { look: [returns('a'), fails('broken'), returns('c', 10)] },
  };
  expect(play(loop('$list'), options).failure?.code).toBe('broken');
  expect(play(loop('$list', 'on_partial_failure: continue'), options).output).toEqual(['a', null, 'c']);
});

test('[G4][G7] retries of the step apply to each item', () => {
  const step = 'call: look, args: { n: $n }, on_error: { retry: 1, delay: 1 hour }';
  const run = play(loop('$list', 'concurrency: 1', step), {
    params: { list: [1, 2] },
    calls: { look: [fails(), returns('a'), fails(), returns('b')] },
  });
  expect(run.output).toEqual(['a', 'b']);
  expect(run.spent).toBe(2 * 3_600_000);
});

test('[G4] a step may be a parallel or another loop, which sees the item', () => {
  const nested = play(
    loop('[1, 2]', '', 'type: foreach, items: [$n, 9], as: m, step: { call: look, args: { n: $n, m: $m } }'),
  );
  expect(nested.calls.map(({ input }) => input)).toEqual([
    { n: 1, m: 1 },
    { n: 1, m: 9 },
    { n: 2, m: 2 },
    { n: 2, m: 9 },
  ]);
  const side = play(
    loop(
      '[1, 2]',
      '',
      'type: parallel, branches: { x: { call: look, args: { n: $n } }, y: { call: see, args: { n: $n } } }',
    ),
    {
      calls: { look: [returns('a'), returns('b')], see: returns('s') },
    },
  );
  expect(side.output).toEqual([
    { x: 'a', y: 's' },
    { x: 'b', y: 's' },
  ]);
});

test('[G4][G5] a step may be a workflow', () => {
  const text = `${loop('[1, 2]', '', 'workflow: inner, args: { n: $n }')}
  inner:
    params: { n: int }
    graph:
      twice: { call: twice, args: { n: $n } }`;
  const run = play(text, { calls: { twice: [returns(2), returns(4)] } });
  expect(calledOperations(run)).toEqual(['twice', 'twice']);
  expect(run.output).toEqual([2, 4]);
});
