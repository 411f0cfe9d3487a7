/** A task has done its work: outputs, flows, cancel region, tokens, in that order [K4, K5]. */
import type { Failure } from '../model/failure.ts';
import type { Payload } from '../model/payload.ts';
import { cancelRegion } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { ExpressionError } from './expression-error.ts';
import { failTask } from './fail-task.ts';
import { endBusy, note } from './instances.ts';
import { putTokens } from './put-tokens.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';
import { chooseFlows, type Split } from './split.ts';
import { assignAll, rememberSlots, restoreSlots } from './variables.ts';

/** How work came to its end. */
export interface Manner {
  /** The item was skipped rather than done. */
  readonly skipped: boolean;
  /** Somebody is there to correct the answer: an expression error refuses the event [K2.2]. */
  readonly answered: boolean;
}

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

/** The failure behind a caught error. Refuses the event instead where somebody can correct the answer. */
export const expressionFailure = (error: unknown, manner?: Manner): Failure => {
  if (!(error instanceof ExpressionError)) throw error;
  if (manner?.answered) throw new Refusal('expression', error.message);
  return { code: 'expression', message: error.message, retryable: false };
};
