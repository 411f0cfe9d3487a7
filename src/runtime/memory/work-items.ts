/** Work items and their search. */
import type { ItemQuery, WorkItem, WorkItems } from '../ports/work-item.ts';
import { compositeKey, type OpenTables } from './memory-tables.ts';
import { oldestFirst } from './order.ts';

export function createItems(open: OpenTables): WorkItems {
  const matching = (tenant: string, query: ItemQuery): readonly WorkItem[] =>
    [...open().items.values()].filter((item) => item.tenant === tenant && matches(item, query));

  return {
    find: async (tenant, id) => open().items.get(compositeKey(tenant, id)),
    async search(tenant, query, { after, afterCreatedAt, limit }) {
      const { items } = open();
      const found = matching(tenant, query).toSorted(oldestFirst);
      if (after === undefined) return found.slice(0, limit);
      const createdAt = afterCreatedAt ?? items.get(compositeKey(tenant, after))?.createdAt;
      if (createdAt === undefined) return [];
      return found.filter((item) => oldestFirst(item, { createdAt, id: after }) > 0).slice(0, limit);
    },
    count: async (tenant, query) => matching(tenant, query).length,
  };
}

const matches = (item: WorkItem, { states, lineage, ...same }: ItemQuery): boolean =>
  (states === undefined || states.includes(item.state)) &&
  (lineage === undefined || item.lineage.join() === lineage.join()) &&
  equals.every((name) => same[name] === undefined || item[name] === same[name]);

const equals = ['run', 'workflow', 'holder', 'reason', 'task', 'ordinal', 'group'] as const;
