/**
 * What a backup is: one file, a database that opens as it is, with two tables more (what else the data folder held, and
 * a note), and behind its pages one line that tells the digest of all before it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StoreError } from '../ports/store.ts';

/** What a backup says of itself. */
export interface BackupNote {
  readonly madeAt: string;
  /** Of the program. */
  readonly version: string;
  readonly keys: KeysInBackup;
}

/** `elsewhere`: they are in a variable, and no backup holds them. */
export type KeysInBackup = (typeof keysInBackup)[number];

export const keysInBackup = ['included', 'left-out', 'elsewhere'] as const;

export const backupTables = `
CREATE TABLE backup_note (made_at TEXT NOT NULL, version TEXT NOT NULL, keys TEXT NOT NULL);
CREATE TABLE backup_files (path TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
`;

export const backupTableNames = ['backup_note', 'backup_files'] as const;

/** Documents stand below this in a backup, and in the folder that is made of it. */
export const documentsFolder = 'workflows';

/** Only what a backup of ours holds: nothing that leads out of the folder, or is hidden in it. */
export function isAllowedPath(path: unknown): path is string {
  if (typeof path !== 'string') return false;
  const parts = path.split('/');
  const isBelow = parts.length === 1 || parts[0] === documentsFolder;
  return isBelow && parts.every((part) => /^[^.\\\0][^\\\0]*$/.test(part));
}

/** Of a file whose digest is right and which we never wrote. @param what we would not have written */
export const tamperedBackup = (what: string): StoreError =>
  new StoreError(
    'corrupt',
    `Somebody has changed the backup since it was made (${what}). Use another one.`,
    false,
  );

const sealLine = (digest: string): string => `\nsignalbox backup 1 sha256 ${digest}\n`;
const sealPattern = /^\nsignalbox backup 1 sha256 ([0-9a-f]{64})\n$/;
const sealLength = Buffer.byteLength(sealLine('0'.repeat(64)));

/** Writes the line behind a database that nobody has open; all of it is on the disk then. @returns the digest */
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
  /** It has no such line: it is something else, or its end is missing. */
  | { readonly kind: 'none' }
  /** What stands before the line is not what it was. */
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

/** @param bytes how many are looked at; all where absent */
async function digestOf(file: string, bytes?: number): Promise<string> {
  const hash = createHash('sha256');
  const end = bytes === undefined ? {} : { end: bytes - 1 };
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576, ...end })) hash.update(piece);
  return hash.digest('hex');
}
