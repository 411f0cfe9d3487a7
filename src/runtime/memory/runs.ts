/** Runs and their search. */
import type { RunQuery, RunRecord } from '../ports/run-record.ts';
import type { Runs } from '../ports/store.ts';
import { compositeKey, type OpenTables } from './memory-tables.ts';
import { newestFirst, oldestFirst } from './order.ts';

export function createRuns(open: OpenTables): Runs {
  const matching = (tenant: string, query: RunQuery): readonly RunRecord[] =>
    [...open().runs.values()]
      .map(({ record }) => record)
      .filter((run) => run.tenant === tenant && matches(run, query));

  return {
    find: async (tenant, id) => open().runs.get(compositeKey(tenant, id))?.record,
    async search(tenant, query, { before, beforeCreatedAt, limit, oldestFirst: isTurned }) {
      const order = isTurned === true ? oldestFirst : newestFirst;
      const found = matching(tenant, query).toSorted(order);
      if (before === undefined) return found.slice(0, limit);
      const createdAt = beforeCreatedAt ?? open().runs.get(compositeKey(tenant, before))?.record.createdAt;
      if (createdAt === undefined) return [];
      return found.filter((run) => order(run, { createdAt, id: before }) > 0).slice(0, limit);
    },
    count: async (tenant, query, max = Number.POSITIVE_INFINITY) =>
      Math.min(max, matching(tenant, query).length),
  };
}

function matches(run: RunRecord, query: RunQuery): boolean {
  const { statuses, forkOf, prefix, createdFrom, createdBefore, endedBefore } = query;
  return (
    isAsked(query.workflow, run.workflow) &&
    isAsked(query.suspended, run.suspended) &&
    isAsked(query.waiting, run.items > 0) &&
    isAsked(query.startedBy, run.startedBy) &&
    isAsked(query.failure, run.failure) &&
    (statuses === undefined || statuses.includes(run.status)) &&
    (forkOf === undefined || (run.origin?.kind === 'fork' && run.origin.run === forkOf)) &&
    (prefix === undefined || run.id.startsWith(prefix)) &&
    (createdFrom === undefined || run.createdAt >= createdFrom) &&
    (createdBefore === undefined || run.createdAt < createdBefore) &&
    (endedBefore === undefined || (run.endedAt !== null && run.endedAt < endedBefore))
  );
}

const isAsked = <Value>(asked: Value | undefined, actual: Value): boolean =>
  asked === undefined || asked === actual;
