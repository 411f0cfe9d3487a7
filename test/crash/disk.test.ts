/** Disks that are full, read-only or damaged: what was there stays there, and work goes on where it can. */
import { createHash } from 'node:crypto';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSqlite } from '../../src/runtime/index.ts';
import { beginLife, liveOnce, type Place } from './campaign.ts';
import { checkLedger } from './check-ledger.ts';
import { type CountingServer, startCountingServer } from './counting-server.ts';
import { inspectStore } from './inspect-store.ts';
import { type Nursery, openNursery, type Word } from './nursery.ts';
import { makeOldDatabase } from './old-database.ts';
import { canMount, mountSmallDisk } from './small-disk.ts';
import { startsOf, trialsFolder } from './trials.ts';

const timeout = 120_000;
const mayMount = await canMount();
const isRoot = process.getuid?.() === 0;

let folder: string;
let server: CountingServer;
let nursery: Nursery;
let settled: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-disk-'));
  server = await startCountingServer();
  nursery = openNursery();
  settled = join(folder, 'settled');
  await liveOnce(placeAt(settled), { starts: startsOf(server.url, 'settled') }, null);
  const old = join(folder, 'old.db');
  makeOldDatabase(old, join(settled, 'signalbox.db'), 1);
  await copyFile(old, join(settled, 'signalbox.db.before-2'));
}, timeout);
afterAll(async () => {
  await nursery.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const placeAt = (data: string): Place => ({ nursery, server, data, workflows: trialsFolder });
const manyStarts = (batches: number) =>
  Array.from({ length: batches }, (_, batch) => startsOf(server.url, String(batch))).flat();

async function expectAllDone(data: string, starts: number, ledger: Parameters<typeof checkLedger>[0]) {
  const { records, succeeded, problems } = await inspectStore(join(data, 'signalbox.db'));
  expect(problems).toEqual([]);
  expect(records).toHaveLength(starts);
  expect(records.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(records.filter(({ status, workflow }) => status !== 'completed' && workflow !== 'undone')).toEqual(
    [],
  );
  checkLedger(ledger, succeeded);
}

test.skipIf(!mayMount)(
  '[R2.5][R1.9] a disk that fills up: orders are refused, and when there is room again everything goes on',
  async () => {
    const disk = await mountSmallDisk(32);
    try {
      const data = join(disk.folder, 'data');
      await mkdir(data);
      const ballast = join(disk.folder, 'ballast');
      await writeFile(ballast, Buffer.alloc(31 * 1024 * 1024));
      const starts = manyStarts(12);
      const ledger = server.begin();
      const told: Word[] = [];
      const life = beginLife(placeAt(data), { starts }, (word) => {
        if (word.kind === 'refused' || word.kind === 'warning') told.push(word);
        // Somebody makes room only when an answer of a call could not be written, which nobody is refused for.
        if (word.kind === 'warning') void rm(ballast, { force: true });
      });
      const { code, words } = await life.ended;
      expect(words.filter(({ kind }) => kind === 'trouble')).toEqual([]);
      expect(code).toBe(0);
      expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['refused', 'warning']));
      for (const word of told) expect(word).toMatchObject({ message: expect.stringContaining('is full') });
      await expectAllDone(data, starts.length, ledger);
    } finally {
      await disk.remove();
    }
  },
  timeout,
);

test(
  '[R2.5][R1.9] a file that may not grow: orders are refused, and the next process goes on with what was written',
  async () => {
    const data = join(folder, 'limited');
    const starts = manyStarts(12);
    const ledger = server.begin();
    // In blocks of 512 bytes: one mebibyte for each file.
    const confined = openNursery((command) => ['sh', '-c', 'ulimit -f 2048; exec "$@"', 'sh', ...command]);
    try {
      const life = beginLife({ ...placeAt(data), nursery: confined }, { starts }, ({ kind }) => {
        if (kind === 'warning') life.kill();
      });
      const { signal, words } = await life.ended;
      expect(words.filter(({ kind }) => kind === 'trouble')).toEqual([]);
      expect(signal).toBe('SIGKILL');
    } finally {
      await confined.close();
    }
    await liveOnce(placeAt(data), { starts }, null);
    await expectAllDone(data, starts.length, ledger);
  },
  timeout,
);

test.skipIf(isRoot && !mayMount)(
  '[R1.9] a folder that may not be written is told as such, and is used again when it may be',
  async () => {
    // The superuser may write whatever the mode of a file says, but not to a disk that is read-only.
    const disk = isRoot ? await mountSmallDisk(32) : undefined;
    const data = join(disk?.folder ?? folder, 'data');
    const setWritable = disk?.setWritable ?? ((isWritable) => chmod(data, isWritable ? 0o700 : 0o500));
    try {
      await cp(settled, data, { recursive: true });
      const before = await bytesIn(data);
      await setWritable(false);
      const { code, words } = await beginLife(placeAt(data), {}).ended;
      await setWritable(true);
      expect(code).toBe(1);
      expect(words.at(-1)).toMatchObject({ kind: 'trouble', code: 'store_unavailable' });
      expect(words.at(-1)).toMatchObject({ message: expect.stringContaining('cannot be written') });
      expect(await bytesIn(data)).toEqual(before);
      await liveOnce(placeAt(data), {}, null);
    } finally {
      await disk?.remove();
    }
  },
  timeout,
);

const pageSize = 4_096;
const damages: readonly { readonly what: string; readonly damage: (file: string) => Promise<unknown> }[] = [
  { what: 'cut to a half', damage: async (file) => truncate(file, (await sizeOf(file)) / 2) },
  { what: 'cut by a page', damage: async (file) => truncate(file, (await sizeOf(file)) - pageSize) },
  { what: 'cut within its header', damage: (file) => truncate(file, 50) },
  { what: 'with a header of noise', damage: (file) => overwrite(file, 0, 100) },
  { what: 'with a first page of noise behind the header', damage: (file) => overwrite(file, 100, pageSize) },
  { what: 'with noise from its second page on', damage: (file) => overwrite(file, pageSize, Infinity) },
  { what: 'that is a text', damage: (file) => writeFile(file, 'To whom it may concern\n'.repeat(500)) },
];

test.each(damages)(
  '[R1.9] a database $what is refused with what to do, and stays as it is',
  async ({ what, damage }) => {
    const data = join(folder, what);
    const file = join(data, 'signalbox.db');
    await cp(settled, data, { recursive: true });
    await damage(file);
    const before = await bytesIn(data);
    const { code, words } = await beginLife(placeAt(data), {}).ended;
    expect([code, words.at(-1)]).toMatchObject([1, { kind: 'trouble', code: 'store_unavailable' }]);
    expect(words.at(-1)).toMatchObject({ message: expect.stringContaining('signalbox.db.before-2') });
    expect(await bytesIn(data)).toEqual(before);
    expect(await checkSqlite(file)).toMatchObject({ ok: false });
  },
);

async function overwrite(file: string, from: number, to: number): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, from, Math.min(to, bytes.length)));
}

const sizeOf = async (file: string): Promise<number> => (await readFile(file)).length;

/** The database, its log and its copies, byte by byte. */
async function bytesIn(data: string): Promise<{ readonly [name: string]: string }> {
  const names = (await readdir(data)).filter((name) => /^signalbox\.db(?!.*-shm$)/.test(name));
  const contents = await Promise.all(names.map((name) => readFile(join(data, name))));
  return Object.fromEntries(
    names.map((name, at) => [
      name,
      createHash('sha256')
        .update(contents[at] ?? '')
        .digest('hex'),
    ]),
  );
}
