/** The data folder: what is where in it, and who owns it. */
import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkSqlite, type OwnerLock, type SqliteReport, StoreError, tryLock } from '../../runtime/index.ts';
import { storeUnavailable } from '../contract/call-operation.ts';
import { OperationError } from '../contract/operation-error.ts';

export interface DataFiles {
  readonly database: string;
  readonly keys: string;
  /** Never opened by anybody but the lock itself: closing it anywhere in the process would free the lock. */
  readonly lock: string;
  /** A folder; may be removed at any time. */
  readonly diskCache: string;
  /** A folder with what was fetched of git repositories; no documents of whoever keeps workflows around it. */
  readonly repositories: string;
}

export type FolderLock = OwnerLock;

export const dataFiles = (folder: string): DataFiles => ({
  database: join(folder, 'signalbox.db'),
  keys: join(folder, 'keys.json'),
  lock: join(folder, 'owner.lock'),
  diskCache: join(folder, 'keepsakes'),
  repositories: join(folder, '.repositories'),
});

/** A new one is for its user alone; one that is there is left as it is. Rejects with OperationError. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new OperationError(
      {
        code: 'store_unavailable',
        message: `The data folder “${folder}” cannot be made (${reason}).`,
        suggestedAction: 'Make it, or choose another one with --data or SIGNALBOX_DATA, and start again.',
        context: { path: folder },
      },
      { cause: error },
    );
  }
}

/** Level by level: where a level can neither be made nor is there, asking for all of them at once may never end. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent);
  if (existsSync(folder)) return;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error;
  });
}

/** @returns undefined where another process owns the folder. Throws OperationError. */
export function lockFolder(folder: string): FolderLock | undefined {
  try {
    return tryLock(dataFiles(folder).lock);
  } catch (error) {
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}

/** A database that is made anew can be read by its user alone, whatever the folder allows. */
export async function protectDatabase(folder: string): Promise<void> {
  // Where it cannot be made, whoever opens it says why.
  const file = await open(dataFiles(folder).database, 'a', 0o600).catch(() => undefined);
  await file?.close();
}

/** Examines the database without opening the house. */
export function checkDatabase(folder: string): Promise<SqliteReport> {
  return checkSqlite(dataFiles(folder).database);
}
