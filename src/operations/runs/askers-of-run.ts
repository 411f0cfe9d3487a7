/**
 * Who asked for what a run does: whoever started it, forked it or brought it here, and whoever let it go on after it had
 * failed, since they may have changed what it works with.
 */
import type { RunEvent } from '../../kernel/index.ts';
import type { RunRecord, Store } from '../../runtime/index.ts';
import { createJournalFold } from './fold-journal.ts';

interface Askers {
  readonly seq: number;
  readonly subjects: ReadonlySet<string>;
}

const foldJournal = createJournalFold<Askers>();

const nobody: Askers = { seq: 0, subjects: new Set() };

export async function askersOfRun(store: Store, record: RunRecord): Promise<ReadonlySet<string>> {
  // The journal of a copy begins with that of the original: whoever started that asked for the same.
  const { subjects } = await foldJournal(store, record, {
    fresh: nobody,
    add: (before, { seq, event }) => ({ seq, subjects: withAsker(before.subjects, event) }),
  });
  return subjects.has(record.startedBy) ? subjects : new Set([...subjects, record.startedBy]);
}

function withAsker(subjects: ReadonlySet<string>, { kind, by }: RunEvent): ReadonlySet<string> {
  if ((kind !== 'started' && kind !== 'reopened') || by === undefined || subjects.has(by)) return subjects;
  return new Set([...subjects, by]);
}
