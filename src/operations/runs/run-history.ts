/** What happened in a run, event by event: as a timeline, in words, and on request as the journal holds it. */
import { z } from 'zod';
import type { Json, Note, RunEvent } from '../../kernel/index.ts';
import { describeTimeline, type Redact, type TimelineEntry } from '../../runtime/index.ts';
import { afterField, limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getOpened } from './find-run.ts';
import { readPinned } from './pinned-definition.ts';
import { isoTime } from './run-summary.ts';
import { type Moments, timelineOfRun } from './timeline-of-run.ts';

const input = z.strictObject({
  run: runField,
  after: afterField('Only events after this one.').default(0),
  limit: limitField(500, 100),
  raw: z.boolean().default(false).describe('Also the events and notes as the journal holds them.'),
});

export interface HistoryEntry {
  readonly seq: number;
  readonly at: string;
  /** Kind of the event. */
  readonly event: RunEvent['kind'];
  /** Who caused it; empty where nobody did. */
  readonly by: string;
  readonly moments: readonly TimelineEntry[];
  /** The moments in words. */
  readonly lines: readonly string[];
  readonly raw?: { readonly event: RunEvent; readonly notes: readonly Note[] };
}

export interface RunHistory {
  readonly run: string;
  readonly entries: readonly HistoryEntry[];
  /** Goes on with `after` this event; null where there is no more. */
  readonly next: number | null;
}

export const runHistory: Operation<z.infer<typeof input>, RunHistory> = {
  name: 'runs.history',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { run, after, limit, raw }, services) {
    const opened = await getOpened(services, principal, run);
    const { record } = opened;
    const last = Math.min(record.seq, after + limit);
    const { shows } = await readPinned(services, opened);
    const told = await timelineOfRun(services, opened, shows, last);
    const start = told[0]?.entry.event.at ?? record.createdAt;
    return {
      run: record.id,
      entries: told.slice(after).map((each) => historyEntry(each, start, raw, services.redact)),
      next: last < record.seq ? last : null,
    };
  },
};

function historyEntry(
  { entry, moments: told }: Moments,
  start: number,
  raw: boolean,
  redact: Redact | undefined,
): HistoryEntry {
  const { seq, event, notes } = entry;
  // Each by itself: it is plain data, and stays a moment however much it holds.
  const moments =
    redact === undefined
      ? told
      : told.map((moment) => redact(moment as unknown as Json) as unknown as TimelineEntry);
  return {
    seq,
    at: isoTime(event.at),
    event: event.kind,
    by: event.by ?? '',
    moments,
    lines: describeTimeline(moments, start),
    ...(raw ? { raw: { event, notes } } : {}),
  };
}
