/** Starts an instance, or its next attempt. */

import type { LinkedCall, LinkedTask } from '../link/linked.ts';
import type { Failure } from '../model/failure.ts';
import type { Json } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { materialise, nothing } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { expressionFailure, refuseExpression } from './end-task.ts';
import { fail } from './fail.ts';
import { skipped } from './manner.ts';
import { noteStart } from './notes.ts';
import { offer } from './offer.ts';
import { openFrame } from './open-frame.ts';
import { Situation } from './situation.ts';
import { startGroup } from './start-group.ts';
import { succeed } from './succeed.ts';
import { deadlineFrom, dueTime, setDeadline, setDue } from './timers.ts';
import { undoOf } from './undo.ts';

export const start = (draft: Draft, instance: EditableInstance): void => {
  if (instance.undoes !== null) {
    beginAttempt(draft, instance);
    callUndo(draft, instance);
    return;
  }
  const task = draft.task(instance);
  if (task.each !== null && instance.group === 0) {
    startGroup(draft, instance, '');
    return;
  }
  beginAttempt(draft, instance);
  const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
  if (lacksInput(task, situation)) {
    succeed(draft, instance, null, skipped);
    return;
  }
  try {
    startWork(draft, instance, task, situation);
  } catch (error) {
    if (instance.group !== 0 && instance.group === draft.taken) refuseExpression(error);
    fail(draft, instance, expressionFailure(error));
  }
};

const beginAttempt = (draft: Draft, instance: EditableInstance): void => {
  instance.attempt += 1;
  instance.late = 'no';
  noteStart(draft, instance);
};

/** With `onUnset: skip`: a variable of the input is unset. */
export const lacksInput = (task: LinkedTask, situation: Situation): boolean =>
  task.skipUnset?.some((reference) => situation.payload(reference) === null) ?? false;

const startWork = (
  draft: Draft,
  instance: EditableInstance,
  task: LinkedTask,
  situation: Situation,
): void => {
  const { work } = task;
  switch (work.kind) {
    case 'call':
      instance.input ??= work.input === null ? nothing : work.input(situation);
      setDeadline(draft, instance, deadlineFrom(draft, situation, task.timeout, 'start'));
      callOut(draft, instance);
      return;
    case 'offer': {
      instance.input = work.input === null ? nothing : work.input(situation);
      beginTotal(draft, instance, task, situation);
      instance.phase = 'offered';
      if (instance.holder !== '') hold(draft, instance, instance.holder);
      offer(draft, instance, 'work');
      return;
    }
    case 'net':
      openFrame(draft, instance, work, situation, () => beginTotal(draft, instance, task, situation));
      return;
    case 'wait': {
      const due = dueTime(draft, situation, work.for, work.until);
      const signal = work.signal === null ? '' : signalName(draft, work.signal(situation));
      if (due === null && signal === '') throw new ExpressionError('A wait needs a time or a signal.');
      beginTotal(draft, instance, task, situation);
      startWait(draft, instance, due, signal);
      return;
    }
    case 'pass':
      succeed(draft, instance, nothing);
      return;
    case 'fail': {
      const failure = failureOf(materialise(work.failure(situation), draft.program.resolve));
      beginTotal(draft, instance, task, situation);
      fail(draft, instance, failure);
      return;
    }
  }
};

/** The deadline of everything except calls covers all attempts [K7.4]. */
const beginTotal = (
  draft: Draft,
  instance: EditableInstance,
  task: LinkedTask,
  situation: Situation,
): void => {
  if (instance.attempt === 1)
    setDeadline(draft, instance, deadlineFrom(draft, situation, task.timeout, 'start'));
};

/** Requests the call of this attempt. */
const callOut = (draft: Draft, instance: EditableInstance): void => {
  const work = draft.task(instance).work as LinkedCall;
  pushCall(draft, instance, work.connector, work.operation, 0);
};

const callUndo = (draft: Draft, instance: EditableInstance): void => {
  const entry = instance.undoes!;
  const { connector, operation } = undoOf(draft, entry);
  pushCall(draft, instance, connector, operation, entry.instance);
};

const pushCall = (
  draft: Draft,
  instance: EditableInstance,
  connector: string,
  operation: string,
  undoes: number,
): void => {
  instance.phase = 'calling';
  draft.effects.push({
    kind: 'call',
    instance: instance.id,
    attempt: instance.attempt,
    frame: instance.frame,
    net: draft.netOf(instance).id,
    task: draft.task(instance).id,
    connector: connector === '' ? draft.bindings[operation]! : connector,
    operation,
    input: instance.input!,
    undoes,
  });
};

/** A repeated call, of work or of an undo, whose outcome is unknown. */
export const callAgain = (draft: Draft, instance: EditableInstance): void => {
  if (instance.undoes === null) callOut(draft, instance);
  else callUndo(draft, instance);
};

/** The item is held; a deadline that counts from the hold begins. */
export const hold = (draft: Draft, instance: EditableInstance, holder: string): void => {
  instance.holder = holder;
  if (instance.phase !== 'offered') return;
  instance.phase = 'held';
  const { timeout } = draft.task(instance);
  // A deadline that continues after a release does not restart with the next holder.
  if (timeout?.goesOn === true && instance.deadline !== null) return;
  const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
  setDeadline(draft, instance, deadlineFrom(draft, situation, timeout, 'hold'));
};

/** A signal that came early is taken at once; so is a time that has passed [K13.2]. */
const startWait = (draft: Draft, instance: EditableInstance, due: number | null, signal: string): void => {
  const kept = signal === '' ? -1 : draft.signals.findIndex(({ name }) => name === signal);
  if (kept >= 0) {
    const { payload } = draft.signals[kept]!;
    draft.signals = draft.signals.toSpliced(kept, 1);
    succeed(draft, instance, payload);
  } else if (due !== null && due <= draft.at) {
    succeed(draft, instance, nothing);
  } else {
    instance.phase = 'waiting';
    instance.signal = signal;
    if (due !== null) setDue(draft, instance, 'wait', due);
  }
};

const signalName = (draft: Draft, payload: Payload): string => {
  const value = materialise(payload, draft.program.resolve);
  if (typeof value !== 'string' || value === '')
    throw new ExpressionError('The name of a signal must be a text.');
  return value;
};

/** A failure that a program raises itself is not retried unless it says so. */
const failureOf = (value: Json): Failure => {
  const { code, message, data, retryable } = (value ?? {}) as { readonly [name: string]: Json };
  if (typeof code !== 'string' || typeof message !== 'string') {
    throw new ExpressionError('A failure must have a code and a message, both texts.');
  }
  const failure = { code, message, retryable: retryable === true };
  return data === undefined ? failure : { ...failure, data };
};
