/** Creates databases of an earlier version, and reads the content of a database of any version. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { applicationId } from '../../src/runtime/sqlite/inspect-file.ts';
import { migrations } from '../../src/runtime/sqlite/migrations/migrations.ts';

/** Creates one with the first schema and the rows of another, `times` over so that it is large. @returns its size */
export function makeOldDatabase(file: string, from: string, times: number): number {
  const old = new Database(file);
  try {
    old.pragma('journal_mode = WAL');
    old.exec(migrations[0] ?? '');
    old.pragma(`application_id = ${applicationId}`);
    old.pragma('user_version = 1');
    old.prepare('ATTACH ? AS new').run(from);
    for (const table of tablesOf(old)) {
      const columns = columnsOf(old, table);
      // This table was created again since, and has never held anything.
      if (table === 'outbox') continue;
      const add = (prefix: string) => {
        const values = columns.map((name) => (name === 'tenant' ? `'${prefix}' || tenant` : name));
        old.exec(`INSERT INTO main.${table} (${columns.join()}) SELECT ${values.join()} FROM new.${table}`);
      };
      for (let copy = 0; copy < times; copy++) add(copy === 0 ? '' : `copy ${copy} of `);
    }
    old.exec('DETACH new');
  } finally {
    old.close();
  }
  return statSync(file).size;
}

/** A hash of every row of every table; ignores indexes, and empty columns, as new ones are. */
export function contentOf(file: string): { readonly [table: string]: string } {
  const connection = new Database(file, { readonly: true });
  try {
    return Object.fromEntries(
      tablesOf(connection).map((table) => {
        const hash = createHash('sha256');
        const order = columnsOf(connection, table).join();
        const rows = connection.prepare<[], object>(`SELECT * FROM ${table} ORDER BY ${order}`);
        for (const row of rows.iterate()) {
          hash.update(
            JSON.stringify(Object.entries(row).filter(([, value]) => value !== null && value !== '')),
          );
        }
        return [table, hash.digest('hex')];
      }),
    );
  } finally {
    connection.close();
  }
}

export function schemaOf(file: string): number {
  const connection = new Database(file, { readonly: true });
  try {
    return Number(connection.pragma('user_version', { simple: true }));
  } finally {
    connection.close();
  }
}

/** Rows of runs that do not exist, by table. */
export function orphansIn(file: string): { readonly [table: string]: number } {
  const connection = new Database(file, { readonly: true });
  const count = (table: string, isOwned: string): number =>
    connection
      .prepare<[], number>(`SELECT count(*) FROM ${table} AS it WHERE NOT EXISTS (${isOwned})`)
      .pluck()
      .get() ?? 0;
  const byRun = 'SELECT 1 FROM runs WHERE tenant = it.tenant AND id = it.run';
  try {
    return {
      // One row may have no run: it keeps the highest number.
      journal: count("(SELECT * FROM journal WHERE run <> '')", byRun),
      snapshots: count('snapshots', byRun),
      items: count('items', byRun),
      payloadUses: count('payload_uses', byRun),
      programs: count(
        "(SELECT * FROM contents WHERE kind = 'program')",
        'SELECT 1 FROM runs WHERE tenant = it.tenant AND program = it.hash',
      ),
      payloads: count(
        "(SELECT * FROM contents WHERE kind = 'payload')",
        'SELECT 1 FROM payload_uses WHERE tenant = it.tenant AND hash = it.hash',
      ),
    };
  } finally {
    connection.close();
  }
}

const tablesOf = (connection: Database.Database): readonly string[] =>
  connection
    .prepare<[], string>("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all();

const columnsOf = (connection: Database.Database, table: string): readonly string[] =>
  connection.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
