import { afterAll, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { graphLanguage } from '../../languages/graph/index.ts';
import { createRedactor, simulate } from '../../runtime/index.ts';
import { createSqlConnector } from './create-sql-connector.ts';

const connector = createSqlConnector({ redact: createRedactor(() => []).redact });
afterAll(() => connector.close());

const flights = [
  { id: 'a', price: 5, airline: `O'Hare` },
  { id: 'b', price: 2, airline: 'Blue' },
];

/** The result of a workflow's query after a foreach with these results. */
async function answerTo(sql: string, results: readonly Json[], params: { readonly [name: string]: Json }) {
  const text = JSON.stringify({
    workflows: {
      w: {
        params: { items: 'list', most: 'float', name: 'str' },
        graph: {
          search: {
            type: 'foreach',
            items: '$items',
            as: 'item',
            step: { call: 'search', args: { item: '$item' } },
            output: 'all_results',
          },
          best: { depends_on: ['search'], call: 'sql_query', args: { sql }, output: 'best' },
        },
      },
    },
  });
  const readResult = graphLanguage.read({ path: 'w.json', text }, { operations: null });
  expect(readResult.violations).toEqual([]);
  const [workflow] = readResult.workflows;
  if (workflow?.program == null) throw new Error('the workflow has no program');
  const played = simulate(
    { program: workflow.program, evaluators: graphLanguage.evaluators, samples: [] },
    {
      params: { items: results.map((_, index) => index), ...params },
      script: { calls: { search: results.map((value) => ({ kind: 'returns', value })) }, answers: {} },
    },
  );
  const call =
    'calls' in played ? played.calls.find(({ operation }) => operation === 'sql_query') : undefined;
  expect(call).toBeDefined();
  return connector.perform(
    {
      tenant: 'default',
      run: 'r',
      workflow: 'w',
      task: 'best',
      operation: 'sql_query',
      input: call?.input ?? null,
      key: 'k',
      attempt: 1,
      begunAt: 0,
    },
    new AbortController().signal,
  );
}

test.each<[string, Json]>([
  ['SELECT id FROM all_results ORDER BY price ASC LIMIT 5', [{ id: 'b' }, { id: 'a' }]],
  ['SELECT id FROM all_results WHERE price < $most', [{ id: 'b' }]],
  [`SELECT id FROM all_results WHERE airline = '$name'`, [{ id: 'a' }]],
  [`SELECT id FROM all_results WHERE airline LIKE '%$name%' OR airline = $name`, [{ id: 'a' }]],
  [`SELECT 'up to $most for $name' AS said FROM all_results LIMIT 1`, [{ said: `up to 3.5 for O'Hare` }]],
  ['WITH cheap AS (SELECT * FROM all_results WHERE price < 3) SELECT count(*) AS n FROM cheap', [{ n: 1 }]],
])('[H4.1][G12] a query of the graph language: %s', async (sql, output) => {
  const params = { most: 3.5, name: `O'Hare` };
  expect(await answerTo(sql, [flights, []], params)).toEqual({ kind: 'succeeded', output });
});

test('[H4.1][G12] a foreach without items is a table without rows', async () => {
  const params = { most: 3.5, name: 'x' };
  expect(await answerTo('SELECT * FROM all_results WHERE price < $most ORDER BY price', [], params)).toEqual({
    kind: 'succeeded',
    output: [],
  });
});
