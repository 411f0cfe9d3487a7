/** Entries of journals, and snapshots. */
import type { Note, RunEvent, RunState } from '../../kernel/index.ts';
import type { JournalEntry, Snapshot } from '../ports/journal.ts';
import type { Connection } from './connection.ts';

export interface EntryRow {
  readonly seq: number;
  readonly event: string;
  readonly notes: string;
  readonly correlationId: string | null;
}

export const entryColumns = 'seq, event, notes, correlation_id AS correlationId';

export const decodeEntry = ({ seq, event, notes, correlationId }: EntryRow): JournalEntry => ({
  seq,
  event: JSON.parse(event) as RunEvent,
  notes: JSON.parse(notes) as readonly Note[],
  ...(correlationId === null ? {} : { correlationId }),
});

export function prepareJournals(connection: Connection) {
  const insertEntry = connection.prepare<[string, string, number, string, string, string | null]>(
    'INSERT INTO journal (tenant, run, seq, event, notes, correlation_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectEntries = connection.prepare<[string, string, number, number], EntryRow>(
    `SELECT ${entryColumns} FROM journal WHERE tenant = ? AND run = ? AND seq > ?
     ORDER BY seq LIMIT ?`,
  );
  const upsertSnapshot = connection.prepare<[string, string, number, string]>(
    `INSERT INTO snapshots (tenant, run, seq, state) VALUES (?, ?, ?, ?)
     ON CONFLICT (tenant, run) DO UPDATE SET seq = excluded.seq, state = excluded.state`,
  );
  const selectSnapshot = connection.prepare<
    [string, string],
    { readonly seq: number; readonly state: string }
  >('SELECT seq, state FROM snapshots WHERE tenant = ? AND run = ?');
  const deleteEntries = connection.prepare<[string, string]>(
    'DELETE FROM journal WHERE tenant = ? AND run = ?',
  );
  const deleteSnapshot = connection.prepare<[string, string]>(
    'DELETE FROM snapshots WHERE tenant = ? AND run = ?',
  );

  return {
    append(tenant: string, run: string, { seq, event, notes, correlationId }: JournalEntry): void {
      insertEntry.run(tenant, run, seq, JSON.stringify(event), JSON.stringify(notes), correlationId ?? null);
    },
    read: (tenant: string, run: string, after: number, limit: number): readonly JournalEntry[] =>
      selectEntries.all(tenant, run, after, limit).map(decodeEntry),
    writeSnapshot(tenant: string, run: string, { seq, state }: Snapshot): void {
      upsertSnapshot.run(tenant, run, seq, JSON.stringify(state));
    },
    snapshot(tenant: string, run: string): Snapshot | undefined {
      const row = selectSnapshot.get(tenant, run);
      return row === undefined ? undefined : { seq: row.seq, state: JSON.parse(row.state) as RunState };
    },
    remove(tenant: string, run: string): void {
      deleteEntries.run(tenant, run);
      deleteSnapshot.run(tenant, run);
    },
  };
}
