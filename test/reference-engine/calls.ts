/** Answers to calls, and calls in doubt [K7.6, K8.4]. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import { attempt } from './evaluate.ts';
import { type FailureMode, fail, permanent, retryable } from './fail.ts';
import { checkAttempt, knownIn } from './fit.ts';
import { removeInstance } from './instances.ts';
import { materialise } from './payloads.ts';
import { EventMismatch, type Play, taskOf } from './play.ts';
import { requestCall, requestOffer } from './requests.ts';
import { succeed } from './succeed.ts';
import { clearDeadline, clearDue, setDeadline } from './timers.ts';
import { endUndo, undoDrained } from './undo.ts';
import type { Instance } from './world.ts';

type Of<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export function callSucceeded(play: Play, event: Of<'callSucceeded'>): void {
  const instance = answered(play, event);
  if (instance.phase === 'doubt') withdrawDoubt(play, instance);
  clearDue(play, instance);
  callEnds(play, instance, event.output, false);
}

export function callFailed(play: Play, event: Of<'callFailed'>): void {
  const instance = answered(play, event);
  if (instance.late !== 'no') {
    // Its retry is scheduled already; the only news is that no answer will come.
    instance.late = 'no';
    return;
  }
  if (instance.phase === 'doubt') withdrawDoubt(play, instance);
  callBreaks(play, instance, event.failure, retryable);
}

/** The call of this answer; the answer of a timed-out attempt counts until its retry starts [K7.4]. */
function answered(play: Play, event: Of<'callSucceeded' | 'callFailed'>): Instance {
  const instance = knownIn(play, event.instance, ['calling', 'doubt', 'backoff', 'ready']);
  const waits = instance.phase === 'calling' || instance.phase === 'doubt';
  if (!waits && instance.late === 'no') throw new EventMismatch('wrong-phase', 'it has answered');
  checkAttempt(instance, event.attempt);
  return instance;
}

function callEnds(play: Play, instance: Instance, output: Payload, rejects: boolean): void {
  instance.late = 'no';
  if (instance.undoes !== null) endUndo(play, instance, instance.undoes, null);
  else if (instance.draining) undoDrained(play, instance, output);
  else succeed(play, instance, { output, how: 'completed', rejects });
}

function callBreaks(play: Play, instance: Instance, failure: Failure, failureMode: FailureMode): void {
  if (instance.draining) removeInstance(play, instance);
  else fail(play, instance, failure, failureMode);
}

export function callInDoubt(play: Play, event: Of<'callInDoubt'>): void {
  const instance = knownIn(play, event.instance, ['calling', 'backoff', 'ready']);
  if (instance.phase !== 'calling' && instance.late !== 'awaited') throw new EventMismatch('wrong-phase');
  checkAttempt(instance, event.attempt);
  if (instance.late === 'awaited') instance.late = 'unknown';
  else becomeUncertain(play, instance);
}

/** Also for a reopening: a call that was aborted, or in doubt, when the run failed [K9.3]. */
export function becomeUncertain(play: Play, instance: Instance): void {
  switch (uncertainty(play, instance)) {
    case 'retry':
      repeatCall(play, instance);
      return;
    case 'fail':
      fail(play, instance, { code: 'in-doubt', message: 'the outcome is unknown' }, permanent);
      return;
    case 'ask':
      clearDeadline(play, instance);
      instance.phase = 'doubt';
      requestOffer(play, instance, 'doubt');
      return;
  }
}

function uncertainty(play: Play, instance: Instance): 'retry' | 'ask' | 'fail' {
  if (instance.draining) return 'ask';
  const { work, undo } = taskOf(play, instance);
  if (instance.undoes !== null) return undo?.onUncertain ?? 'ask';
  return work.kind === 'call' ? work.onUncertain : 'ask';
}

/** Repeats the same attempt with a new deadline: the new timer replaces the running one. */
function repeatCall(play: Play, instance: Instance): void {
  if (instance.undoes === null) {
    const ready = attempt(() => setDeadline(play, instance));
    if (!ready.ok) {
      fail(play, instance, ready.failure, permanent);
      return;
    }
  }
  requestCall(play, instance);
}

/** The verdict of the operator about a call in doubt. */
export function decideDoubt(play: Play, instance: Instance, answer: Payload): void {
  const verdict = materialise(answer, play.resolve);
  if (verdict === null || typeof verdict !== 'object' || !('verdict' in verdict))
    throw new EventMismatch('malformed');
  const { verdict: kind, output, message } = verdict;
  if (kind === 'succeeded') {
    leaveDoubt(instance);
    callEnds(play, instance, { value: output ?? null }, true);
  } else if (kind === 'failed') {
    leaveDoubt(instance);
    const text = typeof message === 'string' ? message : 'the operator says so';
    callBreaks(play, instance, { code: 'in-doubt', message: text }, permanent);
  } else if (kind === 'retry') {
    if (instance.draining) throw new EventMismatch('wrong-phase', 'what is cancelled is not repeated');
    leaveDoubt(instance);
    repeatCall(play, instance);
  } else {
    throw new EventMismatch('malformed');
  }
}

/** K7.6: the call itself has answered, late. */
function withdrawDoubt(play: Play, instance: Instance): void {
  play.effects.push({ kind: 'withdraw', instance: instance.id });
  leaveDoubt(instance);
}

function leaveDoubt(instance: Instance): void {
  instance.phase = 'calling';
  instance.holder = '';
  instance.paused = false;
}
