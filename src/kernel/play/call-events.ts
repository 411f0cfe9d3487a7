/** Answers to calls: by the call itself, by a timeout (in doubt), or by an operator's verdict [K7.6, K8.4]. */

import type { LinkedCall } from '../link/linked.ts';
import type { RunEvent } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import { materialise } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { expressionFailure } from './end-task.ts';
import { fail, failFinally } from './fail.ts';
import { removeIdle } from './instances.ts';
import { editKnown } from './known-instance.ts';
import { answered } from './manner.ts';
import { offer } from './offer.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';
import { callAgain } from './start.ts';
import { succeed } from './succeed.ts';
import { clearDeadline, clearDue, deadlineFrom, setDeadline } from './timers.ts';
import { endUndo, undoDrained, undoOf } from './undo.ts';

type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export const onCallSucceeded = (draft: Draft, event: EventOf<'callSucceeded'>): void => {
  const instance = awaited(draft, event);
  closeDoubt(draft, instance);
  clearDue(draft, instance);
  instance.late = 'no';
  callSucceeded(draft, instance, event.output);
};

const callSucceeded = (draft: Draft, instance: EditableInstance, output: Payload): void => {
  if (instance.undoes !== null) endUndo(draft, instance, null);
  else if (instance.draining) undoDrained(draft, instance, output);
  else succeed(draft, instance, output);
};

export const onCallFailed = (draft: Draft, event: EventOf<'callFailed'>): void => {
  const instance = awaited(draft, event);
  if (instance.late !== 'no') {
    instance.late = 'no';
    return;
  }
  closeDoubt(draft, instance);
  if (instance.draining) removeIdle(draft, instance);
  else fail(draft, instance, event.failure);
};

export const onCallInDoubt = (draft: Draft, event: EventOf<'callInDoubt'>): void => {
  const known = editKnown(draft, event.instance);
  const waits = known.phase === 'calling' || known.late === 'awaited';
  const instance = ofAttempt(known, waits, event.attempt);
  if (instance.late === 'awaited') instance.late = 'unknown';
  else becomeUncertain(draft, instance);
};

/** The outcome of the call is unknown: it is retried, asked about, or has failed. */
export const becomeUncertain = (draft: Draft, instance: EditableInstance): void => {
  const policy = instance.draining ? 'ask' : uncertainty(draft, instance);
  if (policy === 'retry') {
    repeat(draft, instance);
    return;
  }
  clearDeadline(draft, instance);
  if (policy === 'ask') {
    instance.phase = 'doubt';
    offer(draft, instance, 'doubt');
  } else {
    failFinally(draft, instance, 'in-doubt', 'Nobody knows what became of the call.');
  }
};

const uncertainty = (draft: Draft, instance: EditableInstance): 'retry' | 'ask' | 'fail' =>
  instance.undoes === null
    ? (draft.task(instance).work as LinkedCall).onUncertain
    : undoOf(draft, instance.undoes).onUncertain;

/** Repeats the same attempt, with a new deadline. */
const repeat = (draft: Draft, instance: EditableInstance): void => {
  try {
    if (instance.undoes === null) {
      const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
      setDeadline(draft, instance, deadlineFrom(draft, situation, draft.task(instance).timeout, 'start'));
    }
    callAgain(draft, instance);
  } catch (error) {
    fail(draft, instance, expressionFailure(error));
  }
};

/** An operator's verdict on a call. */
export const onVerdict = (draft: Draft, instance: EditableInstance, output: Payload): void => {
  const verdict = readVerdict(materialise(output, draft.program.resolve));
  if (verdict.kind === 'retry' && instance.draining) {
    throw new Refusal(
      'wrong-phase',
      'The call has been cancelled. The verdict must be “succeeded” or “failed”.',
    );
  }
  instance.holder = '';
  if (verdict.kind === 'retry') repeat(draft, instance);
  else if (verdict.kind === 'succeeded') callVerified(draft, instance, verdict.output);
  else if (instance.draining) removeIdle(draft, instance);
  else fail(draft, instance, verdict.failure);
};

const callVerified = (draft: Draft, instance: EditableInstance, output: Payload): void => {
  if (instance.undoes === null && !instance.draining) succeed(draft, instance, output, answered);
  else callSucceeded(draft, instance, output);
};

type Verdict =
  | { readonly kind: 'retry' }
  | { readonly kind: 'succeeded'; readonly output: Payload }
  | { readonly kind: 'failed'; readonly failure: Failure };

const readVerdict = (value: Json): Verdict => {
  const answer = (value !== null && typeof value === 'object' ? value : {}) as {
    readonly [key: string]: Json;
  };
  const { verdict, output = null, message } = answer;
  if (verdict === 'retry') return { kind: 'retry' };
  if (verdict === 'succeeded') return { kind: 'succeeded', output: { value: output } };
  if (verdict === 'failed') {
    const text = typeof message === 'string' ? message : 'An operator says that the call failed.';
    return { kind: 'failed', failure: { code: 'in-doubt', message: text, retryable: false } };
  }
  throw new Refusal('malformed', 'The verdict on a call must be “succeeded”, “failed” or “retry”.');
};

/** The instance whose call this answers [K2.1]: active, in doubt, or timed out and not yet repeated. */
const awaited = (draft: Draft, event: { instance: number; attempt: number }): EditableInstance => {
  const instance = editKnown(draft, event.instance);
  const waits = instance.phase === 'calling' || instance.phase === 'doubt' || instance.late !== 'no';
  return ofAttempt(instance, waits, event.attempt);
};

const ofAttempt = (instance: EditableInstance, waits: boolean, attempt: number): EditableInstance => {
  const { id } = instance;
  if (!waits) throw new Refusal('wrong-phase', `Instance ${id} does not wait for the answer of a call.`);
  if (instance.attempt !== attempt) {
    throw new Refusal('wrong-attempt', `Instance ${id} is at attempt ${instance.attempt}, not ${attempt}.`);
  }
  return instance;
};

/** The call has answered: its doubt is resolved. */
const closeDoubt = (draft: Draft, instance: EditableInstance): void => {
  if (instance.phase !== 'doubt') return;
  draft.effects.push({ kind: 'withdraw', instance: instance.id });
  instance.phase = 'calling';
  instance.holder = '';
  instance.paused = false;
};
