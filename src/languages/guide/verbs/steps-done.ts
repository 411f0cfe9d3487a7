/** Lists the finished steps of a guide's run, in the order of completion. */

import { readHistory } from '../../../cli/session/read-history.ts';
import type { Session } from '../../../cli/session/session.ts';
import type { RunView } from '../../../operations/index.ts';
import type { GuidePlan } from './guide-plan.ts';

export interface StepDone {
  readonly step: string;
  /** Number of the visit to the step, from 1. */
  readonly pass: number;
  /** The step was skipped by a user. */
  readonly isSkipped: boolean;
}

export async function stepsDone(
  session: Session,
  { run, seq }: Pick<RunView, 'run' | 'seq'>,
  { steps }: GuidePlan,
): Promise<readonly StepDone[]> {
  const entries = await readHistory(session, run, 0, seq);
  const passes = new Map(steps.map((step) => [step, 0]));
  return entries
    .flatMap(({ moments }) => moments)
    .flatMap(({ kind, task }) => {
      const before = kind === 'completed' || kind === 'skipped' ? passes.get(task) : undefined;
      if (before === undefined) return [];
      passes.set(task, before + 1);
      return [{ step: task, pass: before + 1, isSkipped: kind === 'skipped' }];
    });
}
