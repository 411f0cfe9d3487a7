/** The failure of a task: it is caught, or its frame fails [K7.2]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import { checkTokens, frameFails } from './frame-fails.ts';
import { createInstance, endBusy, hasMembers, positionIn, removeInstance } from './instances.ts';
import { failureValue } from './payloads.ts';
import { getFrame, type Play, taskOf } from './play.ts';
import { writeVariable } from './variables.ts';
import type { Instance } from './world.ts';

/** `drains`: a call that may still succeed although its task has failed [K8.4]. */
export function taskFails(play: Play, instance: Instance, failure: Failure, drains = false): void {
  const frame = getFrame(play, instance.frame);
  const task = taskOf(play, instance);
  const outlives = drains || hasMembers(instance);
  if (task.catch !== undefined) {
    endBusy(play, instance);
    if (outlives) instance.draining = true;
    else removeInstance(play, instance);
    if (task.catch.as !== undefined) {
      writeVariable(play, frame, task.catch.as, { value: failureValue(failure) });
    }
    play.notes.push({ kind: 'flow', frame: frame.id, task: task.id, to: task.catch.to, caught: true });
    if (task.catch.to !== null) frame.tokens.push(task.catch.to);
    checkTokens(play, frame);
    return;
  }
  if (outlives) {
    instance.draining = true;
    createInstance(play, positionIn(frame, task.id), 'failed').ordinal = instance.ordinal;
  } else {
    instance.phase = 'failed';
  }
  frameFails(play, frame, failure);
}
