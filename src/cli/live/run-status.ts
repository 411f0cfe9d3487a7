/** Where a run stands, for whoever waits for it. */
import type { RunView, RunWait } from '../../operations/index.ts';

export const hasEnded = ({ endedAt }: Pick<RunView, 'endedAt'>): boolean => endedAt !== null;

type Item = Extract<RunWait, { kind: 'item' }>;

export const openItems = ({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly Item[] =>
  waitingFor.filter((wait) => wait.kind === 'item');

/** It has ended, or only somebody outside can move it before long: a person, a signal, whoever suspended it. */
export function isSettled(view: RunView): boolean {
  const needsOthers = view.waitingFor.some(({ kind }) => kind === 'item' || kind === 'signal');
  return isAtRest(view) && (view.state !== 'waiting' || needsOthers);
}

/** The same, or nothing but a time moves it that is not near: not worth staying for where nobody asked for that. */
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
