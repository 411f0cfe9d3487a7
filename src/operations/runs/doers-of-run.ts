/** Who did which tasks of a run, and the seed by which it chooses [Y6.1, Y6.2]. */
import type { RunEvent } from '../../kernel/index.ts';
import type { JournalEntry, RunRecord, Store } from '../../runtime/index.ts';
import { createJournalFold } from './fold-journal.ts';

export interface Doers {
  /** Events that were read. */
  readonly seq: number;
  readonly seed: number;
  /** Subjects by task: whoever completed an item of it. */
  readonly completed: SubjectsByTask;
  /** And whoever passed one over, or ended it by force. */
  readonly ended: SubjectsByTask;
}

type SubjectsByTask = ReadonlyMap<string, ReadonlySet<string>>;

const foldJournal = createJournalFold<Doers>();

const nobody: Doers = { seq: 0, seed: 0, completed: new Map(), ended: new Map() };

/** @param fresh what has happened since, and is not in the store yet */
export async function doersOfRun(
  store: Store,
  record: Pick<RunRecord, 'tenant' | 'id' | 'seq'>,
  fresh: readonly JournalEntry[] = [],
): Promise<Doers> {
  return fresh.reduce(add, await foldJournal(store, record, { fresh: nobody, add }));
}

function add(doers: Doers, { seq, event, notes }: JournalEntry): Doers {
  if (event.kind === 'started') return { ...doers, seq, seed: event.seed };
  const { by } = event;
  if (by === undefined || !isEnd(event)) return { ...doers, seq };
  const end = notes.find(
    (note) => (note.kind === 'completed' || note.kind === 'skipped') && note.instance === event.instance,
  );
  if (end === undefined || !('task' in end)) return { ...doers, seq };
  const { seed, completed, ended } = doers;
  return {
    seq,
    seed,
    completed: event.kind === 'itemCompleted' ? withSubject(completed, end.task, by) : completed,
    ended: withSubject(ended, end.task, by),
  };
}

type End = Extract<RunEvent, { kind: 'itemCompleted' | 'itemForced' | 'itemSkipped' }>;

const isEnd = (event: RunEvent): event is End =>
  event.kind === 'itemCompleted' || event.kind === 'itemForced' || event.kind === 'itemSkipped';

function withSubject(subjects: SubjectsByTask, task: string, subject: string): SubjectsByTask {
  const before = subjects.get(task);
  if (before?.has(subject) === true) return subjects;
  return new Map([...subjects, [task, new Set([...(before ?? []), subject])]]);
}
