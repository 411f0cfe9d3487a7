/** Measures adapters: reading one, describing one that is loaded, and generating flows from them. */
import { mkdirSync } from 'node:fs';
import { parseDocument } from '../../src/languages/document/parse-document.ts';
import { createReporter } from '../../src/languages/document/reporter.ts';
import { shippedAdapters } from '../../src/languages/questions/adapters/index.ts';
import { combineAdapters } from '../../src/languages/questions/combine-adapters.ts';
import { type Adapter, readAdapter } from '../../src/languages/questions/read-adapter.ts';
import { percentile } from '../durable/setup.ts';
import { openBenchApp, timeEach, writeWorkflows } from '../open-bench-app.ts';
import { table } from '../table.ts';

function read(text: string): Adapter {
  const source = parseDocument({ path: 'adapter.yaml', text });
  const adapter = source.root === null ? undefined : readAdapter(createReporter(source), source.root);
  if (adapter === undefined) throw new Error('An adapter cannot be read.');
  return adapter;
}

export async function measureAdapters(folder: string, count: number): Promise<void> {
  mkdirSync(folder);
  writeWorkflows(folder, {});
  const app = await openBenchApp(folder);
  const largest = shippedAdapters.toSorted((one, other) => other.length - one.length)[0] ?? '';
  const few = Math.ceil(count / 10);
  try {
    const measured = [
      ['reading the largest adapter', few, async () => read(largest)],
      [
        'describing a loaded adapter',
        count,
        () => app.call('adapters.describe', { adapter_name: 'hetzner' }),
      ],
      [
        `generating a flow from all ${shippedAdapters.length} adapters`,
        few,
        async () => combineAdapters({ texts: shippedAdapters }),
      ],
    ] as const;
    const rows: (readonly string[])[] = [['', 'p50', 'p95', 'p99']];
    for (const [name, times, work] of measured) {
      await timeEach(Math.ceil(times / 5), work);
      const taken = await timeEach(times, work);
      rows.push([name, ...[0.5, 0.95, 0.99].map((share) => `${percentile(taken, share).toFixed(3)} ms`)]);
    }
    console.log('\nAdapters');
    table(rows);
  } finally {
    await app.close();
  }
}
