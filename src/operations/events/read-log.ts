/** Reads a page of the event log: converts and filters journal rows in the order of writing, with bounded work. */
import { setImmediate } from 'node:timers/promises';
import type { JournalEntry, PlacedEntry, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { type FeedPosition, resumeFrom, wholeRow } from '../feed/feed-position.ts';
import { runsOfRows } from '../feed/runs-of-rows.ts';
import { failsWith } from '../journal/read-journal.ts';
import { type EventsOfEntry, eventsOfEntry } from './cached-projections.ts';
import type { EventOfCase } from './event-view.ts';
import { blankEvent, type LoggedEvent } from './logged-event.ts';
import { type EntryFilter, mayMatch } from './may-match.ts';
import { slack } from './seek-timestamp.ts';
import { isCopied } from './time-of-row.ts';

export interface EventFilter extends EntryFilter {
  readonly run?: string;
  readonly workflow?: string;
  readonly from: number;
  readonly before: number;
}

export interface LogPage {
  readonly events: readonly EventOfCase[];
  /** Where the next page begins; null on the last page. */
  readonly next: FeedPosition | null;
}

/** Rows per read, and reads per call. Rare events may be further away than one page reaches. */
const batch = 250;
const maxBatches = 20;
/** Maximum cost of a page, in entries and notes: with many active cases, each must be loaded. */
const maxWork = 20_000;
/** Cost of looking up the single next entry. */
const lookupCost = 5;
/** Cost after which the reader yields to other work. */
const yieldInterval = 1_000;

export async function readLog(
  services: Services,
  tenant: string,
  filter: EventFilter,
  after: FeedPosition,
  limit: number,
): Promise<LogPage> {
  const events: EventOfCase[] = [];
  let position = after;
  let work = 0;
  let nextYield = yieldInterval;
  for (let batches = 0; batches < maxBatches; batches++) {
    const found = await services.store.journals.follow(tenant, resumeFrom(position), batch, filter.run);
    const records = await runsOfRows(services, tenant, found.entries, filter.workflow);
    for (const { row, next } of withNext(found.entries)) {
      const record = records.get(row.run);
      if (record === undefined) continue;
      const time = isCopied(record, row.entry.seq) ? record.createdAt : row.entry.event.at;
      if (time >= filter.before + slack) return { events, next: null };
      if (time < filter.from || time >= filter.before) continue;
      const { events: rowEvents, work: taken } = await readRow(services, record, row.entry, next, filter);
      const before = row.place.row === position.row && position.part !== wholeRow ? position.part : 0;
      for (const [at, event] of rowEvents.entries()) {
        if (at < before || !fits(event, filter)) continue;
        if (events.length === limit) return { events, next: { ...row.place, part: at } };
        events.push({ record, event });
      }
      work += taken;
      if (work >= maxWork) return { events, next: { ...row.place, part: wholeRow } };
      if (work < nextYield) continue;
      nextYield = work + yieldInterval;
      await setImmediate();
    }
    if (found.isEnd) return { events, next: null };
    position = { ...found.next, part: wholeRow };
    // A long search yields to other work.
    await setImmediate();
  }
  return { events, next: position };
}

interface RowOfLog {
  readonly row: PlacedEntry;
  /** The next entry of its case, if it is among the rows. */
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

const nothing: EventsOfEntry = { events: [], work: 0 };

async function readRow(
  services: Services,
  record: RunRecord,
  entry: JournalEntry,
  known: JournalEntry | undefined,
  filter: EventFilter,
): Promise<EventsOfEntry> {
  if (isCopied(record, entry.seq)) {
    // Shared events are reported of the original. Of the copy only its creation is reported.
    return entry.seq === record.origin?.at ? { events: [copyEvent(record, entry)], work: 0 } : nothing;
  }
  if (!mayMatch(entry, filter)) return nothing;
  const next = known ?? (await entryAfter(services, record, entry.seq));
  const { events: rowEvents, work } = await eventsOfEntry(services, record, {
    entry,
    failsHere: failsWith(entry, next, record),
  });
  return { events: rowEvents, work: known === undefined ? work + lookupCost : work };
}

async function entryAfter(
  { store }: Services,
  { tenant, id, seq: last }: RunRecord,
  seq: number,
): Promise<JournalEntry | undefined> {
  return seq < last ? (await store.journals.read(tenant, id, seq, 1))[0] : undefined;
}

const copyEvent = ({ origin, createdAt, startedBy }: RunRecord, { seq }: JournalEntry): LoggedEvent => ({
  ...blankEvent,
  kind: origin?.kind === 'import' ? 'case_imported' : 'case_forked',
  seq,
  at: createdAt,
  by: startedBy,
  correlationId: '',
});

function fits(event: LoggedEvent, { by, kinds, task, from, before }: EventFilter): boolean {
  return (
    (by === undefined || event.by === by) &&
    (kinds === undefined || kinds.includes(event.kind)) &&
    (task === undefined || event.task === task) &&
    event.at >= from &&
    event.at < before
  );
}
