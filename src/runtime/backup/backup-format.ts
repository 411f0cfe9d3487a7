/**
 * The format of a backup: one file, a valid database with two more tables (the other files of the data folder, and a
 * note), followed by one line with the digest of everything before it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../ports/store.ts';

/** The metadata of a backup. */
export interface BackupNote {
  readonly madeAt: string;
  /** Of Signalbox. */
  readonly version: string;
  readonly keys: KeysInBackup;
}

/** `elsewhere`: the keys are in a variable, and not in the backup. */
export type KeysInBackup = (typeof keysInBackup)[number];

export const keysInBackup = ['included', 'left-out', 'elsewhere'] as const;

export const backupTables = `
CREATE TABLE backup_note (made_at TEXT NOT NULL, version TEXT NOT NULL, keys TEXT NOT NULL);
CREATE TABLE backup_files (path TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
`;

export const backupTableNames = ['backup_note', 'backup_files'] as const;

/** The folder of documents in a backup, and in the restored data folder. */
export const documentsFolder = 'workflows';
/** The folder of catalogs there. */
export const catalogsFolder = 'catalogs';

/** Accepts only paths that Signalbox writes: none that leaves the folder, and none that is hidden. */
export function isAllowedPath(path: unknown): path is string {
  if (typeof path !== 'string') return false;
  const parts = path.split('/');
  const isBelow = parts.length === 1 || parts[0] === documentsFolder || parts[0] === catalogsFolder;
  return isBelow && parts.every((part) => /^[^.\\\0][^\\\0]*$/.test(part));
}

/** For a file with a valid digest whose content Signalbox never writes. @param what the unexpected content */
export const tamperedBackup = (what: string): StoreError =>
  new StoreError('corrupt', `The backup was changed after it was made (${what}). Use another one.`, false);

const sealLine = (digest: string): string => `\nsignalbox backup 1 sha256 ${digest}\n`;
const sealPattern = /^\nsignalbox backup 1 sha256 ([0-9a-f]{64})\n$/;
const sealLength = Buffer.byteLength(sealLine('0'.repeat(64)));

/** Appends the line to a database that is not open, and syncs it to disk. @returns the digest */
export async function sealBackup(file: string): Promise<string> {
  const digest = await digestOf(file);
  const handle = await open(file, 'a');
  try {
    await handle.writeFile(sealLine(digest));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return digest;
}

export type Seal =
  | { readonly kind: 'whole'; readonly digest: string; readonly databaseBytes: number }
  /** The line is missing: the file is something else, or incomplete. */
  | { readonly kind: 'none' }
  /** The content does not match its digest. */
  | { readonly kind: 'broken' };

export async function readSeal(file: string): Promise<Seal> {
  const handle = await open(file, 'r');
  try {
    const databaseBytes = (await handle.stat()).size - sealLength;
    const digest = databaseBytes > 0 ? await readLine(handle, databaseBytes) : undefined;
    if (digest === undefined) return { kind: 'none' };
    const found = await digestOf(file, databaseBytes);
    return found === digest ? { kind: 'whole', digest, databaseBytes } : { kind: 'broken' };
  } finally {
    await handle.close();
  }
}

async function readLine(handle: FileHandle, at: number): Promise<string | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sealLength), 0, sealLength, at);
  return sealPattern.exec(buffer.toString('latin1', 0, bytesRead))?.[1];
}

/** @param bytes how many are digested; default: all */
async function digestOf(file: string, bytes?: number): Promise<string> {
  const hash = createHash('sha256');
  const end = bytes === undefined ? {} : { end: bytes - 1 };
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576, ...end })) hash.update(piece);
  return hash.digest('hex');
}
