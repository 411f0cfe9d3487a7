/** A connection to the database file, set up as the store needs it. */
import { existsSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

export type Connection = Database.Database;

export interface ConnectionOptions {
  readonly file: string;
  /** `full`: a commit survives a loss of power. `normal`: it survives the end of the process. */
  readonly durability: 'full' | 'normal';
}

/** How long another process may hold the file before that is an error. */
const busyTimeout = 2_000;

export function openConnection({ file, durability }: ConnectionOptions): Connection {
  if (!existsSync(file)) {
    // What is in it is nobody else's business; SQLite makes the files beside it with the same mode.
    writeFileSync(file, '', { mode: 0o600, flag: 'a' });
  }
  const connection = new Database(file, { timeout: busyTimeout });
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    // A log that a burst made large is cut back when it has been worked in.
    connection.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
    // Carrying the log over into the tables costs as much as a hundred commits: every 32 MiB rather than every 4.
    connection.pragma('wal_autocheckpoint = 8192');
    connection.pragma('trusted_schema = OFF');
    checkWritable(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite opens a file that it may not write all the same: a write that changes nothing tells now, not at a commit. */
function checkWritable(connection: Connection): void {
  const touch = connection.transaction(() => {
    const schema = Number(connection.pragma('user_version', { simple: true }));
    connection.pragma(`user_version = ${schema}`);
  });
  touch.immediate();
}

/** For looking only: neither makes the file nor changes it. */
export function openForReading(file: string): Connection {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeout });
}
