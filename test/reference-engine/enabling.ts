/** When a task is enabled, and which tokens its start consumes [K3]. */
import type { Task } from '../../src/kernel/model/program.ts';
import { choose } from './draw.ts';
import { mayJoin } from './or-join.ts';
import { isPlaying, netOf, type Play } from './play.ts';
import { isOnCycle, limitsOf } from './program-lookup.ts';
import type { Frame } from './world.ts';

export function isEnabled(play: Play, frame: Frame, task: Task): boolean {
  // K3.5: further tokens wait until the task has ended.
  if (!isPlaying(frame) || frame.busy.includes(task.id)) return false;
  if (task.join === 'and') return task.from.every((place) => frame.tokens.includes(place));
  if (task.join === 'xor') return task.from.some((place) => frame.tokens.includes(place));
  return mayJoin(netOf(play, frame), frame, task);
}

/** Consumes the tokens and makes the task busy. */
export function consume(play: Play, frame: Frame, task: Task): void {
  for (const place of placesToTake(play, frame, task)) {
    frame.tokens.splice(frame.tokens.indexOf(place), 1);
  }
  frame.busy.push(task.id);
}

function placesToTake(play: Play, frame: Frame, task: Task): string[] {
  const marked = netOf(play, frame)
    .places.map((place) => place.id)
    .filter((place) => task.from.includes(place) && frame.tokens.includes(place));
  if (task.join !== 'xor' || marked.length < 2) return marked;
  const taken = choose(play.world, marked);
  play.notes.push({ kind: 'chosen', frame: frame.id, task: task.id, taken, among: marked });
  return [taken];
}

/** K12.1. False: this firing exceeds the limit. */
export function countVisit(play: Play, frame: Frame, task: Task): boolean {
  if (!isOnCycle(netOf(play, frame), task)) return true;
  const visits = (frame.visits.get(task.id) ?? 0) + 1;
  frame.visits.set(task.id, visits);
  return visits <= (task.visits ?? limitsOf(play.program).visits);
}
