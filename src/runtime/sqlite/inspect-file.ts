/**
 * Looks at a file before anything opens it for writing: what is not ours, not whole or too new stays as it is.
 * Only SQLite opens it: if anybody else in the process closed the file, the locks that it has on it would be gone.
 */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Connection, openForReading } from './connection.ts';
import { damaged, foreign, newer } from './explain-failure.ts';

/** “Sgbx”, in the place of SQLite's header that is meant for it. */
export const applicationId = 0x53_67_62_78;

/** The smallest page that SQLite knows. */
const minFileBytes = 512;

/** @returns the number of its schema; 0 where there is nothing yet. Throws a StoreError where it is refused. */
export function inspectFile(file: string, known: number): number {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw foreign(file, 'it is a folder');
  const size = sizeOf(file);
  // SQLite takes what is very short for empty, and would write over it.
  if (size > 0 && size < minFileBytes) throw foreign(file, `${size} bytes are too few for one`);
  if (size === 0) {
    const logSize = sizeOf(`${file}-wal`);
    // SQLite would throw the log away and begin anew.
    if (logSize > 0) throw damaged(file, `it is empty, but its log holds ${logSize} bytes`);
    return 0;
  }
  const connection = openForReading(file);
  try {
    return schemaOf(connection, known);
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw foreign(file, 'its first bytes are not those of SQLite');
    }
    throw error;
  } finally {
    connection.close();
  }
}

function schemaOf(connection: Connection, known: number): number {
  const file = connection.name;
  const id = Number(connection.pragma('application_id', { simple: true }));
  const schema = Number(connection.pragma('user_version', { simple: true }));
  const tables = connection.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (id !== applicationId) {
    if (id !== 0 || schema !== 0 || tables !== 0) throw foreign(file, 'another program made it');
    return 0;
  }
  if (schema > known) throw newer(file, schema, known);
  return schema;
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
