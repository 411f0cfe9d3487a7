/** What the file system or SQLite could not do, in the words and codes of the store. The only place that maps them. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from '../ports/store.ts';

/** @returns a StoreError where the store cannot work; what is no such failure (a mistake of the code) is left as it is */
export function explainFailure(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  const detail = error instanceof Error ? error.message : '';
  if (isOneOf(code, ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])) {
    return new StoreError(
      'disk-full',
      `The disk that holds “${file}” is full. Nothing of this was written; what was written before is there. Make room: Signalbox goes on by itself.`,
      true,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'])) {
    return new StoreError(
      'read-only',
      `“${file}” cannot be written (${detail}). Let the user that runs Signalbox write to the file and to the folder “${dirname(file)}”, or choose another data folder, and start again.`,
      false,
      { cause: error },
    );
  }
  if (isOneOf(code, ['ENOENT', 'ENOTDIR'])) {
    return new StoreError(
      'read-only',
      `The folder “${dirname(file)}” for the database is not there. Make it, or choose another data folder, and start again.`,
      false,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_NOTADB', 'SQLITE_CORRUPT'])) return damaged(file, detail, error);
  if (isOneOf(code, ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'])) {
    return new StoreError(
      'busy',
      `Another process keeps “${file}” locked. End whatever has it open (a database browser, a backup), and try again.`,
      true,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_IOERR', 'EIO', 'EMFILE', 'ENFILE', 'EFBIG'])) {
    return new StoreError(
      'input-output',
      `“${file}” could not be read or written (${detail}). Nothing of this was written. Check the disk.`,
      true,
      { cause: error },
    );
  }
  return error;
}

export function damaged(file: string, detail: string, cause?: unknown): StoreError {
  return new StoreError(
    'corrupt',
    `The database “${file}” is damaged (${detail}). Stop every Signalbox that uses it. ${recoveryHint(file)}`,
    false,
    { cause },
  );
}

export function foreign(file: string, detail: string): StoreError {
  return new StoreError(
    'corrupt',
    `“${file}” is not a database of Signalbox: ${detail}. It was left as it is. ${recoveryHint(file)}`,
    false,
  );
}

export function newer(file: string, schema: number, known: number): StoreError {
  return new StoreError(
    'newer',
    `The database “${file}” was made by a newer Signalbox (schema ${schema}; this one knows ${known}). It was left as it is. Install the newer version, or go back to what was there before the upgrade. ${recoveryHint(file)}`,
    false,
  );
}

/** Copies that were made before upgrades, the newest schema last. */
function copiesOf(file: string): readonly string[] {
  try {
    const beginning = `${basename(file)}.before-`;
    return readdirSync(dirname(file))
      .filter((name) => name.startsWith(beginning) && /^\d+(-\d+)?$/.test(name.slice(beginning.length)))
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => join(dirname(file), name));
  } catch {
    return [];
  }
}

function recoveryHint(file: string): string {
  const copies = copiesOf(file).map((copy) => `“${copy}”`);
  const away = `Move it away together with “${file}-wal” and “${file}-shm” where they exist`;
  return copies.length === 0
    ? `${away}, and put a backup of yours in its place, or start with an empty database.`
    : `${away}, and put a backup of yours in its place, or a copy from before an upgrade: ${copies.join(', ')}.`;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  // The package tells of a missing folder by a message alone.
  if (error instanceof TypeError && error.message.includes('directory does not exist')) return 'ENOENT';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Codes of SQLite come with a closer description: SQLITE_IOERR_WRITE. */
const isOneOf = (code: string, codes: readonly string[]): boolean =>
  codes.some((each) => code === each || code.startsWith(`${each}_`));
