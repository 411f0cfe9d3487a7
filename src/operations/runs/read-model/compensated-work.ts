/** Finds the work that compensations of a run have reversed: the calls whose outputs their steps read. */
import { type Net, type Note, needsOf, type Program, type Task } from '../../../kernel/index.ts';
import type { JournalEntry } from '../../../runtime/index.ts';
import { rootFrame } from '../../journal/read-journal.ts';

export interface CompensatedWork {
  readonly task: string;
  /** The event that completed it. */
  readonly doneAt: number;
  /** The event that completed its compensation; null if it has none. */
  readonly undoneAt: number | null;
}

export interface Compensations {
  /** In the order of completion. */
  readonly work: readonly CompensatedWork[];
  /** Completed tasks of frames that have not ended: then their net is known. */
  readonly unplaced: readonly CompletedTask[];
}

interface CompletedTask extends Pick<Note & { kind: 'completed' }, 'frame' | 'task'> {
  readonly seq: number;
}

export const noCompensations: Compensations = { work: [], unplaced: [] };

/** What a program can reverse. Only in the workflow that is started: it is played once. */
export interface Reversals {
  readonly root: string;
  /** By net and name of a step: the calls that it reverses. */
  readonly steps: ReadonlyMap<string, readonly string[]>;
  /** Nets and names of these calls. */
  readonly calls: ReadonlySet<string>;
}

const keyOf = (net: string, task: string): string => JSON.stringify([net, task]);

/** A call is reversed by the first step that reads its output: later ones may report it. */
export function reversalsOf({ nets, root }: Program): Reversals {
  const own = nets.filter(({ id }) => id === root || id.startsWith(`${root}/`));
  const calls = own.flatMap(({ id: net, tasks }) =>
    tasks.filter(({ work }) => work.kind === 'call').map((call) => ({ net, call })),
  );
  const steps = new Map<string, readonly string[]>();
  const reversible = new Set<string>();
  for (const net of own.filter(isCompensation)) {
    const before = new Set<string>();
    for (const { id, work } of net.tasks) {
      const reads = new Set(readsOf(work));
      const reversed = calls.filter(
        ({ call }) => !before.has(call.id) && (call.outputs ?? []).some(({ to }) => reads.has(to)),
      );
      for (const { call } of reversed) before.add(call.id);
      for (const each of reversed) reversible.add(keyOf(each.net, each.call.id));
      if (reversed.length === 0) continue;
      steps.set(
        keyOf(net.id, id),
        reversed.map(({ call }) => call.id),
      );
    }
  }
  return { root, steps, calls: reversible };
}

/** The steps of a compensation skip what was never done, and store no output. */
function isCompensation({ tasks }: Net): boolean {
  const steps = tasks.filter(({ work }) => work.kind !== 'pass');
  return (
    steps.length > 0 && steps.every(({ onUnset, outputs = [] }) => onUnset === 'skip' && outputs.length === 0)
  );
}

function readsOf(work: Task['work']): readonly string[] {
  if (work.kind === 'net') return (work.input ?? []).flatMap(({ value }) => needsOf(value));
  return work.kind === 'call' && work.input !== undefined ? needsOf(work.input) : [];
}

/** @returns the same object if the program has no compensations */
export function addCompensated(
  before: Compensations,
  { seq, notes }: JournalEntry,
  { root, steps, calls }: Reversals,
): Compensations {
  if (steps.size === 0) return before;
  let { work, unplaced } = before;
  const place = (net: string, task: string, at: number): void => {
    const reversed = steps.get(keyOf(net, task)) ?? [];
    work = work.map((each) =>
      each.undoneAt === null && reversed.includes(each.task) ? { ...each, undoneAt: at } : each,
    );
    // The members of a list are one work.
    const isNew = !work.some((each) => each.task === task && each.undoneAt === null);
    if (isNew && calls.has(keyOf(net, task))) work = [...work, { task, doneAt: at, undoneAt: null }];
  };
  for (const note of notes) {
    if (note.kind === 'completed') {
      const { frame, task } = note;
      if (frame === rootFrame) place(root, task, seq);
      else unplaced = [...unplaced, { frame, task, seq }];
    } else if (note.kind === 'frameEnded') {
      for (const each of unplaced) if (each.frame === note.frame) place(note.net, each.task, each.seq);
      unplaced = unplaced.filter(({ frame }) => frame !== note.frame);
    }
  }
  return { work, unplaced };
}
