/**
 * Inspects a file before it is opened for writing: a foreign, damaged or too new file stays unchanged. Only SQLite
 * opens it: if other code in the process closed the file, the locks of SQLite on it would be lost.
 */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Connection, openForReading } from './connection.ts';
import { damaged, foreign, newer } from './explain-failure.ts';

/** “Sgbx”, in the header field of SQLite for it. */
export const applicationId = 0x53_67_62_78;

/** The smallest page size of SQLite. */
const minFileBytes = 512;

/** @returns its schema number; 0 if it is empty. Throws a StoreError if it is refused. */
export function inspectFile(file: string, known: number): number {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw foreign(file, 'it is a folder');
  const size = sizeOf(file);
  // SQLite treats a very short file as empty, and would overwrite it.
  if (size > 0 && size < minFileBytes) throw foreign(file, `${size} bytes are too few`);
  if (size === 0) {
    const logSize = sizeOf(`${file}-wal`);
    // SQLite would discard the log and start over.
    if (logSize > 0) throw damaged(file, `it is empty, but its log holds ${logSize} bytes`);
    return 0;
  }
  const connection = openForReading(file);
  try {
    return schemaOf(connection, known);
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw foreign(file, 'its header is not that of SQLite');
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
    if (id !== 0 || schema !== 0 || tables !== 0) throw foreign(file, 'it was created by another program');
    return 0;
  }
  if (schema > known) throw newer(file, schema, known);
  return schema;
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
