/** Checks that a file is a complete backup, and reports its content. Reads everything, changes nothing. */
import { stat } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { StoreError } from '../ports/store.ts';
import { openForReading } from '../sqlite/connection.ts';
import { explainFailure } from '../sqlite/explain-failure.ts';
import { inspectFile } from '../sqlite/inspect-file.ts';
import { migrations } from '../sqlite/migrations/migrations.ts';
import { type BackupNote, isAllowedPath, keysInBackup, readSeal, tamperedBackup } from './backup-format.ts';
import { checkIntegrity } from './make-backup.ts';

export type CheckedBackup =
  | { readonly kind: 'good'; readonly backup: BackupFacts }
  | { readonly kind: 'bad'; readonly problem: string };

export interface BackupFacts extends BackupNote {
  readonly bytes: number;
  /** SHA-256 of the database in it. */
  readonly digest: string;
  /** Number of leading bytes that are the database. */
  readonly databaseBytes: number;
  readonly schema: number;
  /** Runs of all tenants. */
  readonly runs: number;
  /** Paths of the files in it besides the database, sorted. */
  readonly files: readonly string[];
}

export async function checkBackup(file: string): Promise<CheckedBackup> {
  const bad = (problem: string): CheckedBackup => ({ kind: 'bad', problem });
  try {
    const seal = await readSeal(file);
    if (seal.kind === 'none') {
      return bad(`“${file}” is not a backup, or its end is missing. Copy the file again from its origin.`);
    }
    if (seal.kind === 'broken') {
      return bad(`“${file}” is damaged: its content does not match its digest. Use another backup.`);
    }
    const { size: bytes } = await stat(file);
    const { digest, databaseBytes } = seal;
    return { kind: 'good', backup: { bytes, digest, databaseBytes, ...look(file) } };
  } catch (error) {
    const explained = explainFailure(error, file);
    // The remaining errors: a table is missing, or is not a table.
    if (explained instanceof Database.SqliteError) return bad(tamperedBackup(explained.message).message);
    if (explained instanceof StoreError) return bad(explained.message);
    throw explained;
  }
}

function look(file: string): Omit<BackupFacts, 'bytes' | 'digest' | 'databaseBytes'> {
  const schema = inspectFile(file, migrations.length);
  const connection = openForReading(file);
  try {
    checkIntegrity(connection);
    const note: unknown = connection
      .prepare<[]>('SELECT made_at AS madeAt, version, keys FROM backup_note')
      .get();
    if (!isNote(note)) throw tamperedBackup('its note');
    const files = connection
      .prepare<[], unknown>('SELECT path FROM backup_files ORDER BY path')
      .pluck()
      .all();
    const runs = connection.prepare<[], number>('SELECT count(*) FROM runs').pluck().get() ?? 0;
    if (!files.every(isAllowedPath))
      throw tamperedBackup(`“${String(files.find((path) => !isAllowedPath(path)))}”`);
    return { ...note, schema, files, runs };
  } finally {
    connection.close();
  }
}

function isNote(row: unknown): row is BackupNote {
  if (typeof row !== 'object' || row === null) return false;
  const { madeAt, version, keys }: Partial<Record<keyof BackupNote, unknown>> = row;
  const isKnown = keysInBackup.some((each) => each === keys);
  return isKnown && typeof version === 'string' && typeof madeAt === 'string' && Date.parse(madeAt) > 0;
}
