/** Checks that several events share, in the order: instance known, phase, attempt, pause, holder. */
import { EventMismatch, findInstance, type Play } from './play.ts';
import type { Instance } from './world.ts';

export const itemPhases: readonly Instance['phase'][] = ['open', 'offered', 'held', 'doubt'];
export const workItemPhases: readonly Instance['phase'][] = ['open', 'offered', 'held'];

export function knownInstance(play: Play, id: number): Instance {
  const instance = findInstance(play, id);
  if (instance === undefined) throw new EventMismatch('unknown-instance');
  return instance;
}

export function knownIn(play: Play, id: number, phases: readonly Instance['phase'][]): Instance {
  const instance = knownInstance(play, id);
  if (!phases.includes(instance.phase)) throw new EventMismatch('wrong-phase', `it is ${instance.phase}`);
  return instance;
}

export function checkAttempt(instance: Instance, attempt: number): void {
  if (instance.attempt !== attempt)
    throw new EventMismatch('wrong-attempt', `attempt ${instance.attempt} is under way`);
}

export function checkNotPaused(instance: Instance): void {
  if (instance.paused) throw new EventMismatch('paused');
}

/** K13.1: a user cannot answer an item that another holds. */
export function checkHolder(instance: Instance, by: string | undefined): void {
  const free = instance.holder === '' || by === undefined || by === instance.holder;
  if (!free) throw new EventMismatch('held-by-other', `${instance.holder} holds it`);
}
