/** Tells who did which tasks of a run, and the seed of its choices [Y6.1, Y6.2]. */
import type { RunEvent } from '../../kernel/index.ts';
import type { JournalEntry, RunRecord, Store } from '../../runtime/index.ts';
import { createJournalFold } from './fold-journal.ts';

export interface TaskPerformers {
  /** Number of events read. */
  readonly seq: number;
  readonly seed: number;
  /** By task: who completed an item of it. */
  readonly completed: PerformersByTask;
  /** Also who skipped an item, or completed it by force. */
  readonly ended: PerformersByTask;
}

/** A principal did a task. Tasks of two nets may have the same id: the item tells the net. */
export interface TaskPerformer {
  readonly by: string;
  /** The frame of the net. */
  readonly frame: number;
  /** Of the first item that they did there. */
  readonly instance: number;
}

export type PerformersByTask = ReadonlyMap<string, readonly TaskPerformer[]>;

const foldJournal = createJournalFold<TaskPerformers>();

const noPerformers: TaskPerformers = { seq: 0, seed: 0, completed: new Map(), ended: new Map() };

/** @param fresh events since then that are not in the store yet */
export async function performersOfRun(
  store: Store,
  record: Pick<RunRecord, 'tenant' | 'id' | 'seq'>,
  fresh: readonly JournalEntry[] = [],
): Promise<TaskPerformers> {
  return fresh.reduce(add, await foldJournal(store, record, { initial: noPerformers, add }));
}

function add(performers: TaskPerformers, { seq, event, notes }: JournalEntry): TaskPerformers {
  if (event.kind === 'started') return { ...performers, seq, seed: event.seed };
  const { by } = event;
  if (by === undefined || !isEnd(event)) return { ...performers, seq };
  const end = notes.find(
    (note) => (note.kind === 'completed' || note.kind === 'skipped') && note.instance === event.instance,
  );
  if (end === undefined || !('task' in end)) return { ...performers, seq };
  const { seed, completed, ended } = performers;
  const performer = { by, frame: end.frame, instance: event.instance };
  return {
    seq,
    seed,
    completed: event.kind === 'itemCompleted' ? withPerformer(completed, end.task, performer) : completed,
    ended: withPerformer(ended, end.task, performer),
  };
}

type End = Extract<RunEvent, { kind: 'itemCompleted' | 'itemForced' | 'itemSkipped' }>;

const isEnd = (event: RunEvent): event is End =>
  event.kind === 'itemCompleted' || event.kind === 'itemForced' || event.kind === 'itemSkipped';

function withPerformer(
  performersByTask: PerformersByTask,
  task: string,
  performer: TaskPerformer,
): PerformersByTask {
  const before = performersByTask.get(task) ?? [];
  if (before.some(({ by, frame }) => by === performer.by && frame === performer.frame))
    return performersByTask;
  return new Map([...performersByTask, [task, [...before, performer]]]);
}
