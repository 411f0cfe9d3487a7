/**
 * The books of the cases that were read last. Whoever reads the log reads case after case in pieces: a book that was read
 * up to an entry goes on from there, and another one is read in from not too far back.
 */
import { type JournalEntry, LruCache, type RunRecord, type Store } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { EventProjection } from './event-projection.ts';
import type { LoggedEvent } from './logged-event.ts';
import { programIndexOf } from './program-index.ts';
import { type ReadEntry, readJournal, undoIn } from './read-journal.ts';

export interface EventsOfEntry {
  readonly events: readonly LoggedEvent[];
  /** What it took: entries that were read for it, and what they note. */
  readonly work: number;
}

interface OpenProjection {
  readonly projection: EventProjection;
  /** Whether anything that the case does can be undone. */
  readonly undoes: boolean;
  readonly undos: Map<number, number>;
  /** The entry that was read last, and up to which one undos were looked for. */
  seq: number;
  lookedAheadTo: number;
}

interface CachedProjection extends OpenProjection {
  readonly events: readonly LoggedEvent[];
  /** As it was when it was put away. */
  readonly weight: number;
}

/** In works: thousands of cases that do little, and hundreds of those that do much. */
const maxRemembered = 300_000;
/** What a book weighs that holds nothing. */
const projectionWeight = 100;
/** What it takes to open one, in entries: its program may have to be read. */
const openingCost = 20;
/** Entries before the one that is asked for that are read in: what began earlier is told without its task. */
const maxReplayed = 2_000;
/** Entries behind it that are looked at for the end of an undo. */
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
  // Whoever else reads the case meanwhile opens a book of their own: nothing is to be read into one twice.
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
  // The first entry says what calls are bound to.
  if (first > 0) {
    for await (const each of readJournal(services.store, { ...record, seq: 1 })) projection.read(each, undos);
  }
  return { projection, undoes: index.undoes, undos, seq: first, lookedAheadTo: first };
}

/** Up to the entry before. */
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

/** Half of what is looked at is left before more is: so it is not read for every entry. */
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
