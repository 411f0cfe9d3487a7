/**
 * Fails a frame: it lets running branches end, or collapses. If no level above handles the failure and nothing must be
 * undone, the run stops in place, to be reopened [K7.3, K9.3].
 */
import type { Failure } from '../model/failure.ts';
import type { Frame, Instance } from '../model/state.ts';
import { cancelAll } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { failInPlace } from './finish-run.ts';
import { mayRetry, outward } from './retry.ts';
import { clearDeadline, clearDue } from './timers.ts';

/** The first failure counts. A suspended run proceeds no further than this until it is resumed [K13.4]. */
export const failFrame = (draft: Draft, id: number, failure: Failure): void => {
  const frame = draft.frame(id);
  if (frame.phase === 'active')
    letFail(draft, id, draft.net(frame).settles ? 'settling' : 'collapsing', failure);
};

/** The frame collapses regardless of its policy: its time is over, or the run has exceeded a limit. */
export const breakFrame = (draft: Draft, id: number, failure: Failure): void =>
  letFail(draft, id, 'collapsing', failure);

const letFail = (draft: Draft, id: number, phase: 'settling' | 'collapsing', failure: Failure): void => {
  const frame = draft.editFrame(id);
  frame.phase = phase;
  frame.failure = failure;
  draft.agenda.touch(id);
};

/** Cancels the running branches of a failed frame; or the run fails in place. */
export const collapse = (draft: Draft, id: number): void => {
  const failure = draft.frame(id).failure!;
  if (isFatal(draft, draft.frame(id), failure) && hasNothingToUndo(draft)) {
    park(draft);
    failInPlace(draft, failure);
    return;
  }
  const frame = draft.editFrame(id);
  frame.phase = 'failing';
  frame.tokens = [];
  draft.agenda.touch(id);
  cancelAll(draft, id);
};

/** Whether the failure reaches the root: no retry, no `continue`, no catch, no settling on the path. */
const isFatal = (draft: Draft, frame: Frame, failure: Failure): boolean => {
  for (let at = frame; at.parent !== 0; at = draft.frame(at.above)) {
    const parent = draft.instance(at.parent)!;
    const task = draft.task(parent);
    if (parent.draining || mayRetry(task.retry, parent, outward(failure))) return false;
    if (parent.group !== 0 && task.each!.goesOn) return false;
    if (task.caught !== -2) return false;
    if (draft.net(draft.frame(at.above)).settles) return false;
  }
  return true;
};

const hasNothingToUndo = (draft: Draft): boolean =>
  draft.frames.every((frame) => frame.undo.length === 0) &&
  !draft.instances.some(
    (instance) => instance.draining || instance.undoes !== null || mayStillSucceed(draft, instance),
  );

const mayStillSucceed = (draft: Draft, instance: Instance): boolean =>
  (instance.phase === 'calling' || instance.phase === 'doubt' || instance.late !== 'no') &&
  draft.task(instance).undo !== null;

/** Stops all active work so that a reopening can start it again. */
const park = (draft: Draft): void => {
  for (const { id } of draft.instances.slice()) parkInstance(draft, draft.editInstance(id));
};

const parkInstance = (draft: Draft, instance: EditableInstance): void => {
  clearDeadline(draft, instance);
  clearDue(draft, instance);
  switch (instance.phase) {
    case 'nested':
    case 'group':
    case 'failed':
      return;
    case 'open':
      draft.effects.push({ kind: 'withdraw', instance: instance.id });
      draft.removeInstance(instance);
      return;
    case 'offered':
    case 'held':
      draft.effects.push({ kind: 'withdraw', instance: instance.id });
      break;
    case 'doubt':
      draft.effects.push({ kind: 'withdraw', instance: instance.id });
      instance.late = 'unknown';
      break;
    case 'calling':
      draft.effects.push({ kind: 'abortCall', instance: instance.id, attempt: instance.attempt });
      instance.late = 'awaited';
      break;
  }
  instance.phase = 'parked';
};
