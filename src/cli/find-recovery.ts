/** How a failed run can be taken up again: where it stands; or, once its work was undone, from before that was done. */
import type { HistoryEntry, RunView } from '../operations/index.ts';
import { readHistory } from './read-history.ts';
import type { Session } from './session.ts';

export type Recovery =
  | { readonly kind: 'reopen' }
  /** `at` is the last event before whatever has to be done again; null where it cannot be told, or is before the first. */
  | { readonly kind: 'fork'; readonly at: number | null };

/** So many of the latest events are looked at. */
const maxEvents = 500;
/** The frame of the workflow itself. */
const root = 1;

export async function findRecovery(
  session: Session,
  { run, seq }: Pick<RunView, 'run' | 'seq'>,
): Promise<Recovery> {
  const { entries: last } = await session.call('runs.history', { run, after: seq - 1, limit: 1, raw: true });
  // A workflow that stands where it failed has not ended: only the run has.
  const hasUnwound = last.some(({ raw }) =>
    raw?.notes.some((note) => note.kind === 'frameEnded' && note.frame === root),
  );
  if (!hasUnwound) return { kind: 'reopen' };
  const entries = await readHistory(session, run, Math.max(0, seq - maxEvents), seq);
  const first = firstUndone(entries) ?? lastFailure(entries);
  return { kind: 'fork', at: first === undefined || first < 2 ? null : first - 1 };
}

type HistoryMoment = HistoryEntry['moments'][number];

/** The event in which the first of all that was undone had been done. */
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
