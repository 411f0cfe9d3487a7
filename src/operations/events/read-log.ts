/** A page of the event log: rows of journals in the order of writing, told and sifted, within a bound of work. */
import { setImmediate } from 'node:timers/promises';
import type { JournalEntry, PlacedEntry, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { type FeedPlace, pickUp, wholeRow } from '../feed/feed-place.ts';
import { runsOfRows } from '../feed/runs-of-rows.ts';
import type { LoggedKind } from './event-kinds.ts';
import type { EventOfCase } from './event-view.ts';
import type { LoggedEvent } from './logged-event.ts';
import { failsWith } from './read-journal.ts';
import { eventsOfEntry } from './remembered-books.ts';
import { slack } from './seek-moment.ts';
import { isCopied } from './time-of-row.ts';

export interface WantedEvents {
  readonly run?: string;
  readonly workflow?: string;
  readonly by?: string;
  readonly kinds?: readonly LoggedKind[];
  readonly task?: string;
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

export async function readLog(
  services: Services,
  tenant: string,
  wanted: WantedEvents,
  after: FeedPlace,
  limit: number,
): Promise<LogPage> {
  const events: EventOfCase[] = [];
  let place = after;
  for (let batches = 0; batches < mostBatches; batches++) {
    const found = await services.store.journals.follow(tenant, pickUp(place), batch, wanted.run);
    const records = await runsOfRows(services, tenant, found.entries, wanted.workflow);
    for (const [position, row] of found.entries.entries()) {
      const record = records.get(row.run);
      if (record === undefined) continue;
      const told = await tellRow(services, record, row, found.entries.slice(position + 1));
      if (told.some(({ at }) => at >= wanted.before + slack)) return { events, next: null };
      const before = row.place.row === place.row && place.part !== wholeRow ? place.part : 0;
      for (const [at, event] of told.entries()) {
        if (at < before || !fits(event, wanted)) continue;
        if (events.length === limit) return { events, next: { ...row.place, part: at } };
        events.push({ record, event });
      }
    }
    if (found.isEnd) return { events, next: null };
    place = { ...found.next, part: wholeRow };
    // A long search leaves the others their turn.
    await setImmediate();
  }
  return { events, next: place };
}

/** @param following the rows behind it */
async function tellRow(
  services: Services,
  record: RunRecord,
  { run, entry }: PlacedEntry,
  following: readonly PlacedEntry[],
): Promise<readonly LoggedEvent[]> {
  const next =
    following.find((row) => row.run === run)?.entry ?? (await entryAfter(services, record, entry.seq));
  const told = await eventsOfEntry(services, record, { entry, failsHere: failsWith(entry, next, record) });
  if (!isCopied(record, entry.seq)) return told;
  // What happened to the original is told there; of the copy it is told that it was made.
  return entry.seq === record.origin?.at ? [copying(record, entry)] : [];
}

async function entryAfter(
  { store }: Services,
  { tenant, id, seq: last }: RunRecord,
  seq: number,
): Promise<JournalEntry | undefined> {
  return seq < last ? (await store.journals.read(tenant, id, seq, 1))[0] : undefined;
}

const copying = ({ origin, createdAt, startedBy }: RunRecord, { seq }: JournalEntry): LoggedEvent => ({
  kind: origin?.kind === 'import' ? 'case_imported' : 'case_forked',
  seq,
  at: createdAt,
  by: startedBy,
  correlationId: '',
  net: '',
  task: '',
  instance: 0,
  isItem: false,
  isNet: false,
  attempt: 0,
  connector: '',
  to: '',
  names: [],
  failure: null,
  isLate: false,
  endsWithCase: false,
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
