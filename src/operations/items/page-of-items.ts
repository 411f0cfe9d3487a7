/**
 * A page of those work items that somebody may see. What is for others is passed over; after so many of them the page
 * ends before it is full, so that no list takes for ever: it goes on from there.
 */
import { setImmediate } from 'node:timers/promises';
import type { ItemQuery, WorkItem } from '../../runtime/index.ts';
import type { PageEnd } from '../contract/page-cursor.ts';
import type { Services } from '../contract/services.ts';
import type { ItemRights } from './item-rights.ts';

export interface ItemsPage {
  readonly items: readonly WorkItem[];
  /** After which one the next page begins; null on the last one. */
  readonly end: PageEnd | null;
}

/** Rows that are looked at for one page. */
const maxRead = 2_000;
/** Rows that are read at once where the first ones were not enough. */
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
  // One more than is shown tells whether there is a next page.
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
    // A long list leaves the others their turn.
    await setImmediate();
  }
  return { items, end: last ?? null };
}
