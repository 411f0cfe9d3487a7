/** What the feed tells: an entry of a journal, and how a run or a work item stands since. */
import { z } from 'zod';
import type { JournalEntry } from '../../runtime/index.ts';
import { listOf, namedObject, oneOfKinds, text } from '../contract/output-fields.ts';
import { itemView } from '../items/item-view.ts';
import { entryFields } from '../runs/entry-fields.ts';
import { isoTime, runSummary } from '../runs/run-summary.ts';

const journalValue = namedObject('FeedEntry', 'What happened in a run, as its journal tells it.', {
  ...entryFields,
  tasks: listOf(text(), 'Tasks that it touched.'),
});

export type JournalValue = z.infer<typeof journalValue>;

const common = { place: text('Send it as “after” to go on behind this event.'), run: text('Id of the run.') };

export const feedEvent = oneOfKinds('kind', [
  z.strictObject({ kind: z.literal('journal'), ...common, value: journalValue }),
  z.strictObject({ kind: z.literal('item'), ...common, value: itemView }),
  z.strictObject({ kind: z.literal('run'), ...common, value: runSummary }),
]);

export type FeedEvent = z.infer<typeof feedEvent>;

export function viewEntry({ seq, event, notes, correlationId }: JournalEntry): JournalValue {
  const tasks = notes.flatMap((note) => ('task' in note ? [note.task] : []));
  return {
    seq,
    at: isoTime(event.at),
    event: event.kind,
    by: event.by ?? '',
    ...(correlationId === undefined ? {} : { correlationId }),
    tasks: [...new Set(tasks)],
  };
}
