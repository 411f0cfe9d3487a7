/** The status of a run, for callers that wait for it. */
import type { RunView, RunWait } from '../../operations/index.ts';

export const hasEnded = ({ endedAt }: Pick<RunView, 'endedAt'>): boolean => endedAt !== null;

type Item = Extract<RunWait, { kind: 'item' }>;

export const openItems = ({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly Item[] =>
  waitingFor.filter((wait) => wait.kind === 'item');

/** The run has ended, or only others can advance it soon: a person, a signal, the operator who suspended it. */
export function isSettled(view: RunView): boolean {
  const needsOthers = view.waitingFor.some(({ kind }) => kind === 'item' || kind === 'signal');
  return isAtRest(view) && (view.state !== 'waiting' || needsOthers);
}

/** Settled, or only a distant timer can advance it: by default not worth waiting for. */
export function isAtRest(view: RunView): boolean {
  return hasEnded(view) || view.state === 'suspended' || (view.state === 'waiting' && !goesOnSoon(view));
}

/** In milliseconds. */
const near = 60_000;

/** A timer, a retry or the end of a wait is near. */
function goesOnSoon({ waitingFor }: RunView): boolean {
  const soon = Date.now() + near;
  return waitingFor.some(
    (wait) =>
      (wait.kind === 'timer' || wait.kind === 'signal') && wait.due !== null && Date.parse(wait.due) <= soon,
  );
}
