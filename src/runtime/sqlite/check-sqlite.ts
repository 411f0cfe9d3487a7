/** Checks a database file for an operator. Reads everything, changes nothing. */
import { StoreError } from '../ports/store.ts';
import { openForReading } from './connection.ts';
import { damaged, explainFailure } from './explain-failure.ts';
import { inspectFile, sizeOf } from './inspect-file.ts';
import { migrations } from './migrations/migrations.ts';

export interface SqliteReport {
  readonly ok: boolean;
  /** What is wrong and what to do, in sentences. */
  readonly problems: readonly string[];
  /** Its schema number, and that of this version; `null` if it could not be read, 0 if there is none. */
  readonly schema: number | null;
  readonly newestSchema: number;
  /** Size of the file, and of its log, in bytes. */
  readonly size: number;
  readonly logSize: number;
}

/** Limit of reported findings. */
const maxFindings = 10;

export async function checkSqlite(file: string): Promise<SqliteReport> {
  let size = 0;
  let logSize = 0;
  const report = (schema: number | null, problems: readonly string[]): SqliteReport => ({
    ok: problems.length === 0,
    problems,
    schema,
    newestSchema: migrations.length,
    size,
    logSize,
  });
  try {
    size = sizeOf(file);
    logSize = sizeOf(`${file}-wal`);
    const schema = inspectFile(file, migrations.length);
    if (size === 0) return report(schema, []);
    const findings = quickCheck(file);
    return report(schema, findings.length === 0 ? [] : [damaged(file, findings.join('; ')).message]);
  } catch (error) {
    const explained = explainFailure(error, file);
    if (explained instanceof StoreError) return report(null, [explained.message]);
    throw explained;
  }
}

function quickCheck(file: string): readonly string[] {
  const connection = openForReading(file);
  try {
    const findings = connection.prepare<[], string>(`PRAGMA quick_check(${maxFindings})`).pluck().all();
    return findings.filter((finding) => finding !== 'ok');
  } finally {
    connection.close();
  }
}
