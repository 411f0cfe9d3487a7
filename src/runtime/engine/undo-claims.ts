/**
 * Decides which run may undo work that several runs share [R7.1]: a fork shares with its original all work from
 * before the fork.
 */
import type { Note, RunState } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Store } from '../ports/store.ts';

export interface Ancestry {
  readonly store: Store;
  /** The state of a run after `seq` events. */
  readonly stateAt: (record: RunRecord, seq: number) => Promise<RunState>;
}

/** @returns the run that undoes it: this one, or the one that claimed it first, unless its undo has failed */
export async function claimUndo(ancestry: Ancestry, record: RunRecord, instance: number): Promise<string> {
  const { store } = ancestry;
  const { tenant, id } = record;
  const executedBy = await findExecutingRun(ancestry, record, instance);
  const claimant = await store.claims.claim(tenant, executedBy, instance, id);
  return claimant !== id && (await hasFailedToUndo(store, tenant, claimant, instance)) ? id : claimant;
}

const pageLength = 500;

async function hasFailedToUndo(
  { journals }: Store,
  tenant: string,
  run: string,
  instance: number,
): Promise<boolean> {
  for (let after = 0; ; after += pageLength) {
    const entries = await journals.read(tenant, run, after, pageLength);
    const isFailure = (note: Note): boolean =>
      note.kind === 'undone' && note.instance === instance && note.failure !== null;
    if (entries.some(({ notes }) => notes.some(isFailure))) return true;
    if (entries.length < pageLength) return false;
  }
}

/** The run whose call did the work: the oldest ancestor whose journal contains it. */
export async function findExecutingRun(
  ancestry: Ancestry,
  record: RunRecord,
  instance: number,
): Promise<string> {
  const { origin, tenant, id } = record;
  if (origin?.kind !== 'fork' || !hasDone(await ancestry.stateAt(record, origin.at), instance)) return id;
  const original = await ancestry.store.runs.find(tenant, origin.run);
  return original === undefined ? origin.run : findExecutingRun(ancestry, original, instance);
}

/** The work is to be undone, or being undone. */
function hasDone({ frames, instances }: RunState, instance: number): boolean {
  return (
    frames.some(({ undo }) => undo.some((entry) => entry.instance === instance)) ||
    instances.some(({ undoes }) => undoes?.instance === instance)
  );
}
