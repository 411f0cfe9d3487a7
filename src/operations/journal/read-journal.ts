/**
 * Reads the journal of a case entry by entry, and marks what an entry alone does not show: that the case failed with
 * it.
 */
import { setImmediate } from 'node:timers/promises';
import type { JournalEntry, RunRecord, Store } from '../../runtime/index.ts';

export interface ReadEntry {
  readonly entry: JournalEntry;
  /** The case fails with it and stays as it is, to be reopened: no note reports that. */
  readonly failsHere: boolean;
}

/** The first frame of every run. */
export const rootFrame = 1;

const pageSize = 500;

/** The instance that each undo undoes, by the number of the undo: reported when it has ended. */
export type Undos = ReadonlyMap<number, number>;

/** Reads that from an entry: the end of an undo is its first note. */
export function undoIn({ event, notes }: JournalEntry): readonly [undo: number, undone: number] | undefined {
  const instance = 'instance' in event ? event.instance : undefined;
  const [first, second] = notes;
  const isOwn = first?.kind === 'failed' && first.instance === instance;
  const note = isOwn ? second : first;
  if (instance === undefined || note?.kind !== 'undone' || note.instance === instance) return undefined;
  return isOwn && first.task !== note.task ? undefined : [instance, note.instance];
}

/** @param after only entries after this one */
export async function* readJournal(store: Store, record: RunRecord, after = 0): AsyncGenerator<ReadEntry> {
  const { tenant, id, seq: last } = record;
  let waiting: JournalEntry | undefined;
  for (let at = after; at < last; ) {
    const entries = await store.journals.read(tenant, id, at, Math.min(pageSize, last - at));
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (waiting !== undefined) yield { entry: waiting, failsHere: failsWith(waiting, entry, record) };
      waiting = entry;
      at = entry.seq;
    }
    // A long journal yields to other work.
    if (at < last) await setImmediate();
  }
  if (waiting !== undefined) yield { entry: waiting, failsHere: failsWith(waiting, undefined, record) };
}

/** @param next the next entry; `undefined` if there is none yet */
export function failsWith(
  { seq, notes }: JournalEntry,
  next: JournalEntry | undefined,
  { status, seq: last }: Pick<RunRecord, 'status' | 'seq'>,
): boolean {
  if (notes.some((note) => note.kind === 'frameEnded' && note.frame === rootFrame)) return false;
  return next === undefined ? seq === last && status === 'failed' : next.event.kind === 'reopened';
}
