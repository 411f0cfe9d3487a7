/** A connection to the database file, set up as the store needs it. */
import Database from 'better-sqlite3';

export type Connection = Database.Database;

export interface ConnectionOptions {
  readonly file: string;
  /** `full`: a commit survives a loss of power. `normal`: it survives the end of the process. */
  readonly durability: 'full' | 'normal';
}

/** How long another process may hold the file before that is an error. */
const patience = 2_000;

export function openConnection({ file, durability }: ConnectionOptions): Connection {
  const connection = new Database(file, { timeout: patience });
  try {
    connection.pragma('journal_mode = WAL');
    connection.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    // A log that a burst made large is cut back when it has been worked in.
    connection.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
    connection.pragma('trusted_schema = OFF');
    // SQLite opens a file that it may not write all the same; asking to write tells now instead of at the first commit.
    connection.transaction(() => undefined).immediate();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** For looking only: neither makes the file nor changes it. */
export function openForReading(file: string): Connection {
  return new Database(file, { readonly: true, fileMustExist: true, timeout: patience });
}
