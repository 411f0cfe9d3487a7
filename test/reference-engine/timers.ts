/** The two timers of an instance: `due` (of a wait or a backoff) and its deadline, with the variable that follows it [K7.5]. */
import type { DeadlineStart, Timeout } from '../../src/kernel/model/program.ts';
import {
  type EvaluationScope,
  ExpressionError,
  evaluateDelay,
  evaluateMoment,
  evaluateText,
  scopeOf,
} from './evaluate.ts';
import { materialise } from './payloads.ts';
import { getFrame, type Play, taskOf } from './play.ts';
import { readVariable, writeVariable } from './variables.ts';
import type { Instance } from './world.ts';

export function evaluateDeadline(play: Play, scope: EvaluationScope, timeout: Timeout): number | null {
  if (timeout.after !== undefined) return evaluateDelay(play, scope, timeout.after);
  if (timeout.until !== undefined) return evaluateMoment(play, scope, timeout.until);
  return null;
}

/** The start of a deadline. */
export function momentOf(play: Play, scope: EvaluationScope, { from = 'start' }: Timeout): DeadlineStart {
  const moment = typeof from === 'string' ? from : evaluateText(play, scope, from);
  if (moment !== 'start' && moment !== 'hold') throw new ExpressionError('start or hold is needed');
  return moment;
}

/** Sets the deadline of an instance whose task has a timeout. Throws an expression error before it changes anything. */
export function setDeadline(play: Play, instance: Instance): void {
  const { timeout } = taskOf(play, instance);
  if (timeout === undefined) return;
  startDeadline(play, instance, evaluateDeadline(play, scopeOf(play, instance), timeout));
}

export function startDeadline(play: Play, instance: Instance, deadline: number | null): void {
  if (deadline === null) return;
  instance.deadline = deadline;
  play.effects.push({ kind: 'setTimer', instance: instance.id, timer: 'timeout', at: deadline });
  setStatus(play, instance, 'active', [undefined, 'dormant']);
}

export function clearDeadline(play: Play, instance: Instance): void {
  if (instance.deadline === null) return;
  instance.deadline = null;
  play.effects.push({ kind: 'clearTimer', instance: instance.id, timer: 'timeout' });
  setStatus(play, instance, 'closed', ['active']);
}

export function expireDeadline(play: Play, instance: Instance): void {
  instance.deadline = null;
  setStatus(play, instance, 'expired', ['active']);
}

/** The status variable never goes back: it changes only from the listed values. */
function setStatus(play: Play, instance: Instance, to: string, from: readonly (string | undefined)[]): void {
  const name = taskOf(play, instance).timeout?.status;
  if (name === undefined) return;
  const frame = getFrame(play, instance.frame);
  const payload = readVariable(play, frame, name);
  const value = payload === undefined ? undefined : materialise(payload, play.resolve);
  if (from.some((expected) => expected === value)) writeVariable(play, frame, name, { value: to });
}

export function setDue(play: Play, instance: Instance, timer: 'wait' | 'retry', due: number): void {
  instance.due = due;
  play.effects.push({ kind: 'setTimer', instance: instance.id, timer, at: due });
}

export function clearDue(play: Play, instance: Instance): void {
  if (instance.due === null) return;
  instance.due = null;
  const timer = instance.phase === 'waiting' ? 'wait' : 'retry';
  play.effects.push({ kind: 'clearTimer', instance: instance.id, timer });
}

export function clearTimers(play: Play, instance: Instance): void {
  clearDue(play, instance);
  clearDeadline(play, instance);
}
