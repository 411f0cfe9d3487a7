/** The end of a task: outputs, flows, cancel region, tokens [K4, K5]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Routing } from '../../src/kernel/model/program.ts';
import { cancel } from './cancel.ts';
import { attempt, evaluate, scopeOf } from './evaluate.ts';
import { chooseFlows, type Route } from './flows.ts';
import { checkTokens } from './frame-fails.ts';
import { endBusy, hasMembers, removeInstance } from './instances.ts';
import { EventMismatch, findInstance, getFrame, liveIn, noted, type Play, taskOf } from './play.ts';
import { taskFails } from './task-fails.ts';
import { writeVariable } from './variables.ts';
import type { Frame, Instance } from './world.ts';

/** The result of successful work. */
export interface Answer {
  /** `null`: none. */
  readonly output: Payload | null;
  readonly how: 'completed' | 'skipped' | 'forced';
  /** K2.2: an expression error of this task rejects the event instead of failing the task. */
  readonly rejects: boolean;
}

/** Of a single instance, or of a group. */
export function endTask(play: Play, instance: Instance, answer: Answer): void {
  const frame = getFrame(play, instance.frame);
  const task = taskOf(play, instance);
  // K4.3: if outputs or guards fail, no variable of any frame changes.
  const before = play.world.frames.map((each) => ({ frame: each, variables: new Map(each.variables) }));
  const route = attempt(() => assignAndChoose(play, instance, answer.output));
  const failure = route.ok ? stuck(route.value, task.split) : route.failure;
  if (failure !== null) {
    for (const { frame: changed, variables } of before) changed.variables = variables;
    if (!route.ok && answer.rejects) throw new EventMismatch('expression', failure.message);
    taskFails(play, instance, failure);
    return;
  }
  const { taken, refused } = route.ok ? route.value : { taken: [], refused: [] };
  endBusy(play, instance);
  if (hasMembers(instance)) instance.draining = true;
  else removeInstance(play, instance);
  play.notes.push({ kind: answer.how === 'skipped' ? 'skipped' : 'completed', ...noted(instance) });
  for (const { to } of taken)
    play.notes.push({ kind: 'flow', frame: frame.id, task: task.id, to, caught: false });
  for (const { to } of refused) play.notes.push({ kind: 'guardFalse', frame: frame.id, task: task.id, to });
  workRegion(play, frame, task.cancels?.places ?? [], task.cancels?.tasks ?? []);
  for (const { to } of taken) if (to !== null) frame.tokens.push(to);
  checkTokens(play, frame);
}

/** K4.2: no flow can be taken. */
function stuck(route: Route, split: Routing): Failure | null {
  if (route.taken.length > 0 || split === 'and') return null;
  return { code: 'no-flow', message: 'no flow can be taken', retryable: false };
}

/** All outputs are evaluated before any is assigned; guards read the variables after that. */
function assignAndChoose(play: Play, instance: Instance, output: Payload | null): Route {
  const frame = getFrame(play, instance.frame);
  const task = taskOf(play, instance);
  const scope = scopeOf(play, instance, output);
  if (output !== null) {
    const assigned = (task.outputs ?? []).map(({ to, value }) => ({
      to,
      payload: evaluate(play, scope, value),
    }));
    for (const { to, payload } of assigned) writeVariable(play, frame, to, payload);
  }
  return chooseFlows(play, scope, task);
}

/** K5.1: before the tokens of the split appear, and only in this frame. An open offer is not in progress. */
function workRegion(play: Play, frame: Frame, places: readonly string[], tasks: readonly string[]): void {
  frame.tokens = frame.tokens.filter((place) => !places.includes(place));
  for (const instance of liveIn(play, frame)) {
    const inRegion = instance.undoes === null && instance.group === 0 && tasks.includes(instance.task);
    if (inRegion && instance.phase !== 'open' && findInstance(play, instance.id) !== undefined) {
      cancel(play, instance);
    }
  }
}
