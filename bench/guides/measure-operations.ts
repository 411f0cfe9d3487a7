/**
 * Measures the operations themselves, sequentially: the next step after a thousand steps, and the validation of an
 * output.
 */
import { percentile } from '../durable/setup.ts';
import { type BenchApp, openBenchApp, timeEach, writeWorkflows } from '../open-bench-app.ts';
import type { BenchPaths } from '../server/bench-paths.ts';
import { ratio, table } from '../table.ts';
import { guideText, longGuides } from './long-guides.ts';

const checked = guideText('checked-guide', [
  {
    id: 'describe',
    title: 'Describe',
    prompt: 'Describe it as JSON',
    validationCriteria: [
      { type: 'contains', value: 'endpoint', message: 'Name the endpoint' },
      { type: 'regex', pattern: '"method":\\s*"(GET|POST)"', message: 'Name the method' },
      {
        type: 'schema',
        schema: { type: 'object', properties: { endpoint: { type: 'string' } }, required: ['endpoint'] },
        message: 'Be JSON of this form',
      },
    ],
  },
]);

const output = JSON.stringify({
  endpoint: '/api/orders',
  method: 'POST',
  about: 'Takes an order. '.repeat(100),
});

export async function measureOperations(paths: BenchPaths, count: number): Promise<void> {
  const folder = paths.newFolder();
  const texts = Object.fromEntries(longGuides.map(({ asked, text }) => [`${asked.workflowId}.json`, text]));
  writeWorkflows(folder, { ...texts, 'checked.json': checked });
  const app = await openBenchApp(folder);
  try {
    const rows = [await measure(app, count, 'a list of guides', 'definitions.list', { limit: 10 })];
    for (const { name, asked, next } of longGuides) {
      const { workflowId, completedSteps, context } = asked;
      const listed = { workflow: workflowId, completedSteps, context };
      const first = await app.call('guides.next', listed);
      if ((first['step'] as { readonly id: string } | null)?.id !== next) throw new Error('Another is next.');
      rows.push(
        await measure(app, count, `${name}, by list`, 'guides.next', listed),
        await measure(app, count, `${name}, by token`, 'guides.next', {
          workflow: workflowId,
          token: first['token'],
          context,
        }),
      );
    }
    rows.push(
      await measure(app, count, 'an output, validated against three rules', 'guides.validate', {
        workflow: 'checked-guide',
        step: 'describe',
        output,
      }),
    );
    const base = percentile(rows[0]?.times ?? [], 0.5);
    table([
      ['inside the operation', 'p50', 'p95', 'p99', 'to a list'],
      ...rows.map(({ name, times }) => [
        name,
        ...[0.5, 0.95, 0.99].map((share) => `${percentile(times, share).toFixed(3)} ms`),
        ratio(percentile(times, 0.5), base),
      ]),
    ]);
  } finally {
    await app.close();
  }
}

async function measure(app: BenchApp, count: number, name: string, operation: string, input: object) {
  const work = () => app.call(operation, input);
  await timeEach(Math.ceil(count / 5), work);
  return { name, times: await timeEach(count, work) };
}
