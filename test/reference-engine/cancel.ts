/** Cancelling [K5]: work in progress ends without a result, and is never undone. */
import { endBusy, leaveActive, removeInstance } from './instances.ts';
import { findInstance, getFrame, instancesById, liveIn, noted, type Play, taskOf } from './play.ts';
import { requestOffer } from './requests.ts';
import { clearTimers } from './timers.ts';
import type { Frame, Instance } from './world.ts';

/** All instances by id, members with their group. */
export function cancelAll(play: Play, frame: Frame): void {
  for (const instance of liveIn(play, frame)) {
    if (instance.group === 0 && findInstance(play, instance.id) !== undefined) cancel(play, instance);
  }
}

export function cancel(play: Play, instance: Instance): void {
  if (instance.draining || instance.undoes !== null) return;
  const { phase } = instance;
  if (phase === 'failed') {
    if (instance.group === 0) endBusy(play, instance);
    else leaveActive(play, instance);
    removeInstance(play, instance);
    return;
  }
  play.notes.push({ kind: 'cancelled', ...noted(instance) });
  const drains = mayStillSucceed(play, instance);
  clearTimers(play, instance);
  if (instance.group !== 0) leaveActive(play, instance);
  else if (phase !== 'open') endBusy(play, instance);

  if (phase === 'calling') {
    play.effects.push({ kind: 'abortCall', instance: instance.id, attempt: instance.attempt });
  }
  if (phase === 'offered' || phase === 'held' || phase === 'open' || (phase === 'doubt' && !drains)) {
    play.effects.push({ kind: 'withdraw', instance: instance.id });
  }
  if (drains) {
    drain(play, instance);
    return;
  }
  const remains =
    phase === 'nested' ? cancelChild(play, instance) : phase === 'group' && cancelMembers(play, instance);
  if (remains) instance.draining = true;
  else removeInstance(play, instance);
}

/** K8.4: a call with undo whose outcome is pending. */
export function mayStillSucceed(play: Play, instance: Instance): boolean {
  if (instance.undoes !== null || taskOf(play, instance).undo === undefined) return false;
  const { phase, late } = instance;
  return phase === 'calling' || phase === 'doubt' || late !== 'no';
}

function drain(play: Play, instance: Instance): void {
  if (instance.late === 'awaited') instance.phase = 'calling';
  if (instance.late === 'unknown') {
    instance.phase = 'doubt';
    requestOffer(play, instance, 'doubt');
  }
  instance.draining = true;
  instance.late = 'no';
}

/** True if the frame continues for a while. */
function cancelChild(play: Play, instance: Instance): boolean {
  const child = getFrame(play, instance.child);
  if (isEnding(child)) return true;
  child.tokens = [];
  cancelAll(play, child);
  if (liveIn(play, child).length > 0) {
    child.phase = 'cancelling';
    return true;
  }
  removeFrame(play, child);
  play.notes.push({ kind: 'frameEnded', frame: child.id, net: child.net, outcome: 'cancelled' });
  return false;
}

/** Such a frame continues to its end, even if it is cancelled. */
export function isEnding({ phase }: Frame): boolean {
  return phase === 'completing' || phase === 'failing' || phase === 'cancelling' || phase === 'reverting';
}

/** True if draining members are left. */
function cancelMembers(play: Play, group: Instance): boolean {
  for (const member of instancesById(play)) if (member.group === group.id) cancel(play, member);
  return (group.each?.members ?? 0) > 0;
}

/** The entries of the frame move to the frame above [K8.2]. */
export function removeFrame(play: Play, frame: Frame): void {
  getFrame(play, frame.above).undo.push(...frame.undo);
  play.world.frames = play.world.frames.filter((other) => other !== frame);
}
