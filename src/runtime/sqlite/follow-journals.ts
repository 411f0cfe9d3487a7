/**
 * All journals as one, in commit order, by the row numbers of the table. A number is never reused: if the highest
 * rows are purged, a row without a tenant keeps the highest number.
 */
import {
  type FollowedJournals,
  type JournalPlace,
  markOfRow,
  maxRowsScanned,
  type PlacedEntry,
  startOfJournals,
} from '../ports/journal.ts';
import type { Connection } from './connection.ts';
import { decodeEntry, type EntryRow, entryColumns } from './journals.ts';

interface PlacedRow extends EntryRow {
  readonly row: number;
  readonly run: string;
}

const journalPlaceOf = ({ row, run, seq }: Pick<PlacedRow, 'row' | 'run' | 'seq'>): JournalPlace => ({
  row,
  mark: markOfRow(run, seq),
});

const decodeRow = (row: PlacedRow): PlacedEntry => ({
  place: journalPlaceOf(row),
  run: row.run,
  entry: decodeEntry(row),
});

export function prepareFollowing(connection: Connection) {
  const columns = `rowid AS row, run, ${entryColumns}`;
  const selectTop = connection.prepare<[], number | null>('SELECT max(rowid) FROM journal').pluck();
  const selectNext = connection
    .prepare<[number], number | null>('SELECT min(rowid) FROM journal WHERE rowid > ?')
    .pluck();
  const selectPlace = connection.prepare<[number], Pick<PlacedRow, 'row' | 'run' | 'seq'>>(
    "SELECT rowid AS row, run, seq FROM journal WHERE rowid = ? AND run <> ''",
  );
  // Reads by row number: an index would be read from the first entry of the tenant, and sorted.
  const selectRange = connection.prepare<[number, number, string, number], PlacedRow>(
    `SELECT ${columns} FROM journal NOT INDEXED WHERE rowid > ? AND rowid <= ? AND tenant = ?
     ORDER BY rowid LIMIT ?`,
  );
  const selectOfRun = connection.prepare<[string, string, number, number], PlacedRow>(
    `SELECT ${columns} FROM journal WHERE tenant = ? AND run = ? AND seq >= ? ORDER BY seq LIMIT ?`,
  );
  const selectRowOf = connection
    .prepare<[string, string, number], number>(
      'SELECT rowid FROM journal WHERE tenant = ? AND run = ? AND seq = ?',
    )
    .pluck();
  const selectLength = connection
    .prepare<[string, string], number | null>('SELECT max(seq) FROM journal WHERE tenant = ? AND run = ?')
    .pluck();
  const selectPurged = connection
    .prepare<[string], number>('SELECT row FROM purged_rows WHERE tenant = ?')
    .pluck();
  const selectTopOfRun = connection
    .prepare<[string, string], number | null>('SELECT max(rowid) FROM journal WHERE tenant = ? AND run = ?')
    .pluck();
  const upsertPurged = connection.prepare<[string, number]>(
    `INSERT INTO purged_rows (tenant, row) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET row = max(row, excluded.row)`,
  );
  const deletePlaceholder = connection.prepare("DELETE FROM journal WHERE tenant = '' AND run = ''");
  const insertPlaceholder = connection.prepare<[number]>(
    "INSERT INTO journal (rowid, tenant, run, seq, event, notes) VALUES (?, '', '', 0, '', '')",
  );
  const selectIdentity = connection.prepare<[], string>('SELECT text FROM identity WHERE id = 1').pluck();

  const placeAt = (row: number): JournalPlace => {
    const found = selectPlace.get(row);
    return found === undefined ? { row, mark: startOfJournals.mark } : journalPlaceOf(found);
  };
  const end = (): JournalPlace => placeAt(selectTop.get() ?? 0);

  /** Whether the row of a place still exists unchanged. */
  const isHere = ({ row, mark }: JournalPlace, top: number): boolean => {
    if (row === 0) return true;
    if (row > top) return false;
    const found = selectPlace.get(row);
    return found === undefined || markOfRow(found.run, found.seq) === mark || mark === startOfJournals.mark;
  };

  /** The number of the first entry of a run after a row: rows grow as entries do. */
  const firstAfter = (tenant: string, run: string, row: number): number => {
    let low = 1;
    let high = (selectLength.get(tenant, run) ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((selectRowOf.get(tenant, run, middle) ?? 0) > row) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const followRun = (
    tenant: string,
    run: string,
    after: JournalPlace,
    limit: number,
  ): Omit<FollowedJournals, 'lost'> => {
    const rows = selectOfRun.all(tenant, run, firstAfter(tenant, run, after.row), limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      entries: rows.map(decodeRow),
      next: last === undefined ? end() : journalPlaceOf(last),
      isEnd: last === undefined,
    };
  };

  const followAll = (
    tenant: string,
    after: JournalPlace,
    limit: number,
    top: number,
  ): Omit<FollowedJournals, 'lost'> => {
    const first = selectNext.get(after.row) ?? top;
    const until = Math.min(top, first + maxRowsScanned - 1);
    const rows = selectRange.all(after.row, until, tenant, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      entries: rows.map(decodeRow),
      next: last === undefined ? placeAt(Math.max(until, after.row)) : journalPlaceOf(last),
      isEnd: (last?.row ?? until) >= top,
    };
  };

  /** In one transaction. */
  const follow = connection.transaction(
    (tenant: string, after: JournalPlace, limit: number, run: string | undefined): FollowedJournals => {
      const top = selectTop.get() ?? 0;
      if (!isHere(after, top)) return { entries: [], next: end(), isEnd: true, lost: true };
      if (run !== undefined) return { ...followRun(tenant, run, after, limit), lost: false };
      const lost = after.row > 0 && after.row < (selectPurged.get(tenant) ?? 0);
      return { ...followAll(tenant, after, limit, top), lost };
    },
  );

  return {
    end,
    identity: (): string => selectIdentity.get() ?? '',
    follow(tenant: string, after: JournalPlace, limit: number, run: string | undefined): FollowedJournals {
      return follow(tenant, after, limit, run);
    },
    /** Call it before the entries of a run are purged. */
    leave(tenant: string, run: string): void {
      const row = selectTopOfRun.get(tenant, run) ?? null;
      if (row !== null) upsertPurged.run(tenant, row);
    },
    /** Call it after entries were purged. @param top the highest row before */
    keepNumber(top: number): void {
      if (top === 0 || selectTop.get() === top) return;
      deletePlaceholder.run();
      insertPlaceholder.run(top);
    },
    top: (): number => selectTop.get() ?? 0,
  };
}
