/**
 * Reads a page of the work items that a principal may see. Items for others are skipped. After a limit of skipped rows
 * the page ends early, and the next page continues from there.
 */
import { setImmediate } from 'node:timers/promises';
import type { ItemQuery, WorkItem } from '../../runtime/index.ts';
import type { PageEnd } from '../contract/page-cursor.ts';
import type { Services } from '../contract/services.ts';
import type { ItemRights } from './read-model/item-rights.ts';

export interface ItemsPage {
  readonly items: readonly WorkItem[];
  /** The next page begins after this one; null on the last page. */
  readonly end: PageEnd | null;
}

/** Rows that are read for one page. */
const maxRead = 2_000;
/** Rows that are read at once if the first ones were not enough. */
const batch = 250;

export async function pageOfItems(
  { store }: Services,
  rights: ItemRights,
  query: ItemQuery,
  limit: number,
  after: PageEnd | undefined,
): Promise<ItemsPage> {
  const { tenant } = rights.principal;
  const items: WorkItem[] = [];
  let last = after;
  // One more row than shown tells whether there is a next page.
  let size = limit + 1;
  for (let read = 0; read < maxRead; ) {
    const beyond = last === undefined ? {} : { after: last.id, afterCreatedAt: last.createdAt };
    const found = await store.items.search(tenant, query, { limit: size, ...beyond });
    for (const item of found) {
      const isSeen = await rights.maySee(item);
      if (isSeen && items.length === limit) return { items, end: last ?? null };
      if (isSeen) items.push(item);
      last = item;
    }
    if (found.length < size) return { items, end: null };
    read += found.length;
    size = Math.min(batch, maxRead - read);
    // A long list yields to other work.
    await setImmediate();
  }
  return { items, end: last ?? null };
}
