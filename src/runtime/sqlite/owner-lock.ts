/**
 * Says which process owns a data folder. The lock is one of the operating system on a file of its own, so it ends with
 * the process, however that ends. Nobody else may open that file: closing it anywhere in the process would free the lock.
 */
import Database from 'better-sqlite3';
import { explainFailure } from './explain-failure.ts';

export interface OwnerLock {
  release(): void;
}

/** @returns undefined where another has it */
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
