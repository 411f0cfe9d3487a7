/** A task has failed finally: its catch takes over, or its frame fails [K7.2]. */
import type { Failure } from '../model/failure.ts';
import { failureValue } from '../values/failure-value.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { failFrame } from './frame-fails.ts';
import { createInstance, endBusy } from './instances.ts';
import { putTokens } from './put-tokens.ts';
import { assign } from './variables.ts';

export const failTask = (draft: Draft, instance: EditableInstance, failure: Failure): void => {
  const task = draft.task(instance);
  const drains = instance.draining || (instance.each?.members ?? 0) > 0;
  if (drains && !instance.draining) draft.makeIdle(instance, { draining: true });
  const frame = instance.frame;
  if (task.caught === -2) {
    keepAsFailed(draft, instance, drains);
    failFrame(draft, frame, failure);
    return;
  }
  if (!drains) draft.removeInstance(instance);
  endBusy(draft, frame, task.index);
  if (task.catchAs !== null)
    assign(draft, draft.frame(frame), task.catchAs, { value: failureValue(failure) });
  draft.notes.push({ kind: 'flow', frame, task: task.id, to: task.catchName, caught: true });
  putTokens(draft, frame, [task.caught]);
};

/** The instance that a reopening restarts. A draining instance cannot have this role. */
const keepAsFailed = (draft: Draft, instance: EditableInstance, drains: boolean): void => {
  const { frame, task, ordinal } = instance;
  if (!drains) draft.makeIdle(instance, { phase: 'failed' });
  else createInstance(draft, { frame, task, group: 0, index: -1, phase: 'failed' }).ordinal = ordinal;
};
