/** Actions of people and agents on work items [K13.1]. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import { decideDoubt } from './calls.ts';
import { attempt, scopeOf } from './evaluate.ts';
import { fail, retryable } from './fail.ts';
import { checkHolder, checkNotPaused, itemPhases, knownIn, knownInstance, workItemPhases } from './fit.ts';
import { endUndivided, takeOffer } from './offers.ts';
import { EventMismatch, type Play, taskOf } from './play.ts';
import { requestOffer } from './requests.ts';
import { endItem, succeed } from './succeed.ts';
import { clearDeadline, momentOf, setDeadline } from './timers.ts';
import type { Instance } from './world.ts';

type Of<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export function itemHeld(play: Play, event: Of<'itemHeld'>): void {
  const { by = '' } = event;
  const instance = knownIn(play, event.instance, itemPhases);
  checkNotPaused(instance);
  checkHolder(instance, by);
  if (instance.holder === by) throw new EventMismatch('wrong-phase', 'they hold it already');
  takeAndHold(play, instance, by);
}

export function itemDelegated(play: Play, event: Of<'itemDelegated'>): void {
  const instance = knownIn(play, event.instance, itemPhases);
  checkNotPaused(instance);
  takeAndHold(play, instance, event.to);
}

function takeAndHold(play: Play, instance: Instance, holder: string): void {
  const wasOpen = instance.phase === 'open';
  if (wasOpen && !takeOffer(play, instance, 'held', holder)) return;
  instance.holder = holder;
  if (instance.phase === 'doubt') return;
  const wasHeld = instance.phase === 'held';
  instance.phase = 'held';
  // K7.5: the deadline counts from this hold, even if that of an earlier hold continued through a retry.
  if (!wasHeld && !goesOn(play, instance) && countsFromHold(play, instance)) {
    const timer = attempt(() => setDeadline(play, instance));
    if (!timer.ok) throw new EventMismatch('expression', timer.failure.message);
  }
  if (wasOpen) requestOffer(play, instance, 'work');
}

/** A deadline that was not stopped when the item was released. */
function goesOn(play: Play, instance: Instance): boolean {
  return instance.deadline !== null && taskOf(play, instance).timeout?.onRelease === 'go-on';
}

function countsFromHold(play: Play, instance: Instance): boolean {
  const { timeout } = taskOf(play, instance);
  if (timeout === undefined) return false;
  const moment = attempt(() => momentOf(play, scopeOf(play, instance), timeout));
  if (!moment.ok) throw new EventMismatch('expression', moment.failure.message);
  return moment.value === 'hold';
}

/** Release and rollback. */
export function itemGivenBack(play: Play, event: Of<'itemReleased' | 'itemRolledBack'>): void {
  const instance = knownIn(play, event.instance, ['held', 'doubt']);
  if (instance.holder === '') throw new EventMismatch('wrong-phase', 'nobody holds it');
  checkNotPaused(instance);
  checkHolder(instance, event.by);
  instance.holder = '';
  if (instance.phase === 'doubt') return;
  instance.phase = 'offered';
  const keeps = taskOf(play, instance).timeout?.onRelease === 'go-on';
  if (!keeps && instance.deadline !== null && countsFromHold(play, instance)) clearDeadline(play, instance);
}

export function itemSuspended(play: Play, event: Of<'itemSuspended'>): void {
  const instance = knownIn(play, event.instance, itemPhases);
  checkNotPaused(instance);
  instance.paused = true;
}

export function itemResumed(play: Play, event: Of<'itemResumed'>): void {
  const instance = knownInstance(play, event.instance);
  if (!instance.paused) throw new EventMismatch('wrong-phase', 'it is not paused');
  instance.paused = false;
}

export function itemCompleted(play: Play, event: Of<'itemCompleted'>): void {
  const instance = knownIn(play, event.instance, itemPhases);
  checkNotPaused(instance);
  checkHolder(instance, event.by);
  if (instance.phase === 'doubt') {
    decideDoubt(play, instance, event.output);
    return;
  }
  if (instance.phase === 'open' && !takeOffer(play, instance, 'answered')) return;
  succeed(play, instance, { output: event.output, how: 'completed', rejects: true });
}

export function itemFailed(play: Play, event: Of<'itemFailed'>): void {
  const instance = knownIn(play, event.instance, workItemPhases);
  checkNotPaused(instance);
  checkHolder(instance, event.by);
  if (takeIfOpen(play, instance, 'failed')) fail(play, instance, event.failure, retryable);
}

export function itemForced(play: Play, event: Of<'itemForced'>): void {
  const instance = knownIn(play, event.instance, workItemPhases);
  if (endUndivided(play, instance, 'forced') || !takeIfOpen(play, instance, 'unanswered')) return;
  endItem(play, instance, event.output ?? null, 'forced');
}

export function itemSkipped(play: Play, event: Of<'itemSkipped'>): void {
  const instance = knownIn(play, event.instance, workItemPhases);
  checkNotPaused(instance);
  if (endUndivided(play, instance, 'skipped') || !takeIfOpen(play, instance, 'unanswered')) return;
  endItem(play, instance, event.output ?? null, 'skipped');
}

/** False if taking it has ended it. */
function takeIfOpen(play: Play, instance: Instance, how: 'unanswered' | 'failed'): boolean {
  return instance.phase !== 'open' || takeOffer(play, instance, how);
}
