/** Where a run stands, for whoever waits for it. */
import type { RunView, RunWait } from '../../operations/index.ts';

export const hasEnded = ({ endedAt }: Pick<RunView, 'endedAt'>): boolean => endedAt !== null;

type Item = Extract<RunWait, { kind: 'item' }>;

export const openItems = ({ waitingFor }: Pick<RunView, 'waitingFor'>): readonly Item[] =>
  waitingFor.filter((wait) => wait.kind === 'item');

/** It has ended, or only somebody outside can move it: a person, a signal, whoever suspended it. */
export function isSettled(view: RunView): boolean {
  if (hasEnded(view) || view.state === 'suspended') return true;
  if (view.state !== 'waiting') return false;
  const waitsFor = (kind: RunWait['kind']) => view.waitingFor.some((wait) => wait.kind === kind);
  return waitsFor('item') || (waitsFor('signal') && !waitsFor('timer'));
}
