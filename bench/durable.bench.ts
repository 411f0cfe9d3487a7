/**
 * Measures durable runs, next to the limits of the disk and SQLite in the same run of the bench. Every part has its own
 * process, and so its own memory; `npm run bench durable`.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { fillWithEnded, fillWithWaiting } from './durable/fill.ts';
import {
  fiveSteps,
  makeFolder,
  percentile,
  play,
  residentMiB,
  setUp,
  tenant,
  workflow,
} from './durable/setup.ts';
import { table as print } from './table.ts';

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const ms = (number: number): string => `${number.toFixed(2)} ms`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): void => print([head, ...rows]);

/** Repeats the work for a while. @returns repetitions per second */
function rate(act: () => void, milliseconds = 1_000): number {
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < milliseconds) {
    act();
    count += 1;
  }
  return (count * 1_000) / (performance.now() - begin);
}

function limits(): void {
  const folder = makeFolder();
  const file = openSync(join(folder, 'raw'), 'a');
  const block = Buffer.alloc(4_096, 1);
  const fsyncs = rate(() => {
    writeSync(file, block);
    fsyncSync(file);
  });
  closeSync(file);
  const database = new Database(join(folder, 'raw.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)');
  const text = 'x'.repeat(300);
  const single = rate(() => void insert.run(text));
  const fifty = database.transaction(() => {
    for (let at = 0; at < 50; at++) insert.run(text);
  });
  const grouped = rate(() => void fifty()) * 50;
  database.close();
  rmSync(folder, { recursive: true, force: true });
  table(
    ['the disk and SQLite', 'a second'],
    [
      ['fsync of 4 KiB', whole(fsyncs)],
      ['SQLite FULL, one row a transaction', whole(single)],
      ['SQLite FULL, rows in transactions of 50', whole(grouped)],
    ],
  );
}

async function runs(durability: 'full' | 'normal', atOnce: number): Promise<void> {
  const { engine, close } = await setUp(durability);
  const total = atOnce === 1 ? 1_000 : 12_000;
  for (let at = 0; at < 300; at++) await play(engine, fiveSteps, at);
  const times: number[] = [];
  const begin = performance.now();
  let left = total;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await play(engine, fiveSteps, left);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - begin) / 1_000;
  times.sort((one, other) => one - other);
  table(
    [`5 steps, ${durability.toUpperCase()}, ${atOnce} at once`, 'runs a second', 'p50', 'p95', 'memory'],
    [
      [
        `${whole(total)} runs`,
        whole(total / seconds),
        ms(percentile(times, 0.5)),
        ms(percentile(times, 0.95)),
        `${whole(residentMiB())} MiB`,
      ],
    ],
  );
  await close();
}

async function longRun(): Promise<void> {
  const { engine, close } = await setUp('full');
  const flow = workflow(
    'long',
    'all: { type: foreach, items: "range(0, $n)", as: i, step: { call: echo, args: { i: $i } } }',
  );
  const stamps: number[] = [performance.now()];
  const answer = await engine.start({ tenant, by: 'bench', workflow: flow, input: { n: 10_000 } });
  if (answer.kind !== 'done') throw new Error('Not started.');
  for (const events of [2_500, 5_000, 7_500, 10_000]) {
    await engine.changed(tenant, answer.run.id, ({ seq }) => seq > events, {});
    stamps.push(performance.now());
  }
  const quarters = stamps.slice(1).map((stamp, at) => stamp - (stamps[at] ?? 0));
  table(
    [
      'one run, 10,000 tasks one after the other',
      ...['first', 'second', 'third', 'last'].map((each) => `${each} quarter`),
    ],
    [['an event', ...quarters.map((each) => `${whole((each / 2_500) * 1_000)} µs`)]],
  );
  await close();
}

async function waiting(): Promise<void> {
  const folder = makeFolder();
  const figures: string[][] = [];
  let there = 0;
  for (const count of [10_000, 1_000_000]) {
    await fillWithWaiting(folder, there, count);
    there = count;
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--expose-gc', fileURLToPath(import.meta.url), 'idle', folder],
      {
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error('The engine did not open.');
    figures.push([whole(count), ...stdout.trim().split('\n')]);
  }
  rmSync(folder, { recursive: true, force: true });
  table(['runs that wait', 'memory', 'opened in', 'p50 of starting and ending another'], figures);
}

/** In its own process: an engine over the existing database. */
async function idle(folder: string): Promise<void> {
  const begin = performance.now();
  const { engine, store } = await setUp('full', folder);
  const opened = performance.now() - begin;
  const times: number[] = [];
  for (let at = 0; at < 200; at++) {
    const start = performance.now();
    await play(engine, fiveSteps, at);
    times.push(performance.now() - start);
  }
  globalThis.gc?.();
  console.log(
    `${whole(residentMiB())} MiB\n${ms(opened)}\n${ms(
      percentile(
        times.toSorted((one, other) => one - other),
        0.5,
      ),
    )}`,
  );
  await engine.stop();
  await store.close();
}

async function search(): Promise<void> {
  const folder = makeFolder();
  await fillWithEnded(folder, 200_000);
  const { store, close } = await setUp('full', folder);
  const queries = {
    'newest 50': {},
    'one workflow': { workflow: 'w7' },
    'failed ones': { statuses: ['failed'] },
    'of one person': { startedBy: 'p3' },
    'one failure code': { failure: 'http-503' },
    'one workflow, failed, of one day': {
      workflow: 'w7',
      statuses: ['failed'],
      createdFrom: 86_400_000 * 10,
      createdBefore: 86_400_000 * 11,
    },
  } as const;
  const rows: string[][] = [];
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = [];
    for (let at = 0; at < 50; at++) {
      const start = performance.now();
      await store.runs.search(tenant, query, { limit: 50 });
      times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    rows.push([name, ms(percentile(times, 0.5)), ms(percentile(times, 0.95))]);
  }
  table(['a page of 200,000 ended runs', 'p50', 'p95'], rows);
  await close();
}

const parts: { readonly [name: string]: () => void | Promise<void> } = {
  limits,
  'full-1': () => runs('full', 1),
  'full-50': () => runs('full', 50),
  'normal-1': () => runs('normal', 1),
  'normal-50': () => runs('normal', 50),
  long: longRun,
  search,
  waiting,
};

const [part, folder] = process.argv.slice(2);
if (part === 'idle') await idle(folder ?? '');
else if (part !== undefined) await parts[part]?.();
else {
  for (const name of Object.keys(parts)) {
    spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url), name], { stdio: 'inherit' });
  }
}
