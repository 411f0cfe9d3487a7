/** Decides which flows a task takes [K4]. */
import type { LinkedExpression, LinkedFlow, LinkedTask } from '../link/linked.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { materialise } from '../values/materialise.ts';
import type { Draft } from './draft.ts';
import type { Situation } from './situation.ts';

export interface Split {
  readonly taken: readonly LinkedFlow[];
  /** Flows whose guard was false. */
  readonly refused: readonly LinkedFlow[];
}

export const chooseFlows = (draft: Draft, task: LinkedTask, situation: Situation): Split => {
  if (task.split === 'and') return { taken: task.flows, refused: none };
  return task.split === 'xor' ? chooseOne(draft, task, situation) : chooseSome(draft, task, situation);
};

const none: readonly LinkedFlow[] = [];

const chooseOne = (draft: Draft, task: LinkedTask, situation: Situation): Split => {
  const refused: LinkedFlow[] = [];
  for (const flow of task.flows) {
    if (flow.isDefault || flow.guard === null || holds(draft, flow.guard, situation)) {
      return { taken: [flow], refused };
    }
    refused.push(flow);
  }
  return { taken: none, refused };
};

const chooseSome = (draft: Draft, task: LinkedTask, situation: Situation): Split => {
  const taken: LinkedFlow[] = [];
  const refused: LinkedFlow[] = [];
  let fallback: LinkedFlow | null = null;
  for (const flow of task.flows) {
    if (flow.isDefault) fallback = flow;
    if (flow.guard === null) {
      if (!flow.isDefault) taken.push(flow);
    } else if (holds(draft, flow.guard, situation)) {
      taken.push(flow);
    } else {
      refused.push(flow);
    }
  }
  if (taken.length === 0 && fallback !== null) taken.push(fallback);
  return { taken, refused };
};

const holds = (draft: Draft, guard: LinkedExpression, situation: Situation): boolean => {
  const value = materialise(guard(situation), draft.program.resolve);
  if (typeof value !== 'boolean') throw new ExpressionError('A guard must be true or false.');
  return value;
};
