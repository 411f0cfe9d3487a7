/** Deferred choice: competing offers are open before they consume [K11.1]. */
import type { Task } from '../../src/kernel/model/program.ts';
import { consume, countVisit, isEnabled } from './enabling.ts';
import { endTask } from './end-task.ts';
import { attempt, type EvaluationScope, evaluate, scopeOfFrame } from './evaluate.ts';
import { fail, permanent } from './fail.ts';
import { countExecution, createInstance, positionIn } from './instances.ts';
import { nothing } from './payloads.ts';
import { EventMismatch, getFrame, noted, type Play, taskOf } from './play.ts';
import { requestOffer } from './requests.ts';
import { evaluateInput, wouldSkip } from './start.ts';
import { startGroup } from './start-group.ts';
import { clearDeadline, evaluateDeadline, momentOf, startDeadline } from './timers.ts';
import type { Frame, Instance } from './world.ts';

/** False if the input or the timeout fails, or the work would be skipped: then the task fires at once. */
export function openOffer(play: Play, frame: Frame, task: Task): boolean {
  const scope = scopeOfFrame(frame);
  if (task.each === undefined && wouldSkip(play, scope, task)) return false;
  const prepared = attempt(() => prepare(play, scope, task));
  if (!prepared.ok) return false;
  const instance = createInstance(play, positionIn(frame, task.id), 'open');
  instance.attempt = 1;
  instance.input = prepared.value.input;
  startDeadline(play, instance, prepared.value.deadline);
  requestOffer(play, instance, 'work');
  play.notes.push({ kind: 'enabled', ...noted(instance) });
  return true;
}

function prepare(play: Play, scope: EvaluationScope, task: Task) {
  const { work } = task;
  const own = task.each === undefined && work.kind === 'offer' ? work.input : undefined;
  const expression = (work.kind === 'offer' ? work.enabling : undefined) ?? own;
  const input = expression === undefined ? nothing : evaluate(play, scope, expression);
  const { timeout } = task;
  const afterInput: EvaluationScope = { frame: scope.frame, context: new Map([['$input', input]]) };
  if (timeout === undefined) return { input, deadline: null };
  const fromStart = momentOf(play, afterInput, timeout) === 'start';
  return { input, deadline: fromStart ? evaluateDeadline(play, afterInput, timeout) : null };
}

/**
 * Takes an open offer: it consumes, and is an ordinary item from then on. `holder` for a hold or a delegation. False:
 * the event is complete.
 */
export function takeOffer(
  play: Play,
  instance: Instance,
  how: 'held' | 'answered' | 'unanswered' | 'failed' | 'undivided',
  holder?: string,
): boolean {
  const frame = getFrame(play, instance.frame);
  const task = taskOf(play, instance);
  if (!isEnabled(play, frame, task)) throw new EventMismatch('wrong-phase', 'its tokens are gone');
  const isUndivided = task.each !== undefined && how === 'undivided';
  if (task.each !== undefined && holder === undefined && !isUndivided) {
    throw new EventMismatch('wrong-phase', 'this offer must be held first');
  }
  consume(play, frame, task);
  if (task.each === undefined) countExecution(play, instance);
  if (!countVisit(play, frame, task)) {
    play.effects.push({ kind: 'withdraw', instance: instance.id });
    fail(play, instance, { code: 'visit-limit', message: `${task.id} was visited too often` }, permanent);
    return false;
  }
  if (isUndivided) return true;
  if (task.each !== undefined) {
    play.effects.push({ kind: 'withdraw', instance: instance.id });
    instance.paused = false;
    // Its deadline is replaced by those of its instances: its status variable does not change.
    if (instance.deadline !== null) {
      instance.deadline = null;
      play.effects.push({ kind: 'clearTimer', instance: instance.id, timer: 'timeout' });
    }
    play.taken = instance.id;
    startGroup(play, instance, task.each, holder);
    return false;
  }
  play.notes.push({ kind: 'started', ...noted(instance), attempt: instance.attempt });
  instance.phase = 'offered';
  if (how === 'held' || how === 'answered') renewInput(play, instance, task);
  // An unanswered offer need not be shown: it stays unchanged if it cannot be.
  if (how === 'unanswered') attempt(() => evaluateInput(play, instance, task));
  return true;
}

/** The shown input may be out of date: a user can take the item later, when it can be computed [K2.2]. */
function renewInput(play: Play, instance: Instance, task: Task): void {
  const input = attempt(() => evaluateInput(play, instance, task));
  if (!input.ok) throw new EventMismatch('expression', input.failure.message);
}

/** An `each` that was not taken ends without instances. False if it is not one. */
export function endUndivided(play: Play, instance: Instance, how: 'skipped' | 'forced'): boolean {
  if (instance.phase !== 'open' || taskOf(play, instance).each === undefined) return false;
  if (!takeOffer(play, instance, 'undivided')) return true;
  instance.phase = 'offered';
  clearDeadline(play, instance);
  endTask(play, instance, { output: { list: [] }, how, rejects: false });
  return true;
}
