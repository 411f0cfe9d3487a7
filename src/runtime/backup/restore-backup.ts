/**
 * Restores a checked backup into a data folder. The database gets its final name last, so an unfinished folder is
 * never mistaken for a finished one.
 */
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { backupTableNames, isAllowedPath, tamperedBackup } from './backup-format.ts';
import type { BackupFacts } from './check-backup.ts';

export interface RestoreRequest {
  readonly file: string;
  readonly backup: BackupFacts;
  /** Exists and is empty. */
  readonly folder: string;
  /** The file name of the database in it. */
  readonly database: string;
}

/**
 * If it fails, the folder is empty again. Throws errors of SQLite and the file system, or that the backup was
 * changed.
 */
export async function restoreBackup({ file, backup, folder, database }: RestoreRequest): Promise<void> {
  const draft = join(folder, `${database}.unfinished`);
  try {
    const end = backup.databaseBytes - 1;
    await pipeline(createReadStream(file, { end }), newFile(draft));
    await unpack(draft, folder, database);
    await syncFile(draft);
    await rename(draft, join(folder, database));
    await syncFile(folder);
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

const newFile = (path: string): WriteStream => createWriteStream(path, { flags: 'wx', mode: 0o600 });

async function unpack(draft: string, folder: string, database: string): Promise<void> {
  const connection = new Database(draft, { fileMustExist: true });
  try {
    const select = connection.prepare<[], PackedFile>('SELECT path, content FROM backup_files');
    for (const { path, content } of select.iterate()) {
      // Nothing that SQLite would treat as part of the database.
      if (!isAllowedPath(path) || path.startsWith(database)) throw tamperedBackup(`“${path}”`);
      await writeRestoredFile(join(folder, path), content);
    }
    // Keys must not remain in freed pages.
    connection.pragma('secure_delete = ON');
    for (const table of backupTableNames) connection.exec(`DROP TABLE ${table}`);
    // Changes that were reported after the backup are missing here: consumers of the change feed must start over.
    connection.exec('UPDATE identity SET text = lower(hex(randomblob(32)))');
  } finally {
    connection.close();
  }
}

interface PackedFile {
  readonly path: string;
  readonly content: Buffer;
}

async function writeRestoredFile(target: string, content: Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeFile(target, content, { flag: 'wx', mode: 0o600 });
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
