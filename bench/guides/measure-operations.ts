/** Inside the operations, one after the other: what is next after a thousand steps, and what an output is worth. */
import { percentile } from '../durable/setup.ts';
import type { Place } from '../server/place.ts';
import { ratio, table } from '../table.ts';
import { guideText, longGuides } from './long-guides.ts';
import { furnish, type Home, openHome, timeEach } from './open-home.ts';

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

export async function measureOperations(place: Place, count: number): Promise<void> {
  const folder = place.newFolder();
  const texts = Object.fromEntries(longGuides.map(({ asked, text }) => [`${asked.workflowId}.json`, text]));
  furnish(folder, { ...texts, 'checked.json': checked });
  const home = await openHome(folder);
  try {
    const rows = [await measure(home, count, 'a list of guides', 'definitions.list', { limit: 10 })];
    for (const { name, asked, next } of longGuides) {
      const { workflowId, completedSteps, context } = asked;
      const listed = { workflow: workflowId, completedSteps, context };
      const first = await home.call('guides.next', listed);
      if ((first['step'] as { readonly id: string } | null)?.id !== next) throw new Error('Another is next.');
      rows.push(
        await measure(home, count, `${name}, by list`, 'guides.next', listed),
        await measure(home, count, `${name}, by token`, 'guides.next', {
          workflow: workflowId,
          token: first['token'],
          context,
        }),
      );
    }
    rows.push(
      await measure(home, count, 'an output, held against three rules', 'guides.validate', {
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
    await home.close();
  }
}

async function measure(home: Home, count: number, name: string, operation: string, input: object) {
  const work = () => home.call(operation, input);
  await timeEach(Math.ceil(count / 5), work);
  return { name, times: await timeEach(count, work) };
}
