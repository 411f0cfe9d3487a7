/**
 * Converts a page of journal rows to feed events. Each row makes one event. The last row of the page that touches a
 * run or a work item is followed by its current status. So a client can continue after any event without missing
 * anything.
 */
import { itemId, type PlacedEntry, type RunRecord, type WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { createItemRights } from '../items/read-model/item-rights.ts';
import { viewItem } from '../items/read-model/item-view.ts';
import { summaryOf } from '../runs/read-model/run-summary.ts';
import { type FeedEvent, viewEntry } from './feed-event.ts';
import { runsOfRows } from './runs-of-rows.ts';

export type FeedKind = FeedEvent['kind'];

/** Without its position, which the sender seals. */
export type UnsealedEvent = FeedEvent extends infer Each
  ? Each extends FeedEvent
    ? Omit<Each, 'place'>
    : never
  : never;

export interface RowEvents {
  readonly row: PlacedEntry;
  readonly events: readonly UnsealedEvent[];
}

export interface FeedFilter {
  readonly kinds: ReadonlySet<FeedKind>;
  /** Default: any. */
  readonly workflow?: string | undefined;
}

/** Items of one run that are searched for changes that its events do not name. */
const maxSearched = 200;

export async function eventsOfRows(
  services: Services,
  principal: Principal,
  rows: readonly PlacedEntry[],
  { kinds, workflow }: FeedFilter,
): Promise<readonly RowEvents[]> {
  const runs = await runsOfRows(services, principal.tenant, rows, workflow);
  const items = kinds.has('item') ? await findItems(services, principal, rows, runs) : new Map();
  const last = new Map(rows.map(({ run, place }) => [run, place.row]));
  return rows.map((row): RowEvents => {
    const record = runs.get(row.run);
    if (record === undefined) return { row, events: [] };
    const { run } = row;
    const events: UnsealedEvent[] = kinds.has('journal')
      ? [{ kind: 'journal', run, value: viewEntry(row.entry) }]
      : [];
    events.push(...(items.get(row.place.row) ?? []));
    if (kinds.has('run') && last.get(run) === row.place.row) {
      events.push({ kind: 'run', run, value: summaryOf(record) });
    }
    return { row, events };
  });
}

/** By the row after which they are reported. */
async function findItems(
  services: Services,
  principal: Principal,
  rows: readonly PlacedEntry[],
  runs: ReadonlyMap<string, RunRecord>,
): Promise<ReadonlyMap<number, readonly UnsealedEvent[]>> {
  const rights = createItemRights(services, principal);
  const events = new Map<number, UnsealedEvent[]>();
  for (const run of runs.keys()) {
    const own = rows.filter((row) => row.run === run);
    for (const [item, row] of await touchedItems(services, principal, run, own)) {
      if (!(await rights.maySee(item))) continue;
      const itemEvent: UnsealedEvent = { kind: 'item', run, value: await viewItem(services, item, rights) };
      events.set(row, [...(events.get(row) ?? []), itemEvent]);
    }
  }
  return events;
}

/** The items that the rows of one run have touched, each with the last such row. */
async function touchedItems(
  { store }: Services,
  { tenant }: Principal,
  run: string,
  rows: readonly PlacedEntry[],
): Promise<ReadonlyMap<WorkItem, number>> {
  const named = new Map<string, number>();
  for (const { place, entry } of rows) {
    for (const instance of instancesOf(entry)) named.set(itemId(run, instance), place.row);
  }
  const items = new Map<string, WorkItem>();
  for (const id of named.keys()) {
    const item = await store.items.find(tenant, id);
    if (item !== undefined) items.set(id, item);
  }
  // Items that were withdrawn or paused with their run, and approvals of a fork, are found by time.
  const from = rows[0]?.entry.event.at ?? 0;
  for (const item of await store.items.search(tenant, { run }, { limit: maxSearched })) {
    if (item.updatedAt < from) continue;
    const row = rows.findLast(({ entry }) => entry.event.at <= item.updatedAt);
    const isNamedThen = rows.some(
      ({ place, entry }) => place.row === named.get(item.id) && entry.event.at === item.updatedAt,
    );
    if (row !== undefined && !isNamedThen) named.set(item.id, row.place.row);
    items.set(item.id, item);
  }
  return new Map([...items].map(([id, item]) => [item, named.get(id) ?? 0]));
}

function instancesOf({ event, notes }: PlacedEntry['entry']): ReadonlySet<number> {
  const own = 'instance' in event && event.instance !== undefined ? [event.instance] : [];
  return new Set([...own, ...notes.flatMap((note) => ('instance' in note ? [note.instance] : []))]);
}
