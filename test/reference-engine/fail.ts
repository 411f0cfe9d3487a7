/** The failure of an instance: it is retried, or its group, task or undo handles it [K7]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Retry } from '../../src/kernel/model/program.ts';
import { draw } from './draw.ts';
import { allowsRetry, frameFails } from './frame-fails.ts';
import { cancelMembersOf, checkGroup, getGroup } from './group.ts';
import { leaveActive, removeInstance } from './instances.ts';
import { getFrame, getInstance, netOf, noted, type Play, taskOf } from './play.ts';
import { taskFails } from './task-fails.ts';
import { clearDeadline, setDue } from './timers.ts';
import { endUndo } from './undo.ts';
import type { Instance } from './world.ts';

export interface FailureMode {
  readonly mayRetry: boolean;
  /** A call that reached its deadline: its answer may still come [K7.4, K8.4]. */
  readonly unanswered?: boolean;
}

export const permanent: FailureMode = { mayRetry: false };
export const retryable: FailureMode = { mayRetry: true };

export function fail(play: Play, instance: Instance, cause: Failure, failureMode: FailureMode): void {
  const failure: Failure = failureMode.mayRetry ? cause : { ...cause, retryable: false };
  const task = taskOf(play, instance);
  const retry = instance.undoes === null ? task.retry : task.undo?.retry;
  if (failureMode.mayRetry && retry !== undefined && allowsRetry(retry, instance, failure)) {
    backOff(play, instance, failure, retry);
    instance.late = failureMode.unanswered === true ? 'awaited' : 'no';
    return;
  }
  play.notes.push({ kind: 'failed', ...noted(instance), failure, retryAt: null });
  clearDeadline(play, instance);
  const drains = failureMode.unanswered === true && task.undo !== undefined;
  if (instance.undoes !== null) endUndo(play, instance, instance.undoes, failure);
  else if (instance.group !== 0) memberFails(play, instance, failure, drains);
  else taskFails(play, instance, failure, drains);
}

function backOff(play: Play, instance: Instance, failure: Failure, retry: Retry): void {
  const due = Math.min(8.64e15, play.world.at + delayOf(play, instance, failure, retry));
  const isCall = taskOf(play, instance).work.kind === 'call';
  instance.phase = 'backoff';
  instance.holder = '';
  instance.paused = false;
  setDue(play, instance, 'retry', due);
  // K7.4: a call has a deadline per attempt; other work keeps its deadline.
  if (isCall) clearDeadline(play, instance);
  play.notes.push({ kind: 'failed', ...noted(instance), failure, retryAt: due });
}

/** K7.1: `attempt` is the number of the failed attempt, and of the retry that follows. */
function delayOf(play: Play, instance: Instance, failure: Failure, retry: Retry): number {
  if (failure.retryAfter !== undefined) return Math.min(8.64e15, Math.max(0, Math.round(failure.retryAfter)));
  let delay = retry.delay;
  if (retry.backoff === 'linear') delay *= instance.attempt;
  if (retry.backoff === 'exponential') {
    for (let n = 1; n < instance.attempt; n += 1) delay *= retry.factor ?? 2;
  }
  delay = Math.min(delay, retry.cap ?? 8.64e15);
  const jitter = retry.jitter ?? 0;
  if (jitter > 0) delay *= 1 - jitter * draw(play.world);
  return Math.round(delay);
}

function memberFails(play: Play, member: Instance, failure: Failure, drains: boolean): void {
  const parent = getInstance(play, member.group);
  const group = getGroup(parent);
  const task = taskOf(play, member);
  const frame = getFrame(play, member.frame);
  const handled = task.each?.failures === 'continue' || task.catch !== undefined;
  if (!handled && netOf(play, frame).onFailure === 'abort') {
    // K9.3: the frame ends with it, or the run fails in place and keeps the results of the group.
    if (drains) {
      leaveActive(play, member);
      member.draining = true;
    } else {
      member.phase = 'failed';
    }
    frameFails(play, frame, failure);
    return;
  }
  leaveActive(play, member);
  if (drains) member.draining = true;
  else removeInstance(play, member);
  if (taskOf(play, member).each?.failures === 'continue') {
    group.failures.push({ index: member.index, failure });
    checkGroup(play, parent.id, false);
  } else {
    cancelMembersOf(play, parent);
    taskFails(play, parent, failure);
  }
}
