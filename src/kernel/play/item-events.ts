/** Events of people and agents about work items [K13.1]. */

import type { RunEvent } from '../model/event.ts';
import { onVerdict } from './call-events.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endItem } from './end-item.ts';
import { refuseExpression } from './end-task.ts';
import { fail } from './fail.ts';
import { editKnown } from './known-instance.ts';
import { answered, done, skipped } from './manner.ts';
import { offer } from './offer.ts';
import { endUndivided, refreshInput, renewInput, takeOpen } from './open-offers.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';
import { hold } from './start.ts';
import { succeed } from './succeed.ts';
import { beginning, clearDeadline } from './timers.ts';

type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export const onItemHeld = (draft: Draft, event: EventOf<'itemHeld'>): void => {
  const by = named(event.by, 'The holder of the item is missing.');
  const instance = item(draft, event.instance);
  refusePaused(instance);
  refuseOther(instance, by);
  if (instance.holder !== '') throw new Refusal('wrong-phase', `You already hold item ${instance.id}.`);
  handTo(draft, instance, by);
};

export const onItemDelegated = (draft: Draft, event: EventOf<'itemDelegated'>): void => {
  const to = named(event.to, 'The recipient of the item is missing.');
  const instance = item(draft, event.instance);
  refusePaused(instance);
  handTo(draft, instance, to);
};

/** An error in the item's input refuses the event: the item stays unchanged [K2.2]. */
const handTo = (draft: Draft, instance: EditableInstance, holder: string): void => {
  const wasOpen = instance.phase === 'open';
  if (wasOpen && !takeOpen(draft, instance, holder)) return;
  if (wasOpen) renewInput(draft, instance);
  try {
    hold(draft, instance, holder);
  } catch (error) {
    refuseExpression(error);
  }
  if (wasOpen) offer(draft, instance, 'work');
};

/** Release and rollback: the item is offered again, and a deadline that counted from the hold is cleared. */
export const onItemReleased = (
  draft: Draft,
  event: EventOf<'itemReleased'> | EventOf<'itemRolledBack'>,
): void => {
  const instance = item(draft, event.instance);
  if (instance.holder === '') throw new Refusal('wrong-phase', `Item ${instance.id} is not held.`);
  refusePaused(instance);
  refuseOther(instance, event.by);
  instance.holder = '';
  if (instance.phase !== 'held') return;
  instance.phase = 'offered';
  if (endsWithHold(draft, instance)) clearDeadline(draft, instance);
};

/** Whether its deadline ends with the hold. */
const endsWithHold = (draft: Draft, instance: EditableInstance): boolean => {
  const { timeout } = draft.task(instance);
  if (timeout === null || timeout.goesOn || instance.deadline === null) return false;
  try {
    const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
    return beginning(draft, situation, timeout) === 'hold';
  } catch (error) {
    return refuseExpression(error);
  }
};

export const onItemSuspended = (draft: Draft, event: EventOf<'itemSuspended'>): void => {
  const instance = item(draft, event.instance);
  refusePaused(instance);
  instance.paused = true;
};

export const onItemResumed = (draft: Draft, event: EventOf<'itemResumed'>): void => {
  const instance = item(draft, event.instance);
  if (!instance.paused) throw new Refusal('wrong-phase', `Item ${instance.id} is not suspended.`);
  instance.paused = false;
};

export const onItemCompleted = (draft: Draft, event: EventOf<'itemCompleted'>): void => {
  const instance = item(draft, event.instance);
  refusePaused(instance);
  refuseOther(instance, event.by);
  if (instance.phase === 'doubt') {
    onVerdict(draft, instance, event.output);
    return;
  }
  if (instance.phase === 'open') {
    if (!takeOpen(draft, instance, '')) return;
    renewInput(draft, instance);
  }
  succeed(draft, instance, event.output, answered);
};

export const onItemFailed = (draft: Draft, event: EventOf<'itemFailed'>): void => {
  const instance = workItem(draft, event.instance);
  refusePaused(instance);
  refuseOther(instance, event.by);
  if (take(draft, instance)) fail(draft, instance, event.failure);
};

export const onItemForced = (draft: Draft, event: EventOf<'itemForced'>): void => {
  const instance = workItem(draft, event.instance);
  if (endUndivided(draft, instance, done)) return;
  if (takeUnanswered(draft, instance)) endItem(draft, instance, event.output ?? null, done);
};

export const onItemSkipped = (draft: Draft, event: EventOf<'itemSkipped'>): void => {
  const instance = workItem(draft, event.instance);
  refusePaused(instance);
  if (endUndivided(draft, instance, skipped)) return;
  if (takeUnanswered(draft, instance)) endItem(draft, instance, event.output ?? null, skipped);
};

const take = (draft: Draft, instance: EditableInstance): boolean =>
  instance.phase !== 'open' || takeOpen(draft, instance, '');

const takeUnanswered = (draft: Draft, instance: EditableInstance): boolean => {
  if (instance.phase !== 'open') return true;
  if (!takeOpen(draft, instance, '')) return false;
  refreshInput(draft, instance);
  return true;
};

const workPhases: readonly string[] = ['open', 'offered', 'held'];

/** An offered item: work, or a doubt about a call. */
const item = (draft: Draft, id: number): EditableInstance => {
  const instance = editKnown(draft, id);
  if (instance.phase !== 'doubt' && !workPhases.includes(instance.phase)) throw noItem(id);
  return instance;
};

const workItem = (draft: Draft, id: number): EditableInstance => {
  const instance = editKnown(draft, id);
  if (!workPhases.includes(instance.phase)) throw noItem(id);
  return instance;
};

const noItem = (id: number): Refusal =>
  new Refusal('wrong-phase', `Instance ${id} is not an offered work item.`);

const heldByOther = (instance: EditableInstance): Refusal =>
  new Refusal('held-by-other', `Item ${instance.id} is held by “${instance.holder}”.`);

const refusePaused = (instance: EditableInstance): void => {
  if (instance.paused) throw new Refusal('paused', `Item ${instance.id} is suspended. Resume it first.`);
};

const refuseOther = (instance: EditableInstance, by: string | undefined): void => {
  if (instance.holder !== '' && by !== undefined && by !== instance.holder) throw heldByOther(instance);
};

const named = (name: string | undefined, message: string): string => {
  if (typeof name !== 'string' || name === '') throw new Refusal('malformed', message);
  return name;
};
