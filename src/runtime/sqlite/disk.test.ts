/** A disk that is full, a folder that is not writable, a file that another process locks. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentOf, sampleUnit } from '../../testing/index.ts';
import { type Store, StoreError } from '../index.ts';
import { openConnection } from './connection.ts';
import { explainFailure } from './explain-failure.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { createSqliteStore } from './sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-disk-'));
  file = join(folder, 'signalbox.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSqliteStore({ file, durability: 'full' });
const large = (id: string) =>
  sampleUnit({ id }, { contents: [contentOf('payload', `${id}${'x'.repeat(50_000)}`)] });

/** Commits until it fails. @returns how many were committed, and the failure */
async function fillUp(store: Store): Promise<{ readonly runs: number; readonly failure: unknown }> {
  for (let runs = 0; runs < 10_000; runs++) {
    try {
      await store.commit([large(`r${runs}`), sampleUnit({ id: `s${runs}` })]);
    } catch (failure) {
      return { runs, failure };
    }
  }
  throw new Error('It was never full.');
}

async function expectIntact(store: Store, runs: number): Promise<void> {
  expect(await store.runs.count('acme', {})).toBe(2 * runs);
  expect(await store.runs.find('acme', `r${runs}`)).toBeUndefined();
  expect(await store.runs.find('acme', `s${runs}`)).toBeUndefined();
}

const isFull = { name: 'StoreError', code: 'disk-full', retryable: true };

test('[R1.9][R1.1] when no page is left a commit fails completely, and the next one succeeds when there is space', async () => {
  await (await open()).close();
  const connection = openConnection({ file, durability: 'full' });
  const store = createSqliteStore(connection);
  const [{ page_count: pages }] = connection.pragma('page_count') as [{ page_count: number }];
  connection.pragma(`max_page_count = ${pages + 200}`);
  const { runs, failure } = await fillUp(store);
  expect(failure).toMatchObject({ ...isFull, message: expect.stringContaining(`“${file}” is full`) });
  expect(runs).toBeGreaterThan(2);
  await expectIntact(store, runs);
  await expect(store.commit([large('more')])).rejects.toMatchObject(isFull);
  await expect(store.probe()).rejects.toMatchObject(isFull);
  connection.pragma('max_page_count = 1000000');
  expect(await store.commit([large(`r${runs}`)])).toEqual([{ kind: 'committed' }]);
  await store.probe();
  await store.close();
  const again = await open();
  expect(await again.runs.count('acme', {})).toBe(2 * runs + 1);
  await again.close();
});

const disk = (tool: 'mount' | 'umount', ...args: readonly string[]) =>
  execFileSync(tool, args, { stdio: 'ignore' });

const canMount = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = mkdtempSync(join(tmpdir(), 'signalbox-mount-'));
  try {
    disk('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', probe);
    disk('umount', probe);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true });
  }
})();

// Only root may mount a disk; otherwise the test above fills a database of limited size instead.
test.skipIf(!canMount)(
  '[R1.9] on a disk that is really full nothing is lost, and work continues when there is space',
  async () => {
    const place = join(folder, 'disk');
    mkdirSync(place);
    disk('mount', '-t', 'tmpfs', '-o', 'size=4m', 'none', place);
    try {
      file = join(place, 'signalbox.db');
      const store = await open();
      const { runs, failure } = await fillUp(store);
      expect(failure).toMatchObject(isFull);
      await expectIntact(store, runs);
      await expect(store.probe()).rejects.toMatchObject(isFull);
      disk('mount', '-o', 'remount,size=16m', place);
      expect(await store.commit([large('room')])).toEqual([{ kind: 'committed' }]);
      await store.close();
      const again = await open();
      expect(await again.runs.count('acme', {})).toBe(2 * runs + 1);
      await again.close();
    } finally {
      disk('umount', place);
    }
  },
);

/** Modes do not restrict root, so the work runs as another user for a while. */
async function withoutRootRights<Result>(work: () => Promise<Result>): Promise<Result> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const isReadOnly = (path: string) => ({
  name: 'StoreError',
  code: 'read-only',
  retryable: false,
  message: expect.stringContaining(`“${path}” cannot be written`),
});

test('[R1.9] a folder in which nothing can be created is reported as such', async () => {
  chmodSync(folder, 0o555);
  await expect(withoutRootRights(open)).rejects.toMatchObject(isReadOnly(file));
});

test('[R1.9] a database that is not writable is reported as such, and its content stays', async () => {
  const store = await open();
  await store.commit([sampleUnit()]);
  await store.close();
  chmodSync(file, 0o444);
  chmodSync(folder, 0o555);
  await expect(withoutRootRights(open)).rejects.toMatchObject(isReadOnly(file));
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  const again = await open();
  expect(await again.runs.count('acme', {})).toBe(1);
  await again.close();
});

test('[R1.9] a database that is not writable is reported at once, although its folder is writable', async () => {
  await (await open()).close();
  chmodSync(file, 0o444);
  chmodSync(folder, 0o777);
  await expect(withoutRootRights(open)).rejects.toMatchObject(isReadOnly(file));
});

test('[R1.9] a missing folder is reported with what to do', async () => {
  file = join(folder, 'none', 'signalbox.db');
  await expect(open()).rejects.toMatchObject({
    code: 'read-only',
    message: expect.stringContaining('Create it'),
  });
});

test('[R1.9][R1.1] while another process locks the file a commit fails completely, and succeeds after it', async () => {
  const store = await open();
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  await expect(store.commit([sampleUnit()])).rejects.toMatchObject({ code: 'busy', retryable: true });
  expect(await store.runs.count('acme', {})).toBe(0);
  other.exec('COMMIT');
  other.close();
  expect(await store.commit([sampleUnit()])).toEqual([{ kind: 'committed' }]);
  await store.close();
});

test.each([
  ['SQLITE_FULL', 'disk-full', true],
  ['ENOSPC', 'disk-full', true],
  ['SQLITE_READONLY_DBMOVED', 'read-only', false],
  ['SQLITE_CANTOPEN', 'read-only', false],
  ['EROFS', 'read-only', false],
  ['SQLITE_IOERR_FSYNC', 'input-output', true],
  ['SQLITE_BUSY_SNAPSHOT', 'busy', true],
  ['SQLITE_CORRUPT_INDEX', 'corrupt', false],
  ['SQLITE_NOTADB', 'corrupt', false],
])('[R1.9] %s is reported as %s, with the file and what to do', (code, expected, retryable) => {
  const error = code.startsWith('SQLITE_')
    ? new Database.SqliteError('it broke', code)
    : Object.assign(new Error('it broke'), { code });
  const explained = explainFailure(error, file);
  expect(explained).toBeInstanceOf(StoreError);
  expect(explained).toMatchObject({ code: expected, retryable, cause: error });
  expect(String(explained)).toContain(`“${file}”`);
});

test('[R1.9] a bug is not reported as a failure of the disk', () => {
  const mistakes = [new Database.SqliteError('no such table', 'SQLITE_ERROR'), new RangeError('gap')];
  for (const mistake of mistakes) expect(explainFailure(mistake, file)).toBe(mistake);
});
