/** Files that are older, newer, foreign or damaged. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFirstDatabase } from '../../../test/sqlite/first-database.ts';
import { createRandom, sampleUnit } from '../../testing/index.ts';
import type { MigrationProgress, Store } from '../index.ts';
import { checkSqlite } from './check-sqlite.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-file-'));
  file = join(folder, 'signalbox.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const ids = ['a', 'b', 'c'];
const fill = (store: Store) => store.commit(ids.map((id) => sampleUnit({ id, seq: 3 })));
const open = (onProgress?: (progress: MigrationProgress) => void) =>
  openSqliteStore({ file, durability: 'full', ...(onProgress === undefined ? {} : { onProgress }) });

async function runsIn(store: Store): Promise<readonly string[]> {
  const found = await store.runs.search('acme', {}, { limit: 10 });
  const whole = await Promise.all(found.map(({ id }) => store.journals.read('acme', id, 0, 10)));
  expect(whole.map((entries) => entries.length)).toEqual(found.map(({ seq }) => seq));
  return found.map(({ id }) => id).toSorted();
}

const makeFirst = () =>
  makeFirstDatabase(
    file,
    ids.map((id) => sampleUnit({ id, seq: 3 })),
  );

async function makeWhole(): Promise<void> {
  const store = await open();
  await fill(store);
  await store.close();
}

const newest = migrations.length;

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Opening is refused, and no byte changes: SQLite only creates an empty log and its index when it reads. */
async function expectRefusal(code: string, ...words: readonly string[]): Promise<void> {
  const all = () =>
    readdirSync(folder)
      .filter((name) => !name.endsWith('-shm') && statSync(join(folder, name)).size > 0)
      .map((name) => [name, hashOf(join(folder, name))]);
  const before = all();
  const error = await open().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StoreError', code, retryable: false });
  for (const word of words) expect(String(error)).toContain(word);
  expect(all()).toEqual(before);
  const report = await checkSqlite(file);
  expect(report).toMatchObject({ ok: false, schema: null, problems: [(error as Error).message] });
}

const pragma = (sql: string): void => {
  const database = new Database(file);
  database.pragma(sql);
  database.close();
};

test('[R1.9] an empty file and a missing file become a database of the newest schema, without a copy', async () => {
  writeFileSync(file, '');
  const progress: MigrationProgress[] = [];
  await (await open((each) => progress.push(each))).close();
  expect(progress.map(({ kind }) => kind)).toEqual(migrations.flatMap(() => ['migrating', 'written']));
  expect(await checkSqlite(file)).toMatchObject({ ok: true, schema: migrations.length, problems: [] });
  rmSync(file);
  await makeWhole();
  expect(readdirSync(folder)).toEqual(['signalbox.db']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('[R1.9] an older database is upgraded after a copy of it was made', async () => {
  await makeFirst();
  const progress: MigrationProgress[] = [];
  const store = await open((each) => progress.push(each));
  expect(progress).toEqual([
    { kind: 'copying' },
    { kind: 'copied', to: `${file}.before-2` },
    ...migrations.slice(1).flatMap((_, at) => [
      { kind: 'migrating', step: at + 2, of: newest },
      { kind: 'written', step: at + 2, of: newest },
    ]),
  ]);
  expect(await runsIn(store)).toEqual(ids);
  await store.close();
  expect(await checkSqlite(file)).toMatchObject({ ok: true, schema: newest });
  expect(await checkSqlite(`${file}.before-2`)).toMatchObject({ ok: true, schema: 1 });
  expect(statSync(`${file}.before-2`).mode & 0o777).toBe(0o600);
  const copied = hashOf(`${file}.before-2`);
  await (await open()).close();
  expect(hashOf(`${file}.before-2`)).toBe(copied);
});

test('[R1.9][F2.1] receipts of an older version are valid after the upgrade', async () => {
  const old = new Database(file);
  migrate(old, migrations.slice(0, 4), () => undefined);
  old.exec(`INSERT INTO receipts VALUES ('acme', 'ada', 'runs.start', 'k', 'hash', 'a', 1, 1000, 9000)`);
  old.exec(
    `INSERT INTO outbox (tenant, id, run, topic, target, body, created_at, due_at, attempts)
     VALUES ('acme', 'm', 'a', 'never used', '', '', 1, 1, 0)`,
  );
  old.close();
  const store = await open();
  const key = { tenant: 'acme', subject: 'ada', operation: 'runs.start', key: 'k' };
  const told = { input: 'hash', run: 'a', seq: 1, outcome: '', at: 1_000, expiresAt: 9_000 };
  expect(await store.receipts.find(key, 1_000)).toEqual({ ...key, ...told });
  expect(await store.outbox.count()).toEqual({ waiting: 0, givenUp: 0 });
  await store.close();
});

test('[R1.9] the copy is a usable database', async () => {
  await makeFirst();
  await (await open()).close();
  file = `${file}.before-2`;
  const store = await open();
  expect(await runsIn(store)).toEqual(ids);
  await store.close();
});

test('[R1.9] a copy of another state is not overwritten, an incomplete copy is', async () => {
  await makeFirst();
  writeFileSync(`${file}.before-2`, 'something else');
  writeFileSync(`${file}.before-2-2.unfinished`, 'half');
  await (await open()).close();
  expect(readFileSync(`${file}.before-2`, 'utf8')).toBe('something else');
  expect(await checkSqlite(`${file}.before-2-2`)).toMatchObject({ ok: true, schema: 1 });
  expect(existsSync(`${file}.before-2-2.unfinished`)).toBe(false);
});

test('[R1.9] a newer database is refused with both schema numbers and the existing copies', async () => {
  await makeFirst();
  await (await open()).close();
  pragma(`user_version = ${newest + 1}`);
  await expectRefusal(
    'newer',
    `(schema ${newest + 1}; this version supports up to ${newest})`,
    'Install the newer version',
    '.before-2”',
  );
});

test('[R1.9] a newer database is refused although only its log shows that it is newer', async () => {
  await makeWhole();
  const other = new Database(file);
  other.pragma(`user_version = ${newest + 1}`);
  await expect(open()).rejects.toMatchObject({
    code: 'newer',
    message: expect.stringContaining(`schema ${newest + 1}`),
  });
  other.close();
});

test.each([
  ['a text', () => writeFileSync(file, 'Dear diary, today I was not a database.')],
  ['a single letter', () => writeFileSync(file, 'x')],
  ['the beginning of a header', () => writeFileSync(file, 'SQLite format 3\0 and no more')],
  [
    'a database of another program',
    () => {
      pragma('application_id = 77');
    },
  ],
  [
    'a database of nobody',
    () => {
      const database = new Database(file);
      database.exec('CREATE TABLE runs (id TEXT)');
      database.close();
    },
  ],
])('[R1.9] %s is refused as foreign', async (_, make) => {
  make();
  await expectRefusal('corrupt', 'is not a Signalbox database', 'It was not changed', 'Move it away');
});

test('[R1.9] a folder in the place of the file is refused', async () => {
  mkdirSync(file);
  await expect(open()).rejects.toMatchObject({ name: 'StoreError', message: expect.stringContaining(file) });
});

test.each([600, 4_096, 3 * 4_096, 100_001])(
  '[R1.9] a database of which %i bytes are left is refused',
  async (left) => {
    await makeWhole();
    truncateSync(file, left);
    await expectRefusal('corrupt', 'is damaged', 'Move it away together with');
  },
);

test('[R1.9] an empty file with a log is refused: opening it would discard the log', async () => {
  await makeWhole();
  const other = new Database(file);
  other.pragma('user_version = 3');
  const log = readFileSync(`${file}-wal`);
  other.close();
  rmSync(file);
  writeFileSync(`${file}-wal`, log);
  await expectRefusal('corrupt', `its log holds ${log.length} bytes`);
});

test('[R1.9] an overwritten page is reported, and no wrong answer is returned, for any page (seed 5)', async () => {
  await makeWhole();
  const whole = readFileSync(file);
  const random = createRandom(5);
  const pages = whole.length / 4_096;
  expect(pages).toBeGreaterThan(20);
  for (let page = 0; page < pages; page++) {
    const bytes = Buffer.from(whole);
    for (let at = 0; at < 200; at++) bytes[page * 4_096 + at] = random.int(256);
    writeFileSync(file, bytes);
    const report = await checkSqlite(file);
    expect(report.ok, `page ${page}`).toBe(false);
    expect(report.problems.join(), `page ${page}`).toMatch(/damaged|not a Signalbox database/);
    const answer = await open()
      .then(async (store) => {
        try {
          return await runsIn(store);
        } finally {
          await store.close();
        }
      })
      .catch((error: unknown) => error);
    if (answer instanceof Error) expect(answer, `page ${page}`).toMatchObject({ code: 'corrupt' });
    else expect(answer, `page ${page}`).toEqual(ids);
    for (const name of readdirSync(folder)) if (name !== 'signalbox.db') rmSync(join(folder, name));
  }
});

test('[R1.9] the report has the sizes, and a database in use is valid', async () => {
  const store = await open();
  await fill(store);
  const report = await checkSqlite(file);
  expect(report).toMatchObject({ ok: true, problems: [], schema: newest, newestSchema: newest });
  expect(report.size).toBeGreaterThan(0);
  expect(report.logSize).toBeGreaterThan(0);
  await fill(store);
  await store.close();
  expect(await checkSqlite(join(folder, 'none.db'))).toMatchObject({ ok: true, schema: 0, size: 0 });
});
