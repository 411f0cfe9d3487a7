/**
 * Locks a data folder for one process. It is a lock of the operating system on a separate file, so it ends with the
 * process in any case. No other code may open that file: closing it anywhere in the process would release the lock.
 */
import Database from 'better-sqlite3';
import { explainFailure } from './explain-failure.ts';

export interface OwnerLock {
  release(): void;
}

/** @returns `undefined` if another process holds it */
export function tryLock(file: string): OwnerLock | undefined {
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { timeout: 0 });
    connection.exec('BEGIN EXCLUSIVE');
    const held = connection;
    return { release: () => void held.close() };
  } catch (error) {
    connection?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw explainFailure(error, file);
  }
}
