import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { readSeal } from './backup-format.ts';
import { checkBackup } from './check-backup.ts';
import { listBackupFiles } from './list-backup-files.ts';
import { type BackupFile, makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { runBackup } from './run-backup.ts';

const note = { madeAt: '2026-01-15T10:00:00.000Z', version: '1', keys: 'left-out' } as const;

let folder = '';
let database = '';
let draft = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-backup-'));
  database = join(folder, 'signalbox.db');
  draft = join(folder, 'one.backup');
  await (await openSqliteStore({ file: database, durability: 'normal' })).close();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function make(files: readonly BackupFile[] = []): Promise<string> {
  writeFileSync(draft, '');
  return makeBackup({ database, draft, files, note });
}

test('[F6.1] a backup that is damaged anywhere is refused, and no other file is accepted as one (seed 7)', async () => {
  const digest = await make();
  expect(await checkBackup(draft)).toMatchObject({
    kind: 'good',
    backup: { ...note, digest, runs: 0, files: [] },
  });
  const good = readFileSync(draft);
  const random = createRandom(7);
  for (let trial = 0; trial < 40; trial++) {
    const bytes = Buffer.from(good);
    const at = random.int(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(8));
    writeFileSync(draft, bytes);
    expect([at, await checkBackup(draft)]).toMatchObject([at, { kind: 'bad' }]);
  }
  for (const size of [0, 1, 91, 92, 4_096, good.length - 1]) {
    writeFileSync(draft, good);
    truncateSync(draft, size);
    expect(await checkBackup(draft)).toMatchObject({
      kind: 'bad',
      problem: expect.stringContaining('is not a backup'),
    });
  }
  writeFileSync(draft, good);
  appendFileSync(draft, '\n');
  expect(await checkBackup(draft)).toMatchObject({ kind: 'bad' });
  expect(await checkBackup(database)).toMatchObject({ kind: 'bad' });
  expect(await checkBackup(join(folder, 'none'))).toMatchObject({ kind: 'bad' });
  expect(readdirSync(folder).filter((name) => name.startsWith('one'))).toEqual(['one.backup']);
});

test.each(['../evil', '/evil', 'workflows/../../evil', '.hidden', 'workflows//b', 'a/b', 'a\\b', ''])(
  '[F6.1] a file that would be written to “%s” is not a backup; its restore leaves an empty folder',
  async (path) => {
    writeFileSync(join(folder, 'good.yaml'), 'good');
    await make([{ path: 'workflows/good.yaml', from: join(folder, 'good.yaml') }]);
    const checked = await checkBackup(draft);
    if (checked.kind === 'bad') throw new Error(checked.problem);
    await make([
      { path: 'workflows/good.yaml', from: join(folder, 'good.yaml') },
      { path, from: join(folder, 'good.yaml') },
    ]);
    expect(await checkBackup(draft)).toEqual({
      kind: 'bad',
      problem: `The backup was changed after it was made (“${path}”). Use another one.`,
    });
    const restored = join(folder, 'a', 'new');
    await mkdir(restored, { recursive: true });
    const { databaseBytes } = await sealOf(draft);
    const request = {
      file: draft,
      backup: { ...checked.backup, databaseBytes },
      folder: restored,
      database: 'signalbox.db',
    };
    await expect(restoreBackup(request)).rejects.toThrow('The backup was changed after it was made');
    expect(readdirSync(restored)).toEqual([]);
    expect(existsSync(join(folder, 'evil')) || existsSync(join(folder, 'a', 'evil'))).toBe(false);
  },
);

async function sealOf(file: string) {
  const seal = await readSeal(file);
  if (seal.kind !== 'whole') throw new Error(seal.kind);
  return seal;
}

test('[F6.1] a failed copy is reported as an error of the store, and an aborted process leaves no file', async () => {
  const { signal } = new AbortController();
  writeFileSync(draft, '');
  const request = { database, draft, files: [], note };
  const gone = { ...request, database: join(folder, 'none', 'signalbox.db') };
  await expect(runBackup(gone, signal)).rejects.toMatchObject({ name: 'StoreError', code: 'read-only' });
  writeFileSync(database, 'x'.repeat(10_000));
  await expect(runBackup(request, signal)).rejects.toMatchObject({ name: 'StoreError', code: 'corrupt' });
  await expect(runBackup(request, AbortSignal.abort())).rejects.toMatchObject({
    name: 'StoreError',
    code: 'closed',
  });
});

test('[F6.1] documents are included from any folder; files of the data folder are not documents', async () => {
  const data = join(folder, 'data');
  for (const path of ['data/workflows', 'tenants/acme', '.hidden'])
    await mkdir(join(folder, path), { recursive: true });
  for (const path of [
    'a.yaml',
    'tenants/acme/b.json',
    'notes.txt',
    '.hidden/c.yaml',
    'data/keys.json',
    'data/auth.yaml',
    'data/workflows/d.yaml',
    'data/workflows/e\\f.yaml',
  ])
    writeFileSync(join(folder, path), '{}');
  const paths = async (documents: string, names: readonly string[] = []) =>
    (await listBackupFiles({ folder: data, names, documents, catalogs: '' })).map(({ path }) => path);
  expect(await paths(folder)).toEqual(['workflows/a.yaml', 'workflows/tenants/acme/b.json']);
  expect(await paths(join(data, 'workflows'), ['auth.yaml', 'connectors.yaml', 'keys.json'])).toEqual([
    'auth.yaml',
    'keys.json',
    'workflows/d.yaml',
  ]);
  expect(await paths(join(folder, 'none'))).toEqual([]);
});

test('[F6.1] the files of catalogs are included from any folder, and nothing else that is there', async () => {
  const data = join(folder, 'data');
  const version = '0123456789abcdef';
  const files = [
    `github/${version}.commands.jsonl`,
    `github/${version}.index.json`,
    'github/catalog.json',
    'tenants/acme/pets/catalog.json',
  ];
  for (const path of [
    ...files,
    'notes.json',
    '.drafts/x/catalog.json',
    'github/notes.json',
    `${version}.index.json`,
  ]) {
    await mkdir(dirname(join(folder, 'apis', path)), { recursive: true });
    writeFileSync(join(folder, 'apis', path), '{}');
  }
  await mkdir(data, { recursive: true });
  const options = { folder: data, names: [], documents: join(folder, 'none') };
  const found = await listBackupFiles({ ...options, catalogs: join(folder, 'apis') });
  expect(found.map(({ path }) => path)).toEqual(files.map((path) => `catalogs/${path}`));
  expect(await listBackupFiles({ ...options, catalogs: join(folder, 'none') })).toEqual([]);
});
