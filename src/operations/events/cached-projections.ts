/**
 * Caches the projections of recently read cases. Clients read the log case by case in pages: a cached projection
 * continues from its last entry, any other is rebuilt from a limited number of earlier entries.
 */
import { type JournalEntry, LruCache, type RunRecord, type Store } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { type ReadEntry, readJournal, undoIn } from '../journal/read-journal.ts';
import { EventProjection } from './event-projection.ts';
import type { LoggedEvent } from './logged-event.ts';
import { programIndexOf } from './program-index.ts';

export interface EventsOfEntry {
  readonly events: readonly LoggedEvent[];
  /** Cost: entries read, with their notes. */
  readonly work: number;
}

interface OpenProjection {
  readonly projection: EventProjection;
  /** Whether anything that the case does can be undone. */
  readonly undoes: boolean;
  readonly undos: Map<number, number>;
  /** The last entry read, and the last entry searched for undos. */
  seq: number;
  lookedAheadTo: number;
}

interface CachedProjection extends OpenProjection {
  readonly events: readonly LoggedEvent[];
  /** When it was cached. */
  readonly weight: number;
}

/** In instances: thousands of small cases, or hundreds of large ones. */
const maxRemembered = 300_000;
/** Weight of an empty projection. */
const projectionWeight = 100;
/** Cost of opening one, in entries: its program may have to be loaded. */
const openingCost = 20;
/** Earlier entries that are replayed. Instances that began before are reported without their task. */
const maxReplayed = 2_000;
/** Later entries that are searched for the end of an undo. */
const maxLookahead = 500;

const remembered = new WeakMap<Store, LruCache<CachedProjection>>();

export async function eventsOfEntry(
  services: Services,
  record: RunRecord,
  read: ReadEntry,
): Promise<EventsOfEntry> {
  const { seq } = read.entry;
  const memory =
    remembered.get(services.store) ?? new LruCache<CachedProjection>(maxRemembered, ({ weight }) => weight);
  remembered.set(services.store, memory);
  const key = JSON.stringify([record.tenant, record.id]);
  const known = memory.get(key);
  if (known?.seq === seq) return { events: known.events, work: 0 };
  // A concurrent reader of the case opens its own projection: no entry is read twice into one.
  memory.delete(key);
  const first = Math.max(0, seq - 1 - maxReplayed);
  const isBehind = known !== undefined && known.seq >= first && known.seq < seq;
  const open: OpenProjection = isBehind ? known : await openProjection(services, record, first);
  let work = isBehind ? 0 : openingCost;
  if (open.undoes) work += await lookAhead(services.store, record, seq, open);
  work += await catchUp(services.store, record, seq, open);
  const { projection, undos } = open;
  const events = projection.read(read, undos);
  work += costOf(read.entry);
  const weight = projectionWeight + projection.size + undos.size + events.length;
  memory.set(key, { ...open, seq, events, weight });
  return { events, work };
}

async function openProjection(services: Services, record: RunRecord, first: number): Promise<OpenProjection> {
  const index = await programIndexOf(services, record);
  const projection = new EventProjection(index);
  const undos = new Map<number, number>();
  // The first entry contains the bindings of calls.
  if (first > 0) {
    for await (const each of readJournal(services.store, { ...record, seq: 1 })) projection.read(each, undos);
  }
  return { projection, undoes: index.undoes, undos, seq: first, lookedAheadTo: first };
}

/** Up to the previous entry. */
async function catchUp(store: Store, record: RunRecord, seq: number, open: OpenProjection): Promise<number> {
  let work = 0;
  if (open.seq === seq - 1) return work;
  for await (const each of readJournal(store, { ...record, seq: seq - 1 }, open.seq)) {
    open.projection.read(each, open.undos);
    work += costOf(each.entry);
  }
  open.seq = seq - 1;
  return work;
}

/** Searches again only when less than half of the lookahead is left, not for every entry. */
async function lookAhead(
  store: Store,
  record: RunRecord,
  seq: number,
  open: OpenProjection,
): Promise<number> {
  let work = 0;
  const until = Math.min(record.seq, seq + maxLookahead);
  if (open.lookedAheadTo >= until || open.lookedAheadTo >= seq + maxLookahead / 2) return work;
  for await (const { entry } of readJournal(store, { ...record, seq: until }, open.lookedAheadTo)) {
    const found = undoIn(entry);
    if (found !== undefined) open.undos.set(...found);
    work += costOf(entry);
  }
  open.lookedAheadTo = until;
  return work;
}

const costOf = ({ notes }: JournalEntry): number => 1 + notes.length;
