/**
 * Finds a work item by its id, or by the name that its language gives it [Y3.7]. Before the start, a name means the
 * item; after it, the started item; if there are several, the item that they came from.
 */
import type { ItemName } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { languages, workFacetOf } from '../language-lists/languages.ts';
import { onlyInstanceOf } from './read-model/instances-of-item.ts';

export async function resolveItem(
  services: Services,
  tenant: string,
  id: string,
): Promise<WorkItem | undefined> {
  const own = await services.store.items.find(tenant, id);
  if (own !== undefined) return own;
  for (const { items: facet } of languages) {
    for (const name of facet?.parseName?.(id) ?? []) {
      const search = { services, tenant, isNamed: (item: WorkItem) => workFacetOf(item) === facet };
      const found = (await startedItem(search, name)) ?? (await enabledItem(search, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

interface Search {
  readonly services: Services;
  readonly tenant: string;
  /** Whether the language of the name compiled the item. */
  readonly isNamed: (item: WorkItem) => boolean;
}

async function startedItem(
  { services: { store }, tenant, isNamed }: Search,
  { run, path, task }: ItemName,
): Promise<WorkItem | undefined> {
  const ordinal = path.at(-1);
  if (ordinal === undefined) return undefined;
  const query = { run, task, lineage: path.slice(0, -1), ordinal };
  const found = await store.items.search(tenant, query, { limit: pageLength });
  return found.findLast(isNamed);
}

async function enabledItem(
  search: Search,
  { run, path: lineage, task }: ItemName,
): Promise<WorkItem | undefined> {
  const { services, tenant, isNamed } = search;
  const query = { run, task, lineage };
  const open = { ...query, states: ['offered', 'held'] } as const;
  const under = (await services.store.items.search(tenant, open, { limit: pageLength })).filter(isNamed);
  const whole = under.find(({ group }) => group === 0);
  if (whole !== undefined) return whole;
  const last = await lastOf(search, { ...query, group: 0 });
  return last?.ending === 'divided' ? ((await onlyInstanceOf(services, last)) ?? last) : last;
}

const pageLength = 500;

async function lastOf(
  { services: { store }, tenant, isNamed }: Search,
  query: Parameters<Services['store']['items']['search']>[1],
): Promise<WorkItem | undefined> {
  let found: WorkItem | undefined;
  let last: WorkItem | undefined;
  for (;;) {
    const beyond = last === undefined ? {} : { after: last.id, afterCreatedAt: last.createdAt };
    const page = await store.items.search(tenant, query, { limit: pageLength, ...beyond });
    found = page.findLast(isNamed) ?? found;
    last = page.at(-1);
    if (page.length < pageLength) return found;
  }
}
