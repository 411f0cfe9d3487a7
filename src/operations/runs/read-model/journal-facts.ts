/** Folds from the notes of a journal how much of a run is done, how near its end it is, what failed, what was undone. */
import type { Failure, Note, Program } from '../../../kernel/index.ts';
import type { JournalEntry, RunRecord, Store } from '../../../runtime/index.ts';
import { createJournalFold } from '../../journal/fold-journal.ts';
import { rootFrame, undoIn } from '../../journal/read-journal.ts';
import {
  addCompensated,
  type Compensations,
  noCompensations,
  type Reversals,
  reversalsOf,
} from './compensated-work.ts';
import { type Distances, distancesOf } from './distances-of.ts';
import { isAuthored } from './is-authored.ts';

export interface JournalFacts {
  readonly seq: number;
  /** Tasks of the root net that have ended and count as work. */
  readonly done: number;
  /** Tasks on the shortest path to the end, from the nearest point reached. */
  readonly remaining: number;
  /** The last final failure. */
  readonly failed: FailedTask | null;
  /** Every undo that has ended, successfully or not. */
  readonly undone: readonly UndoneNote[];
  readonly compensations: Compensations;
}

type UndoneNote = Extract<Note, { kind: 'undone' }>;

interface FailedTask {
  readonly task: string;
  readonly frame: number;
  readonly failure: Failure;
}

const foldJournal = createJournalFold<JournalFacts>(
  ({ undone, compensations: { work, unplaced } }) =>
    1 + (undone.length + work.length + unplaced.length) / 100,
);

export async function readFacts(store: Store, record: RunRecord, program: Program): Promise<JournalFacts> {
  const measures = measured(program);
  const initial: JournalFacts = {
    seq: 0,
    done: 0,
    remaining: measures.fromStart,
    failed: null,
    undone: [],
    compensations: noCompensations,
  };
  // Nothing failed or was undone: its journal need not be read.
  if (record.status === 'completed' && !measures.canUndo) return initial;
  return foldJournal(store, record, { initial, add: (facts, entry) => addEntry(facts, entry, measures) });
}

interface Measures extends Distances {
  readonly reversals: Reversals;
  /** Whether work of its runs can be undone or compensated. */
  readonly canUndo: boolean;
}

/** Many runs share a program: each is measured once. */
function measured(program: Program): Measures {
  const known = measures.get(program);
  if (known !== undefined) return known;
  const reversals = reversalsOf(program);
  const canUndo =
    reversals.steps.size > 0 ||
    program.nets.some(({ tasks }) => tasks.some(({ undo }) => undo !== undefined));
  const found = { ...distancesOf(program), reversals, canUndo };
  measures.set(program, found);
  return found;
}

const measures = new WeakMap<Program, Measures>();

/** From 0 to 1, never falling; 1 only when the run has completed. */
export function progressOf({ status }: Pick<RunRecord, 'status'>, { done, remaining }: JournalFacts): number {
  if (status === 'completed') return 1;
  return Math.floor((1000 * done) / (done + Math.max(1, remaining))) / 1000;
}

function addEntry(
  facts: JournalFacts,
  entry: JournalEntry,
  { from: distanceFrom, counts, reversals }: Measures,
): JournalFacts {
  const { seq, notes } = entry;
  // A failed undo is no failure of its task.
  const [undo] = undoIn(entry) ?? [];
  const ended = new Set<string>();
  const undone = notes.filter((note) => note.kind === 'undone');
  let { remaining, failed } = facts;
  for (const note of notes) {
    if (note.kind === 'flow' && note.frame === rootFrame) {
      if (counts(note.task)) ended.add(note.task);
      if (note.to !== null) remaining = Math.min(remaining, distanceFrom(note.to));
    }
    if (note.kind === 'failed' && note.retryAt === null && note.instance !== undo)
      failed = originOf(failed, note);
  }
  return {
    seq,
    done: facts.done + ended.size,
    remaining,
    failed,
    undone: undone.length === 0 ? facts.undone : [...facts.undone, ...undone],
    compensations: addCompensated(facts.compensations, entry, reversals),
  };
}

/**
 * A failure propagates from frame to frame, and outer frames have lower numbers: the innermost task failed. Tasks that
 * compilers add, as at the end of a compensation, only pass it on.
 */
function originOf(before: FailedTask | null, note: Extract<Note, { kind: 'failed' }>): FailedTask {
  const { task, frame, failure } = note;
  const isPassedOn =
    before !== null &&
    (frame < before.frame || !isAuthored(task)) &&
    failure.code === before.failure.code &&
    failure.message === before.failure.message;
  return { task: isPassedOn ? before.task : task, frame, failure };
}
