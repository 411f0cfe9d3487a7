/** Measures starts of `signalbox stdio` next to a plain SDK server. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ratio, table } from '../table.ts';
import type { BenchPaths } from './bench-paths.ts';
import { median } from './median.ts';
import { type Start, type Started, timeStart } from './time-start.ts';
import { type Era, revisions } from './wire.ts';

export async function measureStarts(paths: BenchPaths, rounds: number): Promise<void> {
  for (const era of ['modern', 'legacy'] as const) await measureEra(era, paths, rounds);
}

async function measureEra(
  era: Era,
  { program, examples, newFolder }: BenchPaths,
  rounds: number,
): Promise<void> {
  const ours = (folder: string): Start => ({
    args: [program, 'stdio', '--data', join(folder, 'data'), '--workflows', examples],
    folder,
    tool: 'w_order_lunch',
  });
  const made = ours(newFolder());
  const bare: Start = {
    args: [fileURLToPath(new URL('./bare-stdio.js', import.meta.url))],
    folder: newFolder(),
    tool: 'echo',
  };
  const contestants: readonly (readonly [name: string, next: () => Start, starts: Started[]])[] = [
    ['the bare SDK', () => bare, []],
    ['ours', () => made, []],
    ['ours, with a new data folder', () => ours(newFolder()), []],
  ];
  // The first start of each creates the data folder and warms the file cache.
  for (const [, next] of contestants) await timeStart(era, next());
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < contestants.length; at++) {
      const [, next, starts] = contestants[(at + round) % contestants.length] ?? [];
      if (next !== undefined) starts?.push(await timeStart(era, next()));
    }
  }
  const of = (starts: readonly Started[], field: keyof Started) => starts.map((start) => start[field]);
  const bareStarts = contestants[0]?.[2] ?? [];
  const comparison = (starts: readonly Started[], field: keyof Started): string =>
    ratio(median(of(starts, field)), median(of(bareStarts, field)));
  table([
    [
      `stdio, ${revisions[era]}: start to the list of tools`,
      ...['median', 'to bare', 'shortest', 'CPU', 'to bare'],
    ],
    ...contestants.map(([name, , starts]) => [
      name,
      `${median(of(starts, 'time')).toFixed(0)} ms`,
      comparison(starts, 'time'),
      `${Math.min(...of(starts, 'time')).toFixed(0)} ms`,
      `${median(of(starts, 'cpu')).toFixed(0)} ms`,
      comparison(starts, 'cpu'),
    ]),
  ]);
}
