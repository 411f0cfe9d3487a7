/** Sets and clears the timers of an instance, and the variable that follows its deadline [K7.4, K7.5]. */
import type { LinkedExpression, LinkedTimeout } from '../link/linked.ts';
import type { DeadlineStart } from '../model/program.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { materialise } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endOfTime } from './retry.ts';
import { Situation } from './situation.ts';
import { assign } from './variables.ts';

/** A duration or a point in time, as a due time; null if neither is set, or it never comes. */
export const dueTime = (
  draft: Draft,
  situation: Situation,
  after: LinkedExpression | null,
  until: LinkedExpression | null,
): number | null => {
  const duration = after === null ? null : milliseconds(draft, situation, after);
  const byDuration = duration === null ? endOfTime : draft.at + Math.max(0, duration);
  const byMoment = (until === null ? null : milliseconds(draft, situation, until)) ?? endOfTime;
  const due = Math.min(byDuration, byMoment);
  return due >= endOfTime ? null : due;
};

/** Null if there is no timer. */
const milliseconds = (draft: Draft, situation: Situation, expression: LinkedExpression): number | null => {
  const value = materialise(expression(situation), draft.program.resolve);
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ExpressionError('A time must be a number of milliseconds.');
  }
  return Math.ceil(value);
};

/** The deadline of work that begins now; null if it has none, or if it counts from the hold. */
export const deadlineFrom = (
  draft: Draft,
  situation: Situation,
  timeout: LinkedTimeout | null,
  moment: DeadlineStart,
): number | null =>
  timeout === null || beginning(draft, situation, timeout) !== moment
    ? null
    : dueTime(draft, situation, timeout.after, timeout.until);

/** The point from which its deadline counts. */
export const beginning = (draft: Draft, situation: Situation, { from }: LinkedTimeout): DeadlineStart => {
  if (typeof from === 'string') return from;
  const value = materialise(from(situation), draft.program.resolve);
  if (value !== 'start' && value !== 'hold') {
    throw new ExpressionError('A deadline counts from “start” or from “hold”.');
  }
  return value;
};

export const setDeadline = (draft: Draft, instance: EditableInstance, at: number | null): void => {
  if (at === null) return;
  instance.deadline = at;
  draft.effects.push({ kind: 'setTimer', instance: instance.id, timer: 'timeout', at });
  followTimer(draft, instance, 'active');
};

export const clearDeadline = (draft: Draft, instance: EditableInstance): void => {
  if (dropDeadline(draft, instance)) followTimer(draft, instance, 'closed');
};

/** The deadline of an offer that becomes a group: its members continue it, so the variable does not change. */
export const dropDeadline = (draft: Draft, instance: EditableInstance): boolean => {
  if (instance.deadline === null) return false;
  instance.deadline = null;
  draft.effects.push({ kind: 'clearTimer', instance: instance.id, timer: 'timeout' });
  return true;
};

/** The end of a wait, or of a backoff. */
export const setDue = (
  draft: Draft,
  instance: EditableInstance,
  timer: 'wait' | 'retry',
  at: number,
): void => {
  instance.due = at;
  draft.effects.push({ kind: 'setTimer', instance: instance.id, timer, at });
};

export const clearDue = (draft: Draft, instance: EditableInstance): void => {
  if (instance.due === null) return;
  instance.due = null;
  const timer = instance.phase === 'backoff' ? 'retry' : 'wait';
  draft.effects.push({ kind: 'clearTimer', instance: instance.id, timer });
};

/** Never goes back: a loop finds the variable as the first pass left it. */
export const followTimer = (
  draft: Draft,
  instance: EditableInstance,
  state: 'active' | 'closed' | 'expired',
): void => {
  if (instance.undoes !== null) return;
  const status = draft.task(instance).timeout?.status ?? null;
  if (status === null) return;
  const frame = draft.frame(instance.frame);
  const now = new Situation(draft, frame, null, null).get(status.reference);
  const fits = state === 'active' ? now === undefined || now === 'dormant' : now === 'active';
  if (fits) assign(draft, frame, status.location, { value: state });
};
