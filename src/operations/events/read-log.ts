/** A page of the event log: rows of journals in the order of writing, told and sifted, within a bound of work. */
import { setImmediate } from 'node:timers/promises';
import type { JournalEntry, PlacedEntry, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { type FeedPlace, pickUp, wholeRow } from '../feed/feed-place.ts';
import { runsOfRows } from '../feed/runs-of-rows.ts';
import type { EventOfCase } from './event-view.ts';
import { blankEvent, type LoggedEvent } from './logged-event.ts';
import { mayTell, type WantedOfEntry } from './may-tell.ts';
import { failsWith } from './read-journal.ts';
import { eventsOfEntry, type ToldOfEntry } from './remembered-books.ts';
import { slack } from './seek-moment.ts';
import { isCopied } from './time-of-row.ts';

export interface WantedEvents extends WantedOfEntry {
  readonly run?: string;
  readonly workflow?: string;
  readonly from: number;
  readonly before: number;
}

export interface LogPage {
  readonly events: readonly EventOfCase[];
  /** Where the next page begins; null where this is the last one. */
  readonly next: FeedPlace | null;
}

/** Rows that are read at once, and how often one call does that: what is rare may be further than one page looks. */
const batch = 250;
const mostBatches = 20;
/** What a page takes at most, in entries and what they note: where many cases move at once, each has to be read in. */
const mostWork = 20_000;
/** What it takes to look up the one entry that follows. */
const workOfLooking = 5;
/** After so much of it the others have their turn. */
const workOfTurn = 1_000;

export async function readLog(
  services: Services,
  tenant: string,
  wanted: WantedEvents,
  after: FeedPlace,
  limit: number,
): Promise<LogPage> {
  const events: EventOfCase[] = [];
  let place = after;
  let work = 0;
  let turn = workOfTurn;
  for (let batches = 0; batches < mostBatches; batches++) {
    const found = await services.store.journals.follow(tenant, pickUp(place), batch, wanted.run);
    const records = await runsOfRows(services, tenant, found.entries, wanted.workflow);
    for (const { row, next } of withNext(found.entries)) {
      const record = records.get(row.run);
      if (record === undefined) continue;
      const time = isCopied(record, row.entry.seq) ? record.createdAt : row.entry.event.at;
      if (time >= wanted.before + slack) return { events, next: null };
      if (time < wanted.from || time >= wanted.before) continue;
      const { told, work: taken } = await tellRow(services, record, row.entry, next, wanted);
      const before = row.place.row === place.row && place.part !== wholeRow ? place.part : 0;
      for (const [at, event] of told.entries()) {
        if (at < before || !fits(event, wanted)) continue;
        if (events.length === limit) return { events, next: { ...row.place, part: at } };
        events.push({ record, event });
      }
      work += taken;
      if (work >= mostWork) return { events, next: { ...row.place, part: wholeRow } };
      if (work < turn) continue;
      turn = work + workOfTurn;
      await setImmediate();
    }
    if (found.isEnd) return { events, next: null };
    place = { ...found.next, part: wholeRow };
    // A long search leaves the others their turn.
    await setImmediate();
  }
  return { events, next: place };
}

interface RowOfLog {
  readonly row: PlacedEntry;
  /** What follows in its case, where that is among the rows. */
  readonly next: JournalEntry | undefined;
}

function withNext(rows: readonly PlacedEntry[]): readonly RowOfLog[] {
  const following = new Map<string, JournalEntry>();
  const backwards = rows.toReversed().map((row) => {
    const next = following.get(row.run);
    following.set(row.run, row.entry);
    return { row, next };
  });
  return backwards.toReversed();
}

const nothing: ToldOfEntry = { told: [], work: 0 };

async function tellRow(
  services: Services,
  record: RunRecord,
  entry: JournalEntry,
  known: JournalEntry | undefined,
  wanted: WantedEvents,
): Promise<ToldOfEntry> {
  if (isCopied(record, entry.seq)) {
    // What happened to the original is told there; of the copy it is told that it was made.
    return entry.seq === record.origin?.at ? { told: [copying(record, entry)], work: 0 } : nothing;
  }
  if (!mayTell(entry, wanted)) return nothing;
  const next = known ?? (await entryAfter(services, record, entry.seq));
  const { told, work } = await eventsOfEntry(services, record, {
    entry,
    failsHere: failsWith(entry, next, record),
  });
  return { told, work: known === undefined ? work + workOfLooking : work };
}

async function entryAfter(
  { store }: Services,
  { tenant, id, seq: last }: RunRecord,
  seq: number,
): Promise<JournalEntry | undefined> {
  return seq < last ? (await store.journals.read(tenant, id, seq, 1))[0] : undefined;
}

const copying = ({ origin, createdAt, startedBy }: RunRecord, { seq }: JournalEntry): LoggedEvent => ({
  ...blankEvent,
  kind: origin?.kind === 'import' ? 'case_imported' : 'case_forked',
  seq,
  at: createdAt,
  by: startedBy,
  correlationId: '',
});

function fits(event: LoggedEvent, { by, kinds, task, from, before }: WantedEvents): boolean {
  return (
    (by === undefined || event.by === by) &&
    (kinds === undefined || kinds.includes(event.kind)) &&
    (task === undefined || event.task === task) &&
    event.at >= from &&
    event.at < before
  );
}
