/** Offers that compete for a token: open side by side until one is taken [K11.1]. */

import type { LinkedTask } from '../link/linked.ts';
import type { Frame } from '../model/state.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { nothing } from '../values/materialise.ts';
import { cancelInstance } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { canFire, isPlaying, UndecidedError } from './enabling.ts';
import { endTask, refuseExpression } from './end-task.ts';
import { type Candidate, consume, countVisit } from './fire.ts';
import { countExecution, createInstance } from './instances.ts';
import type { Manner } from './manner.ts';
import { note, noteStart } from './notes.ts';
import { offer } from './offer.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';
import { lacksInput } from './start.ts';
import { startGroup } from './start-group.ts';
import { clearDeadline, deadlineFrom, dropDeadline, setDeadline } from './timers.ts';

/** Step 6 of K1.3, for the frames that changed. Returns a task that fires instead of being offered, or null. */
export const updateOffers = (draft: Draft): Candidate | null => {
  const frames: Frame[] = [];
  for (const id of draft.agenda.quiet.all) {
    const frame = draft.findFrame(id);
    if (frame !== undefined && isPlaying(frame) && draft.net(frame).competingTasks.length > 0)
      frames.push(frame);
  }
  for (const frame of frames) withdrawStale(draft, frame);
  for (const { id } of frames) {
    for (const task of draft.net(draft.frame(id)).competingTasks) {
      if (!openOffer(draft, id, task)) return { frame: draft.frame(id), task, isRival: () => false };
    }
  }
  return null;
};

const openOf = (draft: Draft, frame: number, task: number) =>
  draft.instances.find((each) => each.phase === 'open' && each.frame === frame && each.task === task);

const withdrawStale = (draft: Draft, frame: Frame): void => {
  const net = draft.net(frame);
  for (const instance of draft.instances.filter((each) => each.phase === 'open' && each.frame === frame.id)) {
    if (!canFire(draft, frame, net.tasks[instance.task]!)) cancelInstance(draft, instance.id);
  }
};

/** False if the task is enabled but cannot be offered: it fires normally. */
const openOffer = (draft: Draft, frameId: number, task: LinkedTask): boolean => {
  const frame = draft.frame(frameId);
  if (openOf(draft, frameId, task.index) !== undefined || !canFire(draft, frame, task)) return true;
  const input = offerInput(draft, frame, task);
  if (input === null) return false;
  const at = { frame: frameId, task: task.index, group: 0, index: -1, phase: 'open' } as const;
  const instance = createInstance(draft, at);
  instance.attempt = 1;
  instance.input = input.payload;
  note(draft, 'enabled', instance);
  setDeadline(draft, instance, input.deadline);
  offer(draft, instance, 'work');
  return true;
};

/** Null if the input fails or would skip the work. */
const offerInput = (draft: Draft, frame: Frame, task: LinkedTask) => {
  if (task.work.kind !== 'offer') return { payload: nothing, deadline: null };
  const situation = new Situation(draft, frame, null, null);
  if (task.each === null && lacksInput(task, situation)) return null;
  try {
    const payload = task.work.enabling === null ? nothing : task.work.enabling(situation);
    return { payload, deadline: deadlineFrom(draft, situation, task.timeout, 'start') };
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
};

/**
 * Takes an open offer: now it consumes. Returns false if the event has nothing left to do: the firing exceeded the limit,
 * or the offer became a group.
 */
export const takeOpen = (draft: Draft, instance: EditableInstance, holder: string): boolean => {
  const { each } = draft.task(instance);
  if (each !== null && holder === '') {
    throw new Refusal('wrong-phase', `Item ${instance.id} has several instances. Hold it first.`);
  }
  if (!takeToEnd(draft, instance)) return false;
  if (each !== null) {
    draft.effects.push({ kind: 'withdraw', instance: instance.id });
    dropDeadline(draft, instance);
    draft.taken = instance.id;
    startGroup(draft, instance, holder);
    return false;
  }
  noteStart(draft, instance);
  return true;
};

/**
 * Takes the tokens, also for an `each` that is to have no instances. Returns false if the firing exceeded the limit.
 */
export const takeToEnd = (draft: Draft, instance: EditableInstance): boolean => {
  const frame = draft.frame(instance.frame);
  const task = draft.net(frame).tasks[instance.task]!;
  if (!isPlaying(frame) || !isStillEnabled(draft, frame, task)) {
    throw new Refusal('wrong-phase', `Item ${instance.id} is no longer on offer.`);
  }
  consume(draft, frame.id, task);
  instance.phase = 'offered';
  if (task.each === null) countExecution(draft, instance);
  if (countVisit(draft, instance, task)) return true;
  draft.effects.push({ kind: 'withdraw', instance: instance.id });
  return false;
};

/** Ends an `each` that was never taken, without instances. Returns false for other instances. */
export const endUndivided = (draft: Draft, instance: EditableInstance, manner: Manner): boolean => {
  if (instance.phase !== 'open' || draft.task(instance).each === null) return false;
  if (!takeToEnd(draft, instance)) return true;
  clearDeadline(draft, instance);
  endTask(draft, instance, { list: [] }, manner);
  return true;
};

/** The variables may have changed since the offer was opened, and with them the input. */
export const renewInput = (draft: Draft, instance: EditableInstance): void => {
  try {
    computeInput(draft, instance);
  } catch (error) {
    refuseExpression(error);
  }
};

/** Ending an item without an answer does not need its input: an input that cannot be computed stays as it was. */
export const refreshInput = (draft: Draft, instance: EditableInstance): void => {
  try {
    computeInput(draft, instance);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
};

const computeInput = (draft: Draft, instance: EditableInstance): void => {
  const { work } = draft.task(instance);
  if (work.kind !== 'offer') return;
  const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
  instance.input = work.input === null ? nothing : work.input(situation);
};

const isStillEnabled = (draft: Draft, frame: Frame, task: LinkedTask): boolean => {
  try {
    return canFire(draft, frame, task);
  } catch (error) {
    if (error instanceof UndecidedError) return false;
    throw error;
  }
};
