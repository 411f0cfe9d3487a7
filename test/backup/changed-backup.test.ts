/** Backups that were changed and sealed again: a digest detects damage, not manipulation. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreFolder } from '../../src/operations/app/restore-folder.ts';
import { readSeal, sealBackup } from '../../src/runtime/backup/backup-format.ts';
import { makeBackup } from '../../src/runtime/backup/make-backup.ts';
import { openSqliteStore } from '../../src/runtime/sqlite/open-sqlite-store.ts';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-restore-'));
  file = join(folder, 'one.backup');
  const database = join(folder, 'signalbox.db');
  await (await openSqliteStore({ file: database, durability: 'normal' })).close();
  writeFileSync(file, '');
  const note = { madeAt: '2026-01-15T10:00:00.000Z', version: '1', keys: 'left-out' } as const;
  await makeBackup({ database, draft: file, files: [], note });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The change of an attacker who knows how a backup is sealed. */
async function tamper(statements: string): Promise<void> {
  const seal = await readSeal(file);
  if (seal.kind !== 'whole') throw new Error(seal.kind);
  await truncate(file, seal.databaseBytes);
  const connection = new Database(file);
  connection.exec(statements);
  connection.close();
  await sealBackup(file);
}

const adding = (path: string, content = "x''"): string =>
  `INSERT INTO backup_files VALUES ('${path}', ${content});`;

test.each([
  ['a file outside of the folder', adding('../evil')],
  ['a hidden file', adding('.ssh')],
  ['a file in the place of the draft', adding('signalbox.db.unfinished')],
  ['a log of the database', adding('signalbox.db-wal')],
  ['a file below a file', `${adding('workflows')}${adding('workflows/a.yaml')}`],
  ['a file of too long a name', adding('a'.repeat(5_000))],
  ['a file that is a number', adding('a.yaml', '7')],
  ['a path that is not text', "INSERT INTO backup_files VALUES (x'ff', x'');"],
  ['no list of files', 'DROP TABLE backup_files;'],
  [
    'a list of files that is not a table',
    'DROP TABLE backup_files; CREATE VIEW backup_files AS SELECT 1 AS path, 2 AS content;',
  ],
  [
    'an empty list that is not a table',
    "DROP TABLE backup_files; CREATE VIEW backup_files AS SELECT '' AS path, '' AS content WHERE 0;",
  ],
  ['no note', 'DELETE FROM backup_note;'],
  ['a note without a time', "UPDATE backup_note SET made_at = 'once';"],
  ['a note with unknown keys', "UPDATE backup_note SET keys = 'none';"],
  ['no identity', 'DROP TABLE identity;'],
  ['no runs', 'DROP TABLE runs;'],
])('[F6.1] a backup that was changed and sealed again is refused: %s', async (_, statements) => {
  await tamper(statements);
  const target = join(folder, 'new');
  const restored = await restoreFolder(file, target);
  expect(restored).toMatchObject({ kind: 'refused', advice: 'Nothing was restored.' });
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
  expect(existsSync(join(folder, 'evil'))).toBe(false);
});

test('[F6.1] an unchanged one is restored', async () => {
  await tamper(adding('workflows/a.yaml'));
  const target = join(folder, 'new');
  expect(await restoreFolder(file, target)).toMatchObject({ kind: 'restored' });
  expect(readdirSync(target).toSorted()).toEqual(['signalbox.db', 'workflows']);
});
