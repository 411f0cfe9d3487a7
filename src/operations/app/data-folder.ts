/** Defines the layout of the data folder and acquires its ownership. */
import { existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  checkSqlite,
  databaseName,
  type OwnerLock,
  type SqliteReport,
  StoreError,
  tryLock,
} from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { storeUnavailable } from '../contract/store-unavailable.ts';

export interface DataFiles {
  readonly database: string;
  readonly keys: string;
  /** Sealed secrets that were saved. */
  readonly secrets: string;
  /** Only the lock itself may open this file: closing it anywhere in the process would release the lock. */
  readonly lock: string;
  /** A folder that may be removed at any time. Its files are not workflow documents of an enclosing folder. */
  readonly diskCache: string;
  /** A folder with fetched git repositories; likewise. */
  readonly repositories: string;
}

export type FolderLock = OwnerLock;

export const dataFiles = (folder: string): DataFiles => ({
  database: join(folder, databaseName),
  keys: join(folder, 'keys.json'),
  secrets: join(folder, 'secrets.json'),
  lock: join(folder, 'owner.lock'),
  diskCache: join(folder, '.cache'),
  repositories: join(folder, '.repositories'),
});

/** A new folder is only accessible to its user; an existing one is left unchanged. Rejects with OperationError. */
export async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(resolve(folder));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new OperationError(
      {
        code: 'store_unavailable',
        message: `The data folder “${folder}” cannot be created (${reason}).`,
        suggestedAction: 'Create it, or choose another one with --data or SIGNALBOX_DATA, and start again.',
        context: { path: folder },
      },
      { cause: error },
    );
  }
}

/** Creates the levels one by one: a recursive mkdir may never return if a level can neither be created nor exists. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent);
  if (existsSync(folder)) return;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  });
}

/** @returns `undefined` if another process owns the folder. Throws OperationError. */
export function lockFolder(folder: string): FolderLock | undefined {
  try {
    return tryLock(dataFiles(folder).lock);
  } catch (error) {
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}

/** A new database is only readable by its user, regardless of the folder's mode. */
export async function protectDatabase(folder: string): Promise<void> {
  // If it cannot be created, opening it reports the reason.
  const file = await open(dataFiles(folder).database, 'a', 0o600).catch(() => undefined);
  await file?.close();
}

/** Examines the database without opening the app. */
export function checkDatabase(folder: string): Promise<SqliteReport> {
  return checkSqlite(dataFiles(folder).database);
}
