/** Ends frames: complete, fail or cancel, after draining and undoing [K7.3, K8, K9]. */
import type { Frame } from '../model/state.ts';
import { nothing } from '../values/materialise.ts';
import { cancelAll, isEnding, removeFrame } from './cancel.ts';
import type { Draft } from './draft.ts';
import { isPlaying } from './enabling.ts';
import { expressionFailure } from './end-task.ts';
import { fail } from './fail.ts';
import { finishRun } from './finish-run.ts';
import { collapse, failFrame } from './frame-fails.ts';
import { removeIdle } from './instances.ts';
import { outward } from './retry.ts';
import { Situation } from './situation.ts';
import { succeed } from './succeed.ts';
import { undoNext } from './undo.ts';

/** Steps 1 and 2 of K1.3. Returns false if no changed frame is at such a point. */
export const endSomeFrame = (draft: Draft): boolean => {
  for (const id of draft.agenda.ends.all) {
    const frame = draft.findFrame(id);
    if (frame === undefined) continue;
    if (frame.phase === 'collapsing') collapse(draft, id);
    else if (isEnding(frame) && frame.live === 0) goOnEnding(draft, frame);
    else continue;
    return true;
  }
  for (const id of draft.agenda.ends.all) {
    const frame = draft.findFrame(id);
    if (frame?.phase === 'active' && frame.tokens.includes(draft.net(frame).output)) {
      complete(draft, frame);
      return true;
    }
  }
  draft.agenda.ends.clear();
  return false;
};

/** Step 7 of K1.3: a frame in which nothing can move. Frames that have not ended are examined once. */
export const endStuckFrame = (draft: Draft): boolean => {
  while (draft.agenda.quiet.size > 0) {
    const id = draft.agenda.quiet.take();
    const frame = draft.findFrame(id);
    if (frame === undefined || !isPlaying(frame) || frame.live > frame.idle) continue;
    if (frame.phase === 'settling') collapse(draft, id);
    else if (frame.tokens.length === 0) complete(draft, frame);
    else failFrame(draft, id, deadlock(draft, frame));
    return true;
  }
  return false;
};

const deadlock = (draft: Draft, frame: Frame) => {
  const { places } = draft.net(frame);
  const stuck = [...new Set(frame.tokens)].map((place) => places[place]!);
  const message = `Nothing can move any more; tokens are stuck in ${stuck.map((place) => `“${place}”`).join(', ')}.`;
  return { code: 'deadlocked', message, retryable: false, data: { places: stuck } };
};

const complete = (draft: Draft, { id }: Frame): void => {
  const frame = draft.editFrame(id);
  const net = draft.net(frame);
  let result = nothing;
  try {
    if (net.result !== null) result = net.result(new Situation(draft, frame, null, null));
  } catch (error) {
    failFrame(draft, id, expressionFailure(error));
    return;
  }
  noteLeftovers(draft, frame);
  frame.tokens = [];
  frame.phase = 'completing';
  frame.result = result;
  draft.agenda.touch(id);
  cancelAll(draft, id);
};

/** One token in the output place completed the frame; all others were left behind. */
const noteLeftovers = (draft: Draft, frame: Frame): void => {
  const { places, output } = draft.net(frame);
  const counts = new Map<number, number>();
  for (const place of frame.tokens) counts.set(place, (counts.get(place) ?? (place === output ? -1 : 0)) + 1);
  for (const [place, count] of counts) {
    if (count > 0) draft.notes.push({ kind: 'leftover', frame: frame.id, place: places[place]!, count });
  }
};

/** Nothing in the frame is active: the next undo, or the end. */
const goOnEnding = (draft: Draft, frame: Frame): void => {
  if ((frame.phase === 'failing' || frame.phase === 'reverting') && frame.undo.length > 0) {
    undoNext(draft, frame.id);
    return;
  }
  const outcome =
    frame.phase === 'completing' ? 'completed' : frame.phase === 'failing' ? 'failed' : 'cancelled';
  draft.notes.push({ kind: 'frameEnded', frame: frame.id, net: draft.net(frame).id, outcome });
  if (frame.parent === 0) {
    finishRun(draft, outcome, frame.result ?? nothing, frame.failure);
    return;
  }
  removeFrame(draft, frame);
  const parent = draft.editInstance(frame.parent);
  parent.child = 0;
  if (parent.draining) removeIdle(draft, parent);
  else if (outcome === 'completed') succeed(draft, parent, frame.result);
  else fail(draft, parent, outward(frame.failure!));
};
