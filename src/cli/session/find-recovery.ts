/** Finds out how a failed run can be retried: reopen it where it failed, or fork it from before its work was undone. */
import type { HistoryEntry, RunView } from '../../operations/index.ts';
import { readHistory } from './read-history.ts';
import type { Session } from './session.ts';

export type Recovery =
  | { readonly kind: 'reopen' }
  /** `at` is the last event before the work that is repeated; null if it is unknown or precedes the first event. */
  | { readonly kind: 'fork'; readonly at: number | null };

/** Latest events that are searched. */
const maxEvents = 500;
/** Frame id of the root net. */
const root = 1;

export async function findRecovery(
  session: Session,
  { run, seq }: Pick<RunView, 'run' | 'seq'>,
): Promise<Recovery> {
  const { entries: last } = await session.call('runs.history', { run, after: seq - 1, limit: 1, raw: true });
  // If the root frame has not ended, the workflow is still at the failed task: only the run has ended.
  const hasUnwound = last.some(({ raw }) =>
    raw?.notes.some((note) => note.kind === 'frameEnded' && note.frame === root),
  );
  if (!hasUnwound) return { kind: 'reopen' };
  const entries = await readHistory(session, run, Math.max(0, seq - maxEvents), seq);
  const first = firstUndone(entries) ?? lastFailure(entries);
  return { kind: 'fork', at: first === undefined || first < 2 ? null : first - 1 };
}

type HistoryMoment = HistoryEntry['moments'][number];

/** The event that did the earliest piece of work that was undone later. */
function firstUndone(entries: readonly HistoryEntry[]): number | undefined {
  const undone = new Set(
    entries
      .flatMap(({ moments }) => moments)
      .filter((moment) => moment.kind === 'undone' && moment.failure === null)
      .map(taskKey),
  );
  return entries.find(({ moments }) =>
    moments.some((moment) => moment.kind === 'answered' && undone.has(taskKey(moment))),
  )?.seq;
}

const taskKey = ({ net, task, index }: HistoryMoment): string => `${net} ${task} ${index}`;

function lastFailure(entries: readonly HistoryEntry[]): number | undefined {
  return entries.findLast(({ moments }) =>
    moments.some((moment) => moment.kind === 'failed' && moment.retryAt === null),
  )?.seq;
}
