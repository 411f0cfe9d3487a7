/** Ends a task whose work is done: outputs, flows, cancel region, tokens, in that order [K4, K5]. */

import type { Failure } from '../model/failure.ts';
import type { Payload } from '../model/payload.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { cancelRegion } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { failTask } from './fail-task.ts';
import { endBusy } from './instances.ts';
import type { Manner } from './manner.ts';
import { note } from './notes.ts';
import { putTokens } from './put-tokens.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';
import { chooseFlows, type Split } from './split.ts';
import { assignAll, rememberSlots, restoreSlots } from './variables.ts';

export const endTask = (
  draft: Draft,
  instance: EditableInstance,
  output: Payload | null,
  manner: Manner,
): void => {
  const task = draft.task(instance);
  const frame = draft.editFrame(instance.frame);
  const situation = new Situation(draft, frame, instance, output);
  const before = rememberSlots(draft, frame, task.sets);
  let split: Split;
  try {
    if (output !== null) assignAll(draft, frame, task.sets, situation);
    split = chooseFlows(draft, task, situation);
  } catch (error) {
    restoreSlots(draft, before);
    failTask(draft, instance, expressionFailure(error, manner));
    return;
  }
  if (split.taken.length === 0) {
    restoreSlots(draft, before);
    const message = `No flow of “${task.id}” can be taken: no guard holds and there is no default.`;
    failTask(draft, instance, { code: 'no-flow', message, retryable: false });
    return;
  }
  note(draft, manner.skipped ? 'skipped' : 'completed', instance);
  for (const { name } of split.refused) {
    draft.notes.push({ kind: 'guardFalse', frame: frame.id, task: task.id, to: name });
  }
  for (const { name } of split.taken) {
    draft.notes.push({ kind: 'flow', frame: frame.id, task: task.id, to: name, caught: false });
  }
  if ((instance.each?.members ?? 0) > 0) draft.makeIdle(instance, { draining: true });
  else draft.removeInstance(instance);
  endBusy(draft, frame.id, task.index);
  cancelRegion(draft, frame.id, task);
  putTokens(
    draft,
    frame.id,
    split.taken.map(({ to }) => to),
  );
};

/** The event is refused because an expression has no value. */
export const refuseExpression = (error: unknown): never => {
  throw error instanceof ExpressionError ? new Refusal('expression', error.message) : error;
};

/** The failure of a caught error. Refuses the event instead if the caller can correct the answer. */
export const expressionFailure = (error: unknown, manner?: Manner): Failure => {
  if (!(error instanceof ExpressionError) || manner?.answered) return refuseExpression(error);
  return { code: 'expression', message: error.message, retryable: false };
};
