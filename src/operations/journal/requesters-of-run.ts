/**
 * Lists who requested what a run does: who started, forked or imported it, and who reopened it after a failure, since
 * they may have changed its data.
 */
import type { RunEvent } from '../../kernel/index.ts';
import type { RunRecord, Store } from '../../runtime/index.ts';
import { createJournalFold } from './fold-journal.ts';

interface Requesters {
  readonly seq: number;
  readonly subjects: ReadonlySet<string>;
}

const foldJournal = createJournalFold<Requesters>();

const noRequesters: Requesters = { seq: 0, subjects: new Set() };

export async function requestersOfRun(store: Store, record: RunRecord): Promise<ReadonlySet<string>> {
  // The journal of a copy begins with that of the original: its starter requested the same.
  const { subjects } = await foldJournal(store, record, {
    initial: noRequesters,
    add: (before, { seq, event }) => ({ seq, subjects: withRequester(before.subjects, event) }),
  });
  return subjects.has(record.startedBy) ? subjects : new Set([...subjects, record.startedBy]);
}

function withRequester(subjects: ReadonlySet<string>, { kind, by }: RunEvent): ReadonlySet<string> {
  if ((kind !== 'started' && kind !== 'reopened') || by === undefined || subjects.has(by)) return subjects;
  return new Set([...subjects, by]);
}
