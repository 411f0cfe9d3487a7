/** Searches for work items, oldest first. */
import type { ItemPage, ItemQuery, ItemState, WorkItem } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';
import { type Condition, createPagedSearch, type Search, type Value } from './paged-search.ts';
import { decodeItem, encodeLineage, type ItemRow, itemColumns } from './work-items.ts';

const everyState: readonly ItemState[] = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'];

export function prepareItemSearch(connection: Connection) {
  const search = createPagedSearch<ItemRow>(connection, {
    name: 'items',
    columns: itemColumns,
    newestFirst: false,
  });
  const selectCreatedAt = connection
    .prepare<[string, string], number>('SELECT created_at FROM items WHERE tenant = ? AND id = ?')
    .pluck();

  return {
    search(tenant: string, query: ItemQuery, page: ItemPage): readonly WorkItem[] {
      const { after, limit } = page;
      if (after === undefined) return search.page(plan(tenant, query), undefined, limit).map(decodeItem);
      const createdAt = page.afterCreatedAt ?? selectCreatedAt.get(tenant, after);
      if (createdAt === undefined) return [];
      return search.page(plan(tenant, query), { createdAt, id: after }, limit).map(decodeItem);
    },
    count: (tenant: string, query: ItemQuery): number => search.count(plan(tenant, query)),
  };
}

function plan(tenant: string, query: ItemQuery): Search {
  const { run, workflow, holder, reason, lineage } = query;
  const equal = (column: string, value: Value | undefined): readonly Condition[] =>
    value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }];
  const conditions: readonly Condition[] = [
    ...equal('tenant', tenant),
    ...equal('run', run),
    ...equal('workflow', workflow),
    ...equal('holder', holder),
    ...equal('reason', reason),
    ...equal('task', query.task),
    ...equal('lineage', lineage === undefined ? undefined : encodeLineage(lineage)),
    ...equal('ordinal', query.ordinal),
    ...(query.group === 0 ? [{ sql: 'member_of IS NULL', values: [] }] : equal('member_of', query.group)),
  ];
  const states = query.states === undefined ? undefined : [...new Set(query.states)];
  const only = (index: string, sql: string): Search => ({
    index,
    conditions: [
      ...conditions,
      { sql, values: [] },
      ...(states === undefined
        ? []
        : [{ sql: `state IN (${states.map(() => '?').join(', ')})`, values: states }]),
    ],
    across: null,
  });
  const across = { column: 'state', values: states ?? everyState };
  // Without any state there is no range to read, for any index.
  if (states?.length === 0) return { index: 'items_state', conditions, across };
  if (run !== undefined) return only('items_of_run', 'TRUE');
  // The condition of a partial index must be explicit: it does not follow from a bound value.
  if (holder !== undefined && holder !== '') return only('items_holder', "holder <> ''");
  if (reason !== undefined && reason !== 'work') return only('items_reason', "reason <> 'work'");
  if (workflow !== undefined) return { index: 'items_workflow', conditions, across };
  return states === undefined
    ? { index: 'items_created', conditions, across: null }
    : { index: 'items_state', conditions, across };
}
