/** An instance has failed: retry, then `each`, then the task [K7.1, K7.2]. */

import type { Failure } from '../model/failure.ts';
import { cancelMembers } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { failTask } from './fail-task.ts';
import { failFrame } from './frame-fails.ts';
import { goOn } from './group.ts';
import { leaveGroup } from './instances.ts';
import { done } from './manner.ts';
import { noteOf } from './notes.ts';
import { endOfTime, mayRetry, retryDelay } from './retry.ts';
import { clearDeadline, setDue } from './timers.ts';
import { endUndo, undoOf } from './undo.ts';

/** A failure that a retry cannot fix. */
export const failFinally = (draft: Draft, instance: EditableInstance, code: string, message: string): void =>
  fail(draft, instance, { code, message, retryable: false });

/** `unanswered`: the attempt ended by its deadline, so its call may still succeed. */
export const fail = (
  draft: Draft,
  instance: EditableInstance,
  failure: Failure,
  unanswered = false,
): void => {
  const { undoes } = instance;
  const task = draft.task(instance);
  const retry = undoes === null ? task.retry : undoOf(draft, undoes).retry;
  const isCall = undoes !== null || task.work.kind === 'call';
  if (mayRetry(retry, instance, failure)) {
    if (isCall) clearDeadline(draft, instance);
    const delay = retryDelay(draft, retry, instance.attempt, failure);
    backOff(draft, instance, failure, Math.min(endOfTime, draft.at + delay));
    instance.late = unanswered ? 'awaited' : 'no';
    return;
  }
  draft.notes.push({ kind: 'failed', ...noteOf(draft, instance), failure, retryAt: null });
  clearDeadline(draft, instance);
  if (undoes !== null) {
    endUndo(draft, instance, failure);
    return;
  }
  if (unanswered && task.undo !== null) draft.makeIdle(instance, { draining: true });
  if (instance.group === 0) failTask(draft, instance, failure);
  else failMember(draft, instance, failure);
};

const backOff = (draft: Draft, instance: EditableInstance, failure: Failure, at: number): void => {
  draft.notes.push({ kind: 'failed', ...noteOf(draft, instance), failure, retryAt: at });
  instance.phase = 'backoff';
  instance.holder = '';
  instance.paused = false;
  setDue(draft, instance, 'retry', at);
};

/** If the failure also fails the frame, the group is kept as it is: a reopening continues it [K9.3]. */
const isHandledHere = (draft: Draft, group: EditableInstance): boolean => {
  const task = draft.task(group);
  return task.each!.goesOn || task.caught !== -2 || draft.net(draft.frame(group.frame)).settles;
};

const keepFailed = (draft: Draft, member: EditableInstance): void => {
  if (member.draining) leaveGroup(draft, member.group, { active: 1, members: 0 });
  else draft.makeIdle(member, { phase: 'failed' });
};

const failMember = (draft: Draft, member: EditableInstance, failure: Failure): void => {
  const group = draft.editInstance(member.group);
  if (!isHandledHere(draft, group)) {
    keepFailed(draft, member);
    failFrame(draft, group.frame, failure);
    return;
  }
  leaveGroup(draft, group.id, { active: 1, members: member.draining ? 0 : 1 });
  if (!member.draining) draft.removeInstance(member);
  if (draft.task(group).each!.goesOn) {
    const each = group.each!;
    group.each = { ...each, failures: each.failures.concat({ index: member.index, failure }) };
    goOn(draft, group, done);
    return;
  }
  cancelMembers(draft, group.id);
  failTask(draft, group, failure);
};
