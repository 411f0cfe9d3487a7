/** Who did which tasks of a run, and the seed by which it chooses [Y6.1, Y6.2]. */
import type { RunEvent } from '../../kernel/index.ts';
import type { JournalEntry, RunRecord, Store } from '../../runtime/index.ts';
import { createJournalFold } from './fold-journal.ts';

export interface Doers {
  /** Events that were read. */
  readonly seq: number;
  readonly seed: number;
  /** By task: whoever completed an item of it. */
  readonly completed: DeedsByTask;
  /** And whoever passed one over, or ended it by force. */
  readonly ended: DeedsByTask;
}

/** Somebody did a task. Tasks of two nets may have one id: of which net it is, its item knows. */
export interface Deed {
  readonly by: string;
  /** That plays the net. */
  readonly frame: number;
  /** Of the first item that they did there. */
  readonly instance: number;
}

export type DeedsByTask = ReadonlyMap<string, readonly Deed[]>;

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
  const deed = { by, frame: end.frame, instance: event.instance };
  return {
    seq,
    seed,
    completed: event.kind === 'itemCompleted' ? withDeed(completed, end.task, deed) : completed,
    ended: withDeed(ended, end.task, deed),
  };
}

type End = Extract<RunEvent, { kind: 'itemCompleted' | 'itemForced' | 'itemSkipped' }>;

const isEnd = (event: RunEvent): event is End =>
  event.kind === 'itemCompleted' || event.kind === 'itemForced' || event.kind === 'itemSkipped';

function withDeed(deeds: DeedsByTask, task: string, deed: Deed): DeedsByTask {
  const before = deeds.get(task) ?? [];
  if (before.some(({ by, frame }) => by === deed.by && frame === deed.frame)) return deeds;
  return new Map([...deeds, [task, [...before, deed]]]);
}
