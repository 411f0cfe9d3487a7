/** For tests: creates a database as the first version did. */
import { rmSync } from 'node:fs';
import type { Unit } from '../../src/runtime/ports/store.ts';
import { type Connection, openConnection } from '../../src/runtime/sqlite/connection.ts';
import { migrate } from '../../src/runtime/sqlite/migrate.ts';
import { migrations } from '../../src/runtime/sqlite/migrations/migrations.ts';
import { createSqliteStore } from '../../src/runtime/sqlite/sqlite-store.ts';

/** Written by the current store, and copied into the tables of the first schema. */
export async function makeFirstDatabase(file: string, units: readonly Unit[]): Promise<void> {
  const today = `${file}.today`;
  const store = createSqliteStore(open(today, migrations));
  await store.commit(units);
  await store.close();
  const connection = open(file, migrations.slice(0, 1));
  connection.prepare('ATTACH ? AS today').run(today);
  for (const table of namesIn(connection, "SELECT name FROM main.sqlite_schema WHERE type = 'table'")) {
    const columnsIn = (schema: string) =>
      namesIn(connection, `SELECT name FROM pragma_table_info('${table}', '${schema}')`);
    const columns = columnsIn('main').join(', ');
    const isKnown = columnsIn('main').every((name) => columnsIn('today').includes(name));
    if (isKnown)
      connection.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM today.${table}`);
  }
  connection.exec('DETACH today');
  connection.close();
  rmSync(today);
}

function open(file: string, steps: readonly string[]): Connection {
  const connection = openConnection({ file, durability: 'full' });
  migrate(connection, steps, () => undefined);
  return connection;
}

const namesIn = (connection: Connection, sql: string): readonly string[] =>
  connection.prepare<[], string>(sql).pluck().all();
