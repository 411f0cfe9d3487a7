/** Searches for runs, newest first by default. */
import type { RunStatus } from '../../kernel/index.ts';
import type { Page, RunQuery, RunRecord } from '../ports/run-record.ts';
import type { Connection } from './connection.ts';
import { type Condition, createPagedSearch, type Search, type Value } from './paged-search.ts';
import { decodeRun, type RunRow, runColumns } from './runs.ts';

const everyStatus: readonly RunStatus[] = ['created', 'running', 'completed', 'failed', 'cancelled'];

/** Indexes with the status before the creation time. */
const endsWithStatus: ReadonlySet<string> = new Set(['runs_workflow', 'runs_started_by', 'runs_status']);

/** Up to this number, sorting is faster than searching in creation order. */
const few = 1_000;

/** Sorts after every character of an id. */
const last = '\u{10FFFF}';

interface Rarity {
  isRarePrefix(prefix: string): boolean;
  isRarelyEnded(before: number): boolean;
}

export function prepareRunSearch(connection: Connection) {
  const ordered = (newestFirst: boolean) =>
    createPagedSearch<RunRow>(connection, { name: 'runs', columns: runColumns, newestFirst });
  const search = ordered(true);
  const searchOldest = ordered(false);
  const selectCreatedAt = connection
    .prepare<[string, string], number>('SELECT created_at FROM runs WHERE tenant = ? AND id = ?')
    .pluck();
  const countUpTo = (from: string) =>
    connection
      .prepare<Value[], number>(`SELECT count(*) FROM (SELECT 1 FROM runs ${from} LIMIT ${few + 1})`)
      .pluck();
  const countPrefix = countUpTo('NOT INDEXED WHERE tenant = ? AND id >= ? AND id < ?');
  const countEnded = countUpTo('INDEXED BY runs_ended WHERE tenant = ? AND ended_at < ?');

  const rarityFor = (tenant: string): Rarity => ({
    isRarePrefix: (prefix) => (countPrefix.get(tenant, prefix, prefix + last) ?? 0) <= few,
    isRarelyEnded: (before) => (countEnded.get(tenant, before) ?? 0) <= few,
  });

  const plan = (tenant: string, query: RunQuery): Search => {
    const conditions = [condition('tenant = ?', tenant), ...conditionsOf(query)];
    const statuses = query.statuses === undefined ? undefined : [...new Set(query.statuses)];
    const byStatus = { column: 'status', values: statuses ?? everyStatus };
    const index = indexOf(query, rarityFor(tenant));
    // Without any status there is no range to read, for any index.
    if (statuses?.length === 0 || (index !== null && endsWithStatus.has(index))) {
      return { index, conditions, across: byStatus };
    }
    if (statuses === undefined) return { index, conditions, across: null };
    const oneOf = `status IN (${statuses.map(() => '?').join(', ')})`;
    return { index, conditions: [...conditions, condition(oneOf, ...statuses)], across: null };
  };

  return {
    search(tenant: string, query: RunQuery, page: Page): readonly RunRecord[] {
      const { before, limit, oldestFirst = false } = page;
      const { page: pageOf } = oldestFirst ? searchOldest : search;
      if (before === undefined) return pageOf(plan(tenant, query), undefined, limit).map(decodeRun);
      const createdAt = page.beforeCreatedAt ?? selectCreatedAt.get(tenant, before);
      if (createdAt === undefined) return [];
      return pageOf(plan(tenant, query), { createdAt, id: before }, limit).map(decodeRun);
    },
    count(tenant: string, query: RunQuery, max?: number): number {
      const planned = plan(tenant, query);
      // A count needs no order, so the index of the filter is best.
      const isPlain = planned.index === 'runs_created' && query.endedBefore !== undefined;
      return search.count(isPlain ? { ...planned, index: 'runs_ended' } : planned, max);
    },
  };
}

const condition = (sql: string, ...values: readonly Value[]): Condition => ({ sql, values });

function conditionsOf(query: RunQuery): readonly Condition[] {
  const { workflow, suspended, waiting, startedBy, createdFrom, createdBefore, endedBefore, failure } = query;
  const { forkOf, prefix } = query;
  return [
    ...(workflow === undefined ? [] : [condition('workflow = ?', workflow)]),
    ...(suspended === undefined ? [] : [condition(`suspended = ${suspended ? 1 : 0}`)]),
    ...(waiting === undefined ? [] : [condition(waiting ? 'items > 0' : 'items = 0')]),
    ...(startedBy === undefined ? [] : [condition('started_by = ?', startedBy)]),
    ...(createdFrom === undefined ? [] : [condition('created_at >= ?', createdFrom)]),
    ...(createdBefore === undefined ? [] : [condition('created_at < ?', createdBefore)]),
    ...(endedBefore === undefined ? [] : [condition('ended_at < ?', endedBefore)]),
    ...(failure === undefined ? [] : [condition('failure = ?', failure)]),
    ...(forkOf === undefined ? [] : [condition("origin_kind = 'fork' AND origin_run = ?", forkOf)]),
    ...(prefix === undefined ? [] : [condition('id >= ? AND id < ?', prefix, prefix + last)]),
  ];
}

/** The index of the most selective filter. */
function indexOf(query: RunQuery, { isRarePrefix, isRarelyEnded }: Rarity): string | null {
  if (query.forkOf !== undefined) return 'runs_fork_of';
  if (query.prefix !== undefined && query.prefix !== '' && isRarePrefix(query.prefix)) return null;
  if (query.endedBefore !== undefined && isRarelyEnded(query.endedBefore)) return 'runs_ended';
  if (query.suspended === true) return 'runs_suspended';
  if (query.waiting === true) return 'runs_waiting';
  if (query.failure !== undefined) return 'runs_failure';
  if (query.workflow !== undefined) return 'runs_workflow';
  if (query.startedBy !== undefined) return 'runs_started_by';
  return query.statuses === undefined ? 'runs_created' : 'runs_status';
}
