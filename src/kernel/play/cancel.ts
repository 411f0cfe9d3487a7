/**
 * Cancellation: withdraws, clears, aborts. Never undoes [K5.2]; a call that can be undone and may still succeed drains
 * instead of vanishing [K8.4].
 */

import type { LinkedTask } from '../link/linked.ts';
import type { Frame, Instance } from '../model/state.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endBusy, leaveGroup } from './instances.ts';
import { note } from './notes.ts';
import { offer } from './offer.ts';
import { clearDeadline, clearDue } from './timers.ts';

export const isEnding = (frame: Frame): boolean =>
  frame.phase === 'completing' ||
  frame.phase === 'failing' ||
  frame.phase === 'cancelling' ||
  frame.phase === 'reverting';

/** Empties the places of the region and cancels its active tasks. */
export const cancelRegion = (draft: Draft, frameId: number, task: LinkedTask): void => {
  if (task.cancelPlaces.length > 0) {
    const frame = draft.editFrame(frameId);
    frame.tokens = frame.tokens.filter((place) => !task.cancelPlaces.includes(place));
    draft.agenda.touch(frameId);
  }
  if (task.cancelTasks.length === 0) return;
  for (const instance of topInstances(draft, frameId)) {
    if (instance.phase !== 'open' && task.cancelTasks.includes(instance.task))
      cancelInstance(draft, instance.id);
  }
};

export const cancelAll = (draft: Draft, frameId: number): void => {
  for (const instance of topInstances(draft, frameId)) cancelInstance(draft, instance.id);
};

/** Instances that represent a task of this frame, by id: members are cancelled with their group. */
const topInstances = (draft: Draft, frameId: number): Instance[] =>
  draft.instances.filter(
    (instance) =>
      instance.frame === frameId && instance.group === 0 && instance.undoes === null && !instance.draining,
  );

/** All active members of a group. */
export const cancelMembers = (draft: Draft, groupId: number): void => {
  const members = draft.instances.filter(
    (instance) => instance.group === groupId && instance.undoes === null && !instance.draining,
  );
  for (const member of members) cancelInstance(draft, member.id);
};

export const cancelInstance = (draft: Draft, id: number): void => {
  const instance = draft.editInstance(id);
  if (instance.phase === 'failed') {
    leave(draft, instance, false);
    return;
  }
  note(draft, 'cancelled', instance);
  clearDeadline(draft, instance);
  clearDue(draft, instance);
  leave(draft, instance, stop(draft, instance));
};

/** Ends an active instance. Returns true if something has to drain. */
const stop = (draft: Draft, instance: EditableInstance): boolean => {
  switch (instance.phase) {
    case 'calling':
      draft.effects.push({ kind: 'abortCall', instance: instance.id, attempt: instance.attempt });
      return draft.task(instance).undo !== null;
    case 'doubt':
      if (draft.task(instance).undo !== null) return true;
      draft.effects.push({ kind: 'withdraw', instance: instance.id });
      return false;
    case 'backoff':
    case 'ready':
      if (instance.late === 'no' || draft.task(instance).undo === null) return false;
      instance.phase = instance.late === 'awaited' ? 'calling' : 'doubt';
      if (instance.late === 'unknown') offer(draft, instance, 'doubt');
      instance.late = 'no';
      return true;
    case 'open':
    case 'offered':
    case 'held':
      draft.effects.push({ kind: 'withdraw', instance: instance.id });
      return false;
    case 'nested':
      return !cancelFrame(draft, instance.child);
    case 'group':
      cancelMembers(draft, instance.id);
      return instance.each!.members > 0;
    default:
      return false;
  }
};

/** The instance no longer keeps its task busy. */
const leave = (draft: Draft, instance: EditableInstance, drains: boolean): void => {
  if (drains) draft.makeIdle(instance, { draining: true });
  else draft.removeInstance(instance);
  if (instance.group !== 0) leaveGroup(draft, instance.group, { active: 1, members: drains ? 0 : 1 });
  else if (instance.phase !== 'open') endBusy(draft, instance.frame, instance.task);
};

/** Cancels a nested frame. Returns true if it is gone at once; a frame that is already ending continues. */
const cancelFrame = (draft: Draft, id: number): boolean => {
  const frame = draft.editFrame(id);
  if (isEnding(frame)) return false;
  frame.tokens = [];
  cancelAll(draft, id);
  if (frame.live > 0) {
    frame.phase = 'cancelling';
    draft.agenda.touch(id);
    return false;
  }
  draft.notes.push({ kind: 'frameEnded', frame: id, net: draft.net(frame).id, outcome: 'cancelled' });
  removeFrame(draft, frame);
  return true;
};

/** The frame is gone; its undo entries move to the frame above [K8.2]. */
export const removeFrame = (draft: Draft, { id, above, undo }: Frame): void => {
  draft.removeFrame(id);
  if (undo.length === 0) return;
  const frameAbove = draft.editFrame(above);
  frameAbove.undo = frameAbove.undo.concat(undo);
};
