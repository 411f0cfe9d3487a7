/** Due and unfinished runs, from partial indexes. */
import type { RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';
import { decodeRun, type RunRow, runColumns } from './runs.ts';
import { decodeItem, type ItemRow, itemColumns } from './work-items.ts';

export function prepareAgenda(connection: Connection) {
  const isDue = 'INDEXED BY runs_due WHERE due IS NOT NULL AND approvals = 0';
  const isHeld = "INDEXED BY items_lease WHERE lease IS NOT NULL AND state = 'held'";
  const isUnderWay = 'INDEXED BY runs_under_way WHERE calls > 0 AND approvals = 0';

  const selectNext = connection
    .prepare<[], number | null>(
      `SELECT min(time) FROM (
         SELECT * FROM (SELECT due AS time FROM runs ${isDue} ORDER BY due LIMIT 1)
         UNION ALL
         SELECT * FROM (SELECT lease FROM items ${isHeld} ORDER BY lease LIMIT 1))`,
    )
    .pluck();
  const selectDue = connection.prepare<[number, number], RunRow>(
    `SELECT ${runColumns} FROM runs ${isDue} AND due <= ? ORDER BY due, tenant, id LIMIT ?`,
  );
  const selectEnded = connection.prepare<[number, number], ItemRow>(
    `SELECT ${itemColumns} FROM items ${isHeld} AND lease <= ? ORDER BY lease, tenant, id LIMIT ?`,
  );
  const selectUnderWay = connection.prepare<[string, number], RunRow>(
    `SELECT ${runColumns} FROM runs ${isUnderWay} AND id > ? ORDER BY id, tenant LIMIT ?`,
  );
  const selectNamesakes = connection.prepare<[string, string], RunRow>(
    `SELECT ${runColumns} FROM runs ${isUnderWay} AND id = ? AND tenant > ? ORDER BY tenant`,
  );

  return {
    next: (): number | null => selectNext.get() ?? null,
    dueRuns: (until: number, limit: number): readonly RunRecord[] =>
      selectDue.all(until, limit).map(decodeRun),
    endedLeases: (until: number, limit: number): readonly WorkItem[] =>
      selectEnded.all(until, limit).map(decodeItem),
    /** The next page starts after an id, so a page never ends between tenants that share an id. */
    underWay(after: string, limit: number): readonly RunRecord[] {
      const rows = selectUnderWay.all(after, limit);
      const end = rows.length < limit ? undefined : rows.at(-1);
      const more = end === undefined ? [] : selectNamesakes.all(end.id, end.tenant);
      return [...rows, ...more].map(decodeRun);
    },
  };
}
