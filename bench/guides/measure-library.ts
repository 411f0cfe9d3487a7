/** Measures a thousand guides: loading, next to the time of JSON.parse for their texts alone, and listing. */
import { percentile } from '../durable/setup.ts';
import { type BenchApp, openBenchApp, timeEach, writeWorkflows } from '../open-bench-app.ts';
import type { BenchPaths } from '../server/bench-paths.ts';
import { median } from '../server/median.ts';
import { ratio, table } from '../table.ts';
import { manyGuides } from './long-guides.ts';

const texts = Object.values(manyGuides);
const page = 500;

export async function measureLibrary(paths: BenchPaths, rounds: number): Promise<void> {
  const folder = paths.newFolder();
  writeWorkflows(folder, manyGuides);
  const loads: number[] = [];
  const parses: number[] = [];
  let lists: readonly number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parses.push(timed(() => texts.map((text) => JSON.parse(text) as unknown)));
    const begun = performance.now();
    const app = await openBenchApp(folder);
    try {
      await listAll(app);
      loads.push(performance.now() - begun);
      lists = await timeEach(50, () => listAll(app));
    } finally {
      await app.close();
    }
  }
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(`  ${texts.length} guides, ${bytes.toLocaleString('en-US')} characters`);
  table([
    ['a thousand guides', 'time', 'to JSON.parse'],
    ['opened until they are listed', ms(median(loads)), ratio(median(loads), median(parses))],
    ['listed again, p50', ms(percentile(lists, 0.5)), ratio(percentile(lists, 0.5), median(parses))],
    ['listed again, p95', ms(percentile(lists, 0.95)), ''],
  ]);
}

async function listAll(app: BenchApp): Promise<void> {
  let seen = 0;
  for (let cursor: unknown = null; cursor !== undefined; ) {
    const { definitions, nextCursor } = await app.call('definitions.list', {
      limit: page,
      ...(cursor === null ? {} : { cursor }),
    });
    seen += (definitions as readonly unknown[]).length;
    cursor = nextCursor ?? undefined;
  }
  if (seen !== texts.length) throw new Error(`${seen} guides are listed.`);
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

const ms = (time: number): string => `${time.toFixed(1)} ms`;
