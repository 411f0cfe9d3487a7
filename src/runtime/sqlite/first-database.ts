/** For tests: a database as the first version made it. */
import type { Unit } from '../ports/store.ts';
import { openConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { sessionNotes } from './migrations/0003-session-notes.ts';
import { whoDidWhat } from './migrations/0004-who-did-what.ts';
import { migrations } from './migrations/migrations.ts';
import { createSqliteStore } from './sqlite-store.ts';

const laterTables = ['session_notes', 'api_keys', 'audit', 'purged_rows', 'identity', 'content_bytes'];

export async function makeFirstDatabase(file: string, units: readonly Unit[]): Promise<void> {
  const connection = openConnection({ file, durability: 'full' });
  migrate(connection, migrations.slice(0, 1), () => undefined);
  // The store of today needs them to begin with.
  connection.exec(sessionNotes);
  connection.exec(whoDidWhat);
  await createSqliteStore(connection).commit(units);
  for (const trigger of ['contents_added', 'contents_removed']) connection.exec(`DROP TRIGGER ${trigger}`);
  for (const table of laterTables) connection.exec(`DROP TABLE ${table}`);
  connection.exec('ALTER TABLE journal DROP COLUMN correlation_id');
  connection.close();
}
