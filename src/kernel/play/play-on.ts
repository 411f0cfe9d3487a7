/** Plays on after an event: everything that can move moves, in the order of K1.3, within the step limit. */
import type { Draft } from './draft.ts';
import { isPlaying, UndecidedError } from './enabling.ts';
import { endSomeFrame, endStuckFrame } from './end-frame.ts';
import { findOrJoin, findPlainTask, fireCandidate } from './fire.ts';
import { breakFrame } from './frame-fails.ts';
import { updateOffers } from './open-offers.ts';
import { start } from './start.ts';

export const playOn = (draft: Draft): void => {
  const steps = { left: draft.program.limits.steps };
  while (draft.status === 'running' && !draft.suspended && move(draft, steps));
};

/** One step. Returns false if nothing can move. */
const move = (draft: Draft, steps: { left: number }): boolean => {
  if (endSomeFrame(draft)) return true;
  if (draft.agenda.ready.size > 0) {
    const instance = draft.instance(draft.agenda.ready.lowest);
    if (instance?.phase !== 'ready') draft.agenda.ready.take();
    else if (mayStep(draft, steps)) start(draft, draft.editInstance(draft.agenda.ready.take()));
    return true;
  }
  const plain = findPlainTask(draft);
  if (plain !== null) {
    if (mayStep(draft, steps)) fireCandidate(draft, plain);
    return true;
  }
  return moveQuietly(draft, steps);
};

/** Nothing fires plainly: OR-joins, competing offers, frames at their end. */
const moveQuietly = (draft: Draft, steps: { left: number }): boolean => {
  try {
    const candidate = findOrJoin(draft) ?? updateOffers(draft);
    if (candidate === null) return endStuckFrame(draft);
    if (mayStep(draft, steps)) fireCandidate(draft, candidate);
    return true;
  } catch (error) {
    if (!(error instanceof UndecidedError)) throw error;
    breakFrame(draft, error.frame, error.failure);
    return true;
  }
};

/** False if the event has caused too many steps: the root fails, and undo has its own steps [K12.2]. */
const mayStep = (draft: Draft, steps: { left: number }): boolean => {
  if (steps.left > 0) {
    steps.left -= 1;
    return true;
  }
  const limit = draft.program.limits.steps;
  steps.left = limit;
  const root = draft.frames[0]!;
  if (!isPlaying(root)) return true;
  const message = `One event caused more than ${limit} steps: a loop of tasks that never wait.`;
  breakFrame(draft, root.id, { code: 'step-limit', message, retryable: false });
  return false;
};
