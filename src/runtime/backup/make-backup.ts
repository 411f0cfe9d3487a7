/**
 * Copies a database in use, with its other files, into one file. The copy is a consistent snapshot: it holds
 * everything that was committed before. It is made by a reader and does not block writers; deleted data is not in the
 * copy. It takes time and a whole CPU, so it runs in a process of its own (`runBackup`).
 */
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openForReading } from '../sqlite/connection.ts';
import { damaged } from '../sqlite/explain-failure.ts';
import { type BackupNote, backupTables, sealBackup } from './backup-format.ts';

export interface BackupRequest {
  readonly database: string;
  /** An empty file, which becomes the copy. */
  readonly draft: string;
  readonly files: readonly BackupFile[];
  readonly note: BackupNote;
}

/** A file besides the database. */
export interface BackupFile {
  /** In the backup: relative to the data folder, with `/`. */
  readonly path: string;
  readonly from: string;
}

/** Throws errors of SQLite and the file system. @returns the digest */
export async function makeBackup({ database, draft, files, note }: BackupRequest): Promise<string> {
  copyDatabase(database, draft);
  const copy = new Database(draft, { fileMustExist: true });
  try {
    pack(copy, files, note);
    checkIntegrity(copy);
  } finally {
    copy.close();
  }
  return sealBackup(draft);
}

function copyDatabase(database: string, draft: string): void {
  const source = openForReading(database);
  try {
    source.prepare<[string]>('VACUUM INTO ?').run(draft);
  } finally {
    source.close();
  }
}

function pack(copy: Database.Database, files: readonly BackupFile[], note: BackupNote): void {
  copy.exec(backupTables);
  const insertFile = copy.prepare<[string, Buffer]>('INSERT INTO backup_files VALUES (?, ?)');
  const insertNote = copy.prepare<[string, string, string]>('INSERT INTO backup_note VALUES (?, ?, ?)');
  const all = copy.transaction(() => {
    insertNote.run(note.madeAt, note.version, note.keys);
    for (const { path, from } of files) {
      const content = contentOf(from);
      if (content !== undefined) insertFile.run(path, content);
    }
  });
  all();
}

/** `undefined` if it was removed in the meantime. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Throws a StoreError if the copy is damaged. */
export function checkIntegrity(copy: Database.Database): void {
  const findings = copy.prepare<[], string>('PRAGMA integrity_check(10)').pluck().all();
  if (findings.length !== 1 || findings[0] !== 'ok') throw damaged(copy.name, findings.join('; '));
}
