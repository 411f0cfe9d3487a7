/** Lists what happened in a run, event by event: as a timeline, as text, and on request as journal entries. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { integer, listOf, namedObject, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { describeTimeline, type Redact, type TimelineEntry } from '../../runtime/index.ts';
import { afterField, limitField, runField } from '../contract/input-fields.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import { noteSchema } from './note-schema.ts';
import { entryFields } from './read-model/entry-fields.ts';
import { eventSchema } from './read-model/event-schema.ts';
import { getOpened } from './read-model/find-run.ts';
import { readFacts } from './read-model/journal-facts.ts';
import { readPinned } from './read-model/pinned-definition.ts';
import { runViewFields } from './read-model/run-view.ts';
import { type TimelineStep, timelineOfRun } from './read-model/timeline-of-run.ts';
import { undoneTasks } from './read-model/undone-work.ts';
import { timelineEntrySchema } from './timeline-entry-schema.ts';

const input = z.strictObject({
  run: runField,
  after: afterField('Only events after this one.').default(0),
  limit: limitField(500, 100),
  raw: z.boolean().default(false).describe('Also return the events and notes of the journal.'),
});

const historyEntry = namedObject('HistoryEntry', 'One event of a run, with its timeline entries.', {
  ...entryFields,
  moments: listOf(timelineEntrySchema, 'What happened, as data.'),
  lines: listOf(text(), 'The timeline entries as text.'),
  raw: z.exactOptional(
    objectOf(
      { event: eventSchema, notes: listOf(noteSchema) },
      'The event and its notes from the journal, if requested.',
    ),
  ),
});

export type HistoryEntry = z.infer<typeof historyEntry>;

const output = objectOf({
  run: text('Id of the run.'),
  entries: listOf(historyEntry),
  undone: runViewFields.undone,
  next: orNull(integer(), 'Pass it as “after” for the next page; null if there is none.'),
});

export type RunHistory = z.infer<typeof output>;

export const runHistory: Operation<z.infer<typeof input>, RunHistory> = {
  name: 'runs.history',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists what happened in a run, event by event.',
  rest: {
    method: 'GET',
    path: '/v1/runs/{run}/history',
    tag: 'runs',
    pagination: { answerField: 'next', inputField: 'after' },
  },
  verb: { name: 'show' },
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
      undone: await undoneTasks(services, opened, await readFacts(services.store, record, opened.program)),
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
  // Parsed one by one, so that a large page does not block for long.
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
