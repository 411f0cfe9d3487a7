/** Finds the position of a time in all journals: rows are in the order of writing, which is nearly that of time. */
import { type JournalPlace, type PlacedEntry, type Store, startOfJournals } from '../../runtime/index.ts';
import { timeOfRow } from './time-of-row.ts';

/** How far a machine's clock may have been set back. */
export const slack = 60_000;

/** Up to this many rows a scan is faster than a search. */
const few = 2_000;
/** Pages that are searched for one row of a tenant among those of others. */
const maxPages = 10;

/** A position before everything at that time or later. */
export async function seekTimestamp(store: Store, tenant: string, timestamp: number): Promise<JournalPlace> {
  let low = 0;
  let high = (await store.journals.end()).row;
  while (high - low > few) {
    const middle = Math.floor((low + high) / 2);
    const found = await rowAfter(store, tenant, middle);
    if (found === 'far') break;
    const time = found === 'none' ? Number.POSITIVE_INFINITY : await timeOfRow(store, tenant, found);
    if (found !== 'none' && time < timestamp - slack) low = found.place.row;
    else high = middle;
  }
  return { row: low, mark: startOfJournals.mark };
}

async function rowAfter(store: Store, tenant: string, row: number): Promise<PlacedEntry | 'none' | 'far'> {
  let position: JournalPlace = { row, mark: startOfJournals.mark };
  for (let pages = 0; pages < maxPages; pages++) {
    const { entries, next, isEnd } = await store.journals.follow(tenant, position, 1);
    const [first] = entries;
    if (first !== undefined) return first;
    if (isEnd) return 'none';
    position = next;
  }
  return 'far';
}
