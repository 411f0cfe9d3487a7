/** How a failed run can be taken up again: where it stands; or, once it has undone its work, from before its failure. */
import type { HistoryEntry, RunView } from '../operations/index.ts';
import type { Session } from './session.ts';

export type WayBack =
  | { readonly kind: 'reopen' }
  /** `at` is the last event before the failure; null where it cannot be told, or is before the first. */
  | { readonly kind: 'fork'; readonly at: number | null };

/** Failures are looked for in so many of the latest events. */
const looked = 500;
/** The frame of the workflow itself. */
const root = 1;

type Moment = HistoryEntry['moments'][number];

export async function findWayBack(
  session: Session,
  { run, seq, failure }: Pick<RunView, 'run' | 'seq' | 'failure'>,
): Promise<WayBack> {
  const after = Math.max(0, seq - looked);
  const { entries } = await session.call('runs.history', { run, after, limit: looked, raw: true });
  // A workflow that stands where it failed has not ended: only the run has.
  const hasUnwound = entries
    .at(-1)
    ?.raw?.notes.some((note) => note.kind === 'frameEnded' && note.frame === root);
  if (hasUnwound !== true) return { kind: 'reopen' };
  const failed = findFailure(entries, failure?.code ?? '') ?? findUndo(entries);
  return { kind: 'fork', at: failed === undefined || failed < 2 ? null : failed - 1 };
}

/** The event in which something failed for good that was no undo. */
function findFailure(entries: readonly HistoryEntry[], code: string): number | undefined {
  const undoing = new Set<string>();
  let found: number | undefined;
  for (const { seq, moments } of entries) {
    for (const moment of moments) {
      const name = `${moment.net} ${moment.task} ${moment.index}`;
      if (isUndo(moment)) undoing.add(name);
      else if (moment.kind === 'undone') undoing.delete(name);
      else if (moment.kind === 'failed' && moment.retryAt === null && moment.failure.code === code) {
        if (!undoing.has(name)) found = seq;
      }
    }
  }
  return found;
}

/** The event in which the undoing began that nothing else came after. */
function findUndo(entries: readonly HistoryEntry[]): number | undefined {
  const last = entries.findLastIndex(({ moments }) =>
    moments.some((moment) => moment.kind === 'called' && !moment.undoes),
  );
  return entries.slice(last + 1).find(({ moments }) => moments.some(isUndo))?.seq;
}

const isUndo = (moment: Moment): boolean => moment.kind === 'called' && moment.undoes;
