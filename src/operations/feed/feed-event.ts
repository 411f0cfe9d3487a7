/** Events of the feed: a journal entry, and the current status of a run or a work item. */
import { z } from 'zod';
import { listOf, namedObject, oneOfKinds, text } from '../../languages/output-fields.ts';
import type { JournalEntry } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';
import { itemView } from '../items/read-model/item-view.ts';
import { entryFields } from '../runs/read-model/entry-fields.ts';
import { runSummary } from '../runs/read-model/run-summary.ts';

const journalValue = namedObject('FeedEntry', 'What happened in a run, as in its journal.', {
  ...entryFields,
  tasks: listOf(text(), 'Tasks that it concerns.'),
});

export type JournalValue = z.infer<typeof journalValue>;

const common = {
  place: text('Pass it as “after” to continue after this event.'),
  run: text('Id of the run.'),
};

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
