/**
 * K1.3: after an event, repeats the first of seven steps that applies until none does. Each step examines everything
 * again.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Task } from '../../src/kernel/model/program.ts';
import { cancel, isEnding } from './cancel.ts';
import { choose } from './draw.ts';
import { consume, countVisit, isEnabled } from './enabling.ts';
import { fail, permanent } from './fail.ts';
import { breakFrame, collapse, frameFails } from './frame-fails.ts';
import { completeFrame, goOnEnding } from './frames.ts';
import { countExecution, createInstance, positionIn } from './instances.ts';
import { openOffer } from './offers.ts';
import {
  framesById,
  getFrame,
  getRoot,
  instancesById,
  isIdle,
  isPlaying,
  liveIn,
  netOf,
  type Play,
  taskOf,
} from './play.ts';
import { competes, limitsOf } from './program-lookup.ts';
import { start } from './start.ts';
import type { Frame } from './world.ts';

export function playOn(play: Play): void {
  while (play.world.status === 'running' && !play.world.suspended && step(play)) {
    // Each step stands for itself.
  }
}

/** False if none applies. */
function step(play: Play): boolean {
  return (
    endSomeFrame(play) ||
    completeSomeFrame(play) ||
    startSomeInstance(play) ||
    fireSomeTask(play, (task) => task.join !== 'or') ||
    fireSomeTask(play, (task) => task.join === 'or') ||
    withdrawSomeOffer(play) ||
    openSomeOffer(play) ||
    settleSomeFrame(play)
  );
}

function endSomeFrame(play: Play): boolean {
  const ending = framesById(play).find(
    (frame) => frame.phase === 'collapsing' || (isEnding(frame) && liveIn(play, frame).length === 0),
  );
  if (ending === undefined) return false;
  if (ending.phase === 'collapsing' && ending.failure !== null) collapse(play, ending, ending.failure);
  else goOnEnding(play, ending);
  return true;
}

function completeSomeFrame(play: Play): boolean {
  const complete = framesById(play).find(
    (frame) => frame.phase === 'active' && frame.tokens.includes(netOf(play, frame).output),
  );
  if (complete !== undefined) completeFrame(play, complete);
  return complete !== undefined;
}

function startSomeInstance(play: Play): boolean {
  const ready = instancesById(play).find((instance) => instance.phase === 'ready');
  if (ready !== undefined && !exceedsSteps(play)) start(play, ready);
  return ready !== undefined;
}

function fireSomeTask(play: Play, eligible: (task: Task) => boolean): boolean {
  for (const frame of framesById(play).filter(isPlaying)) {
    const net = netOf(play, frame);
    const candidates = net.tasks.filter(
      (task) => eligible(task) && !competes(net, task) && isEnabled(play, frame, task),
    );
    const [lowest] = candidates;
    if (lowest === undefined) continue;
    if (!exceedsSteps(play)) fire(play, frame, chooseRival(play, frame, lowest, candidates));
    return true;
  }
  return false;
}

/** K11.2: the lowest task, or a random choice among it and its rivals for a token; nets first. */
function chooseRival(play: Play, frame: Frame, lowest: Task, candidates: readonly Task[]): Task {
  const wanted = lowest.from.filter((place) => frame.tokens.includes(place));
  const group = candidates.filter(
    (task) => task === lowest || task.from.some((place) => wanted.includes(place)),
  );
  if (group.length === 1) return lowest;
  const nets = group.filter((task) => task.work.kind === 'net');
  const remaining = nets.length > 0 ? nets : group;
  const [only] = remaining;
  if (remaining.length === 1 && only !== undefined) return only;
  const chosen = choose(play.world, remaining);
  const among = remaining.map((task) => task.id);
  play.notes.push({ kind: 'chosen', frame: frame.id, task: chosen.id, taken: chosen.id, among });
  return chosen;
}

function fire(play: Play, frame: Frame, task: Task): void {
  consume(play, frame, task);
  const instance = createInstance(play, positionIn(frame, task.id), 'ready');
  if (task.each === undefined) countExecution(play, instance);
  if (countVisit(play, frame, task)) start(play, instance);
  else fail(play, instance, { code: 'visit-limit', message: `${task.id} was visited too often` }, permanent);
}

/** K12.2. Once the root is ending the run is bounded, and its undo must not be stopped. */
function exceedsSteps(play: Play): boolean {
  play.steps += 1;
  const root = getRoot(play);
  if (play.steps <= limitsOf(play.program).steps || !isPlaying(root)) return false;
  breakFrame(root, { code: 'step-limit', message: 'one event caused too many steps', retryable: false });
  return true;
}

function withdrawSomeOffer(play: Play): boolean {
  const lost = instancesById(play).find(
    (instance) =>
      instance.phase === 'open' && !isEnabled(play, getFrame(play, instance.frame), taskOf(play, instance)),
  );
  if (lost !== undefined) cancel(play, lost);
  return lost !== undefined;
}

function openSomeOffer(play: Play): boolean {
  for (const frame of framesById(play).filter(isPlaying)) {
    const net = netOf(play, frame);
    const open = liveIn(play, frame).filter((instance) => instance.phase === 'open');
    const task = net.tasks.find(
      (candidate) =>
        competes(net, candidate) &&
        !open.some((instance) => instance.task === candidate.id) &&
        isEnabled(play, frame, candidate),
    );
    if (task === undefined) continue;
    if (!openOffer(play, frame, task) && !exceedsSteps(play)) fire(play, frame, task);
    return true;
  }
  return false;
}

/** Nothing in it can proceed: it settles its failure, completes, or is deadlocked [K10]. */
function settleSomeFrame(play: Play): boolean {
  const frame = framesById(play).find((each) => isPlaying(each) && liveIn(play, each).every(isIdle));
  if (frame === undefined) return false;
  if (frame.phase === 'settling' && frame.failure !== null) collapse(play, frame, frame.failure);
  else if (frame.tokens.length === 0) completeFrame(play, frame);
  else frameFails(play, frame, deadlock(play, frame));
  return true;
}

/** K10.1: the failure names the places, in net order. */
function deadlock(play: Play, frame: Frame): Failure {
  const all = netOf(play, frame).places.map((place) => place.id);
  const places = all.filter((place) => frame.tokens.includes(place));
  const message = `tokens wait in ${places.join(', ')}`;
  return { code: 'deadlocked', message, retryable: false, data: { places } };
}
