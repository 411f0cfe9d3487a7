/** Disks that are full, read-only or damaged: existing data stays, and work continues if possible. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSqlite, openSqliteStore } from '../../src/runtime/index.ts';
import { checkRequestLog } from './check-request-log.ts';
import { type CountingServer, startCountingServer } from './counting-server.ts';
import { type CrashSetup, runWorkerOnce, startWorker } from './crash-campaign.ts';
import { inspectStore } from './inspect-store.ts';
import { makeOldDatabase } from './old-database.ts';
import { canMount, mountSmallDisk } from './small-disk.ts';
import { startsOf, trialsFolder } from './trials.ts';
import { openWorkerPool, type WorkerPool } from './worker-pool.ts';

const timeout = 120_000;
const mayMount = await canMount();
const isRoot = process.getuid?.() === 0;

let folder: string;
let server: CountingServer;
let workerPool: WorkerPool;
let settled: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-disk-'));
  server = await startCountingServer();
  workerPool = openWorkerPool();
  settled = join(folder, 'settled');
  await runWorkerOnce(setupAt(settled), { starts: startsOf(server.url, 'settled') }, null);
  const old = join(folder, 'old.db');
  makeOldDatabase(old, join(settled, 'signalbox.db'), 1);
  await copyFile(old, join(settled, 'signalbox.db.before-2'));
}, timeout);
afterAll(async () => {
  await workerPool.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const setupAt = (data: string): CrashSetup => ({ workerPool, server, data, workflows: trialsFolder });
const manyStarts = (batches: number) =>
  Array.from({ length: batches }, (_, batch) => startsOf(server.url, String(batch))).flat();

async function expectAllDone(
  data: string,
  starts: number,
  requestLog: Parameters<typeof checkRequestLog>[0],
) {
  const { records, succeeded, problems } = await inspectStore(join(data, 'signalbox.db'));
  expect(problems).toEqual([]);
  expect(records).toHaveLength(starts);
  expect(records.filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect(records.filter(({ status, workflow }) => status !== 'completed' && workflow !== 'undone')).toEqual(
    [],
  );
  checkRequestLog(requestLog, succeeded);
}

test.skipIf(!mayMount)('[R1.10] a disk is full although the small write of a check still fits', async () => {
  const disk = await mountSmallDisk(4);
  try {
    const store = await openSqliteStore({ file: join(disk.folder, 'signalbox.db'), durability: 'normal' });
    await store.probe();
    const { bavail, bsize } = await statfs(disk.folder);
    await writeFile(join(disk.folder, 'ballast'), Buffer.alloc(bavail * bsize - 500_000));
    await expect.poll(() => store.probe().catch(({ code }) => code), { timeout: 5_000 }).toBe('disk-full');
    await rm(join(disk.folder, 'ballast'));
    await expect.poll(() => store.probe(), { timeout: 5_000 }).toBeUndefined();
    await store.close();
  } finally {
    await disk.remove();
  }
});

test.skipIf(!mayMount)(
  '[R2.5][R1.9] on a disk that fills up requests are refused, and when there is space again everything continues',
  async () => {
    const disk = await mountSmallDisk(32);
    try {
      const data = join(disk.folder, 'data');
      await mkdir(data, { mode: 0o700 });
      const ballast = join(disk.folder, 'ballast');
      const starts = manyStarts(1);
      const late = startsOf(server.url, 'late');
      const requestLog = server.begin();
      const started = new Set<string>();
      const worker = startWorker(setupAt(data), { starts, late }, (report) => {
        if (report.kind === 'started') started.add(report.key);
        // Calls and timers are in progress: their outcomes cannot be written any more.
        if (report.kind === 'started' && started.size === starts.length) fillUp(ballast);
        // That was reported, and then a request was refused: now space is freed.
        if (report.kind === 'refused') rmSync(ballast, { force: true });
      });
      const { code, reports } = await worker.ended;
      expect(reports.filter(({ kind }) => kind === 'trouble')).toEqual([]);
      expect(code).toBe(0);
      const reported = reports.filter(({ kind }) => kind === 'refused' || kind === 'warning');
      expect(new Set(reported.map(({ kind }) => kind))).toEqual(new Set(['refused', 'warning']));
      for (const report of reported)
        expect(report).toMatchObject({ message: expect.stringContaining('is full') });
      await expectAllDone(data, starts.length + late.length, requestLog);
    } finally {
      await disk.remove();
    }
  },
  timeout,
);

test(
  '[R2.5][R1.9] with a file that must not grow requests are refused, and the next process continues with what was written',
  async () => {
    const data = join(folder, 'limited');
    const starts = manyStarts(12);
    const requestLog = server.begin();
    // In blocks of 512 bytes: two mebibytes for each file.
    const confined = openWorkerPool((command) => ['sh', '-c', 'ulimit -f 4096; exec "$@"', 'sh', ...command]);
    try {
      const worker = startWorker({ ...setupAt(data), workerPool: confined }, { starts }, ({ kind }) => {
        if (kind === 'warning' || kind === 'refused') worker.kill();
      });
      const { signal, reports } = await worker.ended;
      expect(reports.filter(({ kind }) => kind === 'trouble')).toEqual([]);
      expect(signal).toBe('SIGKILL');
    } finally {
      await confined.close();
    }
    await runWorkerOnce(setupAt(data), { starts }, null);
    await expectAllDone(data, starts.length, requestLog);
  },
  timeout,
);

/** Until nothing more can be written. */
function fillUp(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(64 * 1024 * 1024));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

test.skipIf(isRoot && !mayMount)(
  '[R1.9] a folder that is not writable is reported as such, and is used again when it is writable',
  async () => {
    // The superuser can write regardless of file modes, but not to a read-only disk.
    const disk = isRoot ? await mountSmallDisk(32) : undefined;
    const data = join(disk?.folder ?? folder, 'data');
    const setWritable = disk?.setWritable ?? ((isWritable) => chmod(data, isWritable ? 0o700 : 0o500));
    try {
      await cp(settled, data, { recursive: true });
      const before = await bytesIn(data);
      await setWritable(false);
      const { code, reports } = await startWorker(setupAt(data), {}).ended;
      await setWritable(true);
      expect(code).toBe(1);
      expect(reports.at(-1)).toMatchObject({ kind: 'trouble', code: 'store_unavailable' });
      expect(reports.at(-1)).toMatchObject({
        message: expect.stringMatching(/not writable/),
      });
      expect(await bytesIn(data)).toEqual(before);
      await runWorkerOnce(setupAt(data), {}, null);
    } finally {
      await disk?.remove();
    }
  },
  timeout,
);

const damages: readonly { readonly what: string; readonly damage: (file: string) => Promise<unknown> }[] = [
  { what: 'truncated to a half', damage: async (file) => truncate(file, (await readFile(file)).length / 2) },
  { what: 'with random bytes after its first page', damage: overwrite },
  { what: 'that is text', damage: (file) => writeFile(file, 'To whom it may concern\n'.repeat(500)) },
];

test.each(damages)(
  '[R1.9] a database $what is refused with what to do, and stays unchanged',
  async ({ what, damage }) => {
    const data = join(folder, what);
    const file = join(data, 'signalbox.db');
    await cp(settled, data, { recursive: true });
    await damage(file);
    const before = await bytesIn(data);
    const { code, reports } = await startWorker(setupAt(data), {}).ended;
    expect([code, reports.at(-1)]).toMatchObject([1, { kind: 'trouble', code: 'store_unavailable' }]);
    expect(reports.at(-1)).toMatchObject({ message: expect.stringContaining('signalbox.db.before-2') });
    expect(await bytesIn(data)).toEqual(before);
    expect(await checkSqlite(file)).toMatchObject({ ok: false });
  },
);

async function overwrite(file: string): Promise<void> {
  await writeFile(file, (await readFile(file)).fill(0xa5, 4_096));
}

/** The database, its log and its copies; an empty log counts as none. */
async function bytesIn(data: string): Promise<{ readonly [name: string]: string }> {
  const names = (await readdir(data)).filter((name) => /^signalbox\.db(?!-shm)/.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(data, name)) })),
  );
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  return Object.fromEntries(
    files.flatMap(({ name, bytes }) => (bytes.length === 0 ? [] : [[name, hash(bytes)]])),
  );
}
