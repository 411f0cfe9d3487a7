/** What happened in a run, event by event: as a timeline, in words, and on request as the journal holds it. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { describeTimeline, type Redact, type TimelineEntry } from '../../runtime/index.ts';
import { afterField, limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { integer, listOf, namedObject, objectOf, orNull, text } from '../contract/output-fields.ts';
import { entryFields } from './entry-fields.ts';
import { eventSchema } from './event-schema.ts';
import { getOpened } from './find-run.ts';
import { noteSchema } from './note-schema.ts';
import { readPinned } from './pinned-definition.ts';
import { isoTime } from './run-summary.ts';
import { timelineEntrySchema } from './timeline-entry-schema.ts';
import { type TimelineStep, timelineOfRun } from './timeline-of-run.ts';

const input = z.strictObject({
  run: runField,
  after: afterField('Only events after this one.').default(0),
  limit: limitField(500, 100),
  raw: z.boolean().default(false).describe('Also the events and notes as the journal holds them.'),
});

const historyEntry = namedObject('HistoryEntry', 'One event of a run, and what it told.', {
  ...entryFields,
  moments: listOf(timelineEntrySchema, 'What happened, as data.'),
  lines: listOf(text(), 'The moments in words.'),
  raw: z.exactOptional(
    objectOf(
      { event: eventSchema, notes: listOf(noteSchema) },
      'The event and its notes as the journal holds them, where that was asked for.',
    ),
  ),
});

export type HistoryEntry = z.infer<typeof historyEntry>;

const output = objectOf({
  run: text('Id of the run.'),
  entries: listOf(historyEntry),
  next: orNull(integer(), 'Goes on with “after” this event; null where there is no more.'),
});

export type RunHistory = z.infer<typeof output>;

export const runHistory: Operation<z.infer<typeof input>, RunHistory> = {
  name: 'runs.history',
  scope: 'workflows:query',
  writes: false,
  summary: 'Tells what happened in a run, event by event.',
  input,
  output,
  async perform(principal, { run, after, limit, raw }, services) {
    const opened = await getOpened(services, principal, run);
    const { record } = opened;
    const last = Math.min(record.seq, after + limit);
    const { shows } = await readPinned(services, opened);
    const timeline = await timelineOfRun(services, opened, shows, last);
    const start = timeline[0]?.entry.event.at ?? record.createdAt;
    return {
      run: record.id,
      entries: timeline.slice(after).map((each) => viewEntry(each, start, raw, services.redact)),
      next: last < record.seq ? last : null,
    };
  },
};

function viewEntry(
  { entry, moments: timelineEntries }: TimelineStep,
  start: number,
  raw: boolean,
  redact: Redact | undefined,
): HistoryEntry {
  const { seq, event, notes, correlationId } = entry;
  // Each by itself: it is plain data, and stays a moment however much it holds.
  const moments =
    redact === undefined
      ? timelineEntries
      : timelineEntries.map(
          (timelineEntry) => redact(timelineEntry as unknown as Json) as unknown as TimelineEntry,
        );
  return {
    seq,
    at: isoTime(event.at),
    event: event.kind,
    by: event.by ?? '',
    ...(correlationId === undefined ? {} : { correlationId }),
    moments,
    lines: describeTimeline(moments, start),
    ...(raw ? { raw: { event, notes } } : {}),
  };
}
