/** The failure of a frame: it settles, collapses, or the whole run fails in place [K7.3, K9.3]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Retry } from '../../src/kernel/model/program.ts';
import { cancelAll, mayStillSucceed } from './cancel.ts';
import { removeInstance } from './instances.ts';
import { nothing } from './payloads.ts';
import { getFrame, getInstance, instancesById, netOf, type Play, taskOf } from './play.ts';
import { limitsOf } from './program-lookup.ts';
import { clearDeadline, clearTimers } from './timers.ts';
import type { Frame, Instance } from './world.ts';

export function frameFails(play: Play, frame: Frame, failure: Failure): void {
  if (frame.phase !== 'active') return;
  frame.phase = netOf(play, frame).onFailure === 'settle' ? 'settling' : 'collapsing';
  frame.failure = failure;
}

/** Regardless of its policy: its time limit or the limits of the run are exceeded. */
export function breakFrame(frame: Frame, failure: Failure): void {
  frame.phase = 'collapsing';
  frame.failure = failure;
}

export function collapse(play: Play, frame: Frame, failure: Failure): void {
  if (!isHandled(play, frame, failure) && !leavesSomethingToDo(play)) {
    failInPlace(play, failure);
    return;
  }
  frame.phase = 'failing';
  frame.tokens = [];
  cancelAll(play, frame);
}

/** Too many tokens fail the frame that holds them [K12.3]. */
export function checkTokens(play: Play, frame: Frame): void {
  if (frame.tokens.length <= limitsOf(play.program).tokens) return;
  frameFails(play, frame, { code: 'token-limit', message: 'too many tokens in one frame', retryable: false });
}

/** K7.1: whether a retry policy allows another attempt after this failure. */
export function allowsRetry(retry: Retry | undefined, instance: Instance, failure: Failure): boolean {
  return (
    retry !== undefined && !instance.expired && failure.retryable !== false && instance.attempt <= retry.limit
  );
}

/** The instance above decides whether a whole net is repeated. */
export function outward({ code, message, data, retryAfter }: Failure): Failure {
  return {
    code,
    message,
    ...(data === undefined ? {} : { data }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}

/** K9.3: an instance between this frame and the root handles the failure. */
function isHandled(play: Play, frame: Frame, failure: Failure): boolean {
  if (frame.above === 0) return false;
  const above = getFrame(play, frame.above);
  const parent = getInstance(play, frame.parent);
  const task = taskOf(play, parent);
  return (
    parent.draining ||
    allowsRetry(task.retry, parent, outward(failure)) ||
    (parent.group !== 0 && task.each?.failures === 'continue') ||
    task.catch !== undefined ||
    netOf(play, above).onFailure === 'settle' ||
    isHandled(play, above, failure)
  );
}

function leavesSomethingToDo(play: Play): boolean {
  return (
    play.world.frames.some((frame) => frame.undo.length > 0) ||
    play.world.instances.some(
      (instance) => instance.draining || instance.undoes !== null || mayStillSucceed(play, instance),
    )
  );
}

function failInPlace(play: Play, failure: Failure): void {
  for (const instance of instancesById(play)) park(play, instance);
  play.world.status = 'failed';
  play.world.failure = failure;
  play.effects.push({ kind: 'finish', status: 'failed', output: nothing, failure });
}

function park(play: Play, instance: Instance): void {
  const { id, phase, attempt } = instance;
  if (phase === 'nested' || phase === 'group' || phase === 'failed') {
    clearDeadline(play, instance);
    return;
  }
  if (phase === 'calling') {
    play.effects.push({ kind: 'abortCall', instance: id, attempt });
    instance.late = 'awaited';
  }
  if (phase === 'doubt') instance.late = 'unknown';
  if (phase === 'offered' || phase === 'held' || phase === 'doubt' || phase === 'open') {
    play.effects.push({ kind: 'withdraw', instance: id });
  }
  clearTimers(play, instance);
  if (phase === 'open') removeInstance(play, instance);
  else instance.phase = 'parked';
}
