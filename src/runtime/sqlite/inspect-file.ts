/** Looks at a file before anything opens it for writing: what is not ours, not whole or too new stays as it is. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openForReading } from './connection.ts';
import { damaged, foreign, newer } from './explain-failure.ts';

/** “Sgbx”, in the place of SQLite's header that is meant for it. */
export const applicationId = 0x53_67_62_78;

const magic = 'SQLite format 3\0';
const headerSize = 100;

/** @returns the number of its schema; 0 where there is nothing yet. Throws a StoreError where it is refused. */
export function inspectFile(file: string, known: number): number {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw foreign(file, 'it is a folder');
  const size = sizeOf(file);
  const logSize = sizeOf(`${file}-wal`);
  if (size === 0) {
    // SQLite would throw the log away and begin anew.
    if (logSize > 0) throw damaged(file, `it is empty, but its log holds ${logSize} bytes`);
    return 0;
  }
  checkHeader(file, size, logSize, known);

  const connection = openForReading(file);
  try {
    const id = Number(connection.pragma('application_id', { simple: true }));
    const schema = Number(connection.pragma('user_version', { simple: true }));
    if (id === applicationId) {
      if (schema > known) throw newer(file, schema, known);
      return schema;
    }
    const tables = connection.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get();
    if (id !== 0 || schema !== 0 || tables !== 0) throw foreign(file, 'another program made it');
    return 0;
  } finally {
    connection.close();
  }
}

/** By the bytes alone: SQLite writes beside a file even when it only reads it. */
function checkHeader(file: string, size: number, logSize: number, known: number): void {
  const header = Buffer.alloc(headerSize);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, header, 0, headerSize, 0);
  closeSync(descriptor);
  const start = Math.min(length, magic.length);
  if (header.toString('latin1', 0, start) !== magic.slice(0, start)) {
    throw foreign(file, 'its first bytes are not those of SQLite');
  }
  if (length < headerSize) throw damaged(file, `only ${size} bytes of it are left`);

  const id = header.readUInt32BE(68);
  const schema = header.readUInt32BE(60);
  if (id !== 0 && id !== applicationId) throw foreign(file, 'another program made it');
  if (id === applicationId && schema > known) throw newer(file, schema, known);

  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const isCountValid = header.readUInt32BE(24) === header.readUInt32BE(92);
  const expected = header.readUInt32BE(28) * pageSize;
  // Pages may still be in the log; without one they are lost.
  if (isCountValid && logSize === 0 && size < expected) {
    throw damaged(file, `it has ${size} bytes, but should have ${expected}`);
  }
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
