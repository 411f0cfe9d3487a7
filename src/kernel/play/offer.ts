/** Offers an item: the task's own work, or the doubt about a call. */
import type { LinkedWork } from '../link/linked.ts';
import type { Payload } from '../model/payload.ts';
import type { Instance } from '../model/state.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { nothing } from '../values/materialise.ts';
import type { Draft } from './draft.ts';
import { Situation } from './situation.ts';

export const offer = (draft: Draft, instance: Instance, reason: 'work' | 'doubt'): void => {
  const task = draft.task(instance);
  draft.effects.push({
    kind: 'offer',
    instance: instance.id,
    frame: instance.frame,
    net: draft.netOf(instance).id,
    task: task.id,
    reason,
    item: reason === 'work' && task.work.kind === 'offer' ? task.work.item : null,
    input: instance.input ?? nothing,
    index: instance.index,
    ordinal: instance.ordinal,
    lineage: lineageOf(draft, instance),
    group: instance.group,
    whom: reason === 'work' ? whomOf(draft, instance, task.work) : nothing,
    holder: instance.holder,
  });
};

/** The executions whose work the enclosing frames are. */
const lineageOf = (draft: Draft, { frame }: Instance): readonly number[] => {
  const lineage: number[] = [];
  for (let at = draft.frame(frame); at.parent !== 0; at = draft.frame(at.above)) {
    lineage.unshift(draft.instance(at.parent)!.ordinal);
  }
  return lineage;
};

/** Assignees that cannot be computed mean no one: an error never widens an offer. */
const whomOf = (draft: Draft, instance: Instance, work: LinkedWork): Payload => {
  if (work.kind !== 'offer' || work.whom === null) return nothing;
  try {
    return work.whom(new Situation(draft, draft.frame(instance.frame), instance, null));
  } catch (error) {
    if (error instanceof ExpressionError) return nothing;
    throw error;
  }
};
