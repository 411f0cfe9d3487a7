/** The variables that a task requires, and when it reads them [K16.4]. */
import { needsOf } from '../link/names.ts';
import type { Bound, Expression, Task, Work } from '../model/program.ts';

export interface TaskReads {
  /** When its work begins, or before. */
  readonly atBeginning: ReadonlySet<string>;
  /** When its work has succeeded, before its outputs are assigned. */
  readonly atEnd: ReadonlySet<string>;
  /** In its guards, which see its outputs. */
  readonly byGuards: ReadonlySet<string>;
}

type Maybe = Expression | undefined;

export const readsOfTask = (task: Task): TaskReads => {
  const { each, timeout, work } = task;
  const bounds = [each?.min, each?.max, each?.threshold, each?.concurrency].map(asExpression);
  const inputs = task.onUnset === 'skip' ? [] : inputsOf(work);
  return {
    atBeginning: variablesIn([
      ...inputs,
      ...othersOf(work),
      timeout?.after,
      timeout?.until,
      typeof timeout?.from === 'object' ? timeout.from : undefined,
      each?.items,
      ...bounds,
    ]),
    atEnd: variablesIn([
      each?.collect,
      task.undo?.input,
      work.kind === 'offer' ? work.unfinished : undefined,
      ...(task.outputs ?? []).map(({ value }) => value),
    ]),
    byGuards: variablesIn(task.flows.map(({ guard }) => guard)),
  };
};

/** The reads that `onUnset` concerns. */
export const inputsOf = (work: Work): readonly Maybe[] => {
  if (work.kind === 'net') return (work.input ?? []).map(({ value }) => value);
  return work.kind === 'call' || work.kind === 'offer' ? [work.input] : [];
};

const othersOf = (work: Work): readonly Maybe[] => {
  switch (work.kind) {
    case 'offer':
      return [work.enabling];
    case 'wait':
      return [work.for, work.until, work.signal];
    case 'fail':
      return [work.failure];
    default:
      return [];
  }
};

const asExpression = (bound: Bound | undefined): Maybe => (typeof bound === 'number' ? undefined : bound);

/** The context of an instance is not a variable. */
export const variablesIn = (expressions: readonly Maybe[]): ReadonlySet<string> =>
  new Set(
    expressions
      .flatMap((expression) => (expression === undefined ? [] : needsOf(expression)))
      .filter((name) => !name.startsWith('$')),
  );
