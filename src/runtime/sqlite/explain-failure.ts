/** Maps errors of the file system and SQLite to StoreErrors. No other file does that. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { StoreError } from '../ports/store.ts';

/** @returns a StoreError if the store cannot work; other errors (bugs) are returned unchanged */
export function explainFailure(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  const detail = error instanceof Error ? error.message : '';
  if (isOneOf(code, ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])) {
    return new StoreError(
      'disk-full',
      `The disk that holds “${file}” is full. This change was not written; earlier changes are safe. Free some space; Signalbox then continues automatically.`,
      true,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'])) {
    return new StoreError(
      'read-only',
      `“${file}” cannot be written (${detail}). Give the user that runs Signalbox write access to the file and to the folder “${dirname(file)}”, or choose another data folder, and start again.`,
      false,
      { cause: error },
    );
  }
  if (isOneOf(code, ['ENOENT', 'ENOTDIR'])) {
    return new StoreError(
      'read-only',
      `The folder “${dirname(file)}” for the database does not exist. Create it, or choose another data folder, and start again.`,
      false,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_NOTADB', 'SQLITE_CORRUPT'])) return damaged(file, detail, error);
  if (isOneOf(code, ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL'])) {
    return new StoreError(
      'busy',
      `Another process keeps “${file}” locked. End the process that has it open (a database browser, a backup), and try again.`,
      true,
      { cause: error },
    );
  }
  if (isOneOf(code, ['SQLITE_IOERR', 'EIO', 'EMFILE', 'ENFILE', 'EFBIG'])) {
    return new StoreError(
      'input-output',
      `“${file}” could not be read or written (${detail}). This change was not written. Check the disk.`,
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
    `“${file}” is not a Signalbox database: ${detail}. It was not changed. ${recoveryHint(file)}`,
    false,
  );
}

export function newer(file: string, schema: number, known: number): StoreError {
  return new StoreError(
    'newer',
    `The database “${file}” was created by a newer version of Signalbox (schema ${schema}; this version supports up to ${known}). It was not changed. Install the newer version, or restore the state from before the upgrade. ${recoveryHint(file)}`,
    false,
  );
}

/** Copies from before upgrades, the newest schema last. */
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
  const away = `Move it away together with “${file}-wal” and “${file}-shm” if they exist`;
  return copies.length === 0
    ? `${away}, and restore a backup in its place, or start with an empty database.`
    : `${away}, and restore a backup in its place, or a copy from before an upgrade: ${copies.join(', ')}.`;
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  // The package reports a missing folder only by its message.
  if (error instanceof TypeError && error.message.includes('directory does not exist')) return 'ENOENT';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** SQLite codes may have a more specific suffix: SQLITE_IOERR_WRITE. */
const isOneOf = (code: string, codes: readonly string[]): boolean =>
  codes.some((each) => code === each || code.startsWith(`${each}_`));
