/** Opens connections to the database file with the settings of the store. */
import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

export type Connection = Database.Database;

export interface ConnectionOptions {
  readonly file: string;
  /** `full`: a commit survives a power failure. `normal`: it survives the end of the process. */
  readonly durability: 'full' | 'normal';
}

/** How long another process may lock the file before that is an error. */
const busyTimeout = 2_000;

export function openConnection({ file, durability }: ConnectionOptions): Connection {
  if (!existsSync(file)) {
    // Only the owner may read it; SQLite creates the files next to it with the same mode.
    writeFileSync(file, '', { mode: 0o600, flag: 'a' });
  }
  const connection = new Database(file, { timeout: busyTimeout });
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    // A log that grew in a burst is truncated at the next checkpoint.
    connection.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
    // A checkpoint costs as much as a hundred commits: every 32 MiB instead of every 4.
    connection.pragma('wal_autocheckpoint = 8192');
    connection.pragma('trusted_schema = OFF');
    checkWritable(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Writes the number of the schema again, without effect: this fails if a commit would. SQLite opens a read-only file
 * without an error.
 */
export function checkWritable(connection: Connection): void {
  const touch = connection.transaction(() => {
    const schema = Number(connection.pragma('user_version', { simple: true }));
    connection.pragma(`user_version = ${schema}`);
  });
  touch.immediate();
}

/** Read-only: neither creates the file nor changes it. */
export function openForReading(file: string): Connection {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeout });
}
