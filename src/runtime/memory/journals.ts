/** Entries of journals, and snapshots. */
import {
  type JournalPlace,
  type Journals,
  markOfRow,
  maxRowsScanned,
  startOfJournals,
} from '../ports/journal.ts';
import { compositeKey, type MemoryTables, type OpenTables, type WrittenRows } from './memory-tables.ts';

export const createJournals = (open: OpenTables): Journals => ({
  async read(tenant, run, after, limit) {
    const journal = open().runs.get(compositeKey(tenant, run))?.journal ?? [];
    const from = Math.max(after, 0);
    return journal.slice(from, from + limit);
  },
  async follow(tenant, after, limit, run) {
    const tables = open();
    const { rows } = tables;
    if (!isHere(rows, after)) return { entries: [], next: placeAt(rows, rows.last), isEnd: true, lost: true };
    const behind = [...rows.entries].filter(([row]) => row > after.row);
    const first = behind[0]?.[0] ?? rows.last;
    const until = run === undefined ? Math.min(rows.last, first + maxRowsScanned - 1) : rows.last;
    const entries = behind
      .filter(([row, each]) => row <= until && each.tenant === tenant && (run ?? each.run) === each.run)
      .slice(0, limit)
      .flatMap(([row, each]) => placed(tables, row, each));
    const last = entries.length < limit ? until : (entries.at(-1)?.place.row ?? until);
    return {
      entries,
      next: placeAt(rows, Math.max(last, after.row)),
      isEnd: run === undefined ? last >= rows.last : entries.length < limit,
      lost: run === undefined && after.row > 0 && after.row < (rows.purged.get(tenant) ?? 0),
    };
  },
  async end() {
    const { rows } = open();
    return placeAt(rows, rows.last);
  },
  identity: async () => open().rows.identity,
  snapshot: async (tenant, run) => open().runs.get(compositeKey(tenant, run))?.snapshot,
});

function isHere({ last, entries }: WrittenRows, { row, mark }: JournalPlace): boolean {
  if (row > last) return false;
  const there = entries.get(row);
  return there === undefined || mark === startOfJournals.mark || markOfRow(there.run, there.seq) === mark;
}

function placeAt({ entries }: WrittenRows, row: number): JournalPlace {
  const there = entries.get(row);
  return { row, mark: there === undefined ? startOfJournals.mark : markOfRow(there.run, there.seq) };
}

function placed(
  { runs, rows }: MemoryTables,
  row: number,
  { tenant, run, seq }: { readonly tenant: string; readonly run: string; readonly seq: number },
) {
  const entry = runs.get(compositeKey(tenant, run))?.journal[seq - 1];
  return entry === undefined ? [] : [{ place: placeAt(rows, row), run, entry }];
}
