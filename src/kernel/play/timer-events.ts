/** Timers that fire: the end of a wait, the next attempt, a deadline [K7.4, K7.5]. */

import type { RunEvent } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import { nothing } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { isPlaying } from './enabling.ts';
import { endItem } from './end-item.ts';
import { fail } from './fail.ts';
import { breakFrame } from './frame-fails.ts';
import { editKnown } from './known-instance.ts';
import { done, skipped } from './manner.ts';
import { note } from './notes.ts';
import { endUndivided, refreshInput, takeOpen, takeToEnd } from './open-offers.ts';
import { Refusal } from './refusal.ts';
import { succeed } from './succeed.ts';
import { clearDue, followTimer } from './timers.ts';

export const onTimerFired = (draft: Draft, event: Extract<RunEvent, { kind: 'timerFired' }>): void => {
  const instance = editKnown(draft, event.instance);
  const due = dueOf(instance, event.timer);
  if (due === null) throw new Refusal('wrong-phase', `Instance ${instance.id} has no ${event.timer} timer.`);
  if (draft.at < due) throw new Refusal('too-early', `That timer is due at ${due}, not before.`);
  if (event.timer === 'timeout') {
    onDeadline(draft, instance);
    return;
  }
  instance.due = null;
  if (event.timer === 'wait') {
    succeed(draft, instance, nothing);
  } else {
    instance.phase = 'ready';
    draft.agenda.ready.add(instance.id);
  }
};

const dueOf = (instance: EditableInstance, timer: string): number | null => {
  if (timer === 'timeout') return instance.deadline;
  const phase = timer === 'wait' ? 'waiting' : timer === 'retry' ? 'backoff' : '';
  return instance.phase === phase ? instance.due : null;
};

const onDeadline = (draft: Draft, instance: EditableInstance): void => {
  const { onExpiry } = draft.task(instance).timeout!;
  const isItem = instance.phase === 'open' || instance.phase === 'offered' || instance.phase === 'held';
  instance.deadline = null;
  // Only a call has a deadline for each attempt: everything else is over.
  instance.expired = draft.task(instance).work.kind !== 'call' && onExpiry !== 'note';
  followTimer(draft, instance, 'expired');
  if (onExpiry === 'note') note(draft, 'expired', instance);
  else if (isItem) expireItem(draft, instance, onExpiry === 'finish');
  else expireWork(draft, instance);
};

const expireItem = (draft: Draft, instance: EditableInstance, finishes: boolean): void => {
  const manner = instance.phase === 'held' ? done : skipped;
  const isUndivided = draft.task(instance).each !== null && instance.group === 0;
  if (instance.phase === 'open' && !(isUndivided && finishes)) {
    const isTaken = isUndivided ? takeToEnd(draft, instance) : takeOpen(draft, instance, '');
    if (!isTaken) return;
    if (finishes) refreshInput(draft, instance);
  }
  draft.effects.push({ kind: 'withdraw', instance: instance.id });
  if (finishes && endUndivided(draft, instance, skipped)) return;
  if (finishes) endItem(draft, instance, null, manner);
  else fail(draft, instance, timedOut(draft, instance));
};

const expireWork = (draft: Draft, instance: EditableInstance): void => {
  const failure = timedOut(draft, instance);
  switch (instance.phase) {
    case 'calling':
      draft.effects.push({ kind: 'abortCall', instance: instance.id, attempt: instance.attempt });
      fail(draft, instance, failure, true);
      return;
    case 'nested':
      expireFrame(draft, instance.child, failure);
      return;
    default:
      clearDue(draft, instance);
      fail(draft, instance, failure);
  }
};

const expireFrame = (draft: Draft, id: number, failure: Failure): void => {
  const frame = draft.frame(id);
  if (isPlaying(frame)) breakFrame(draft, id, failure);
};

const timedOut = (draft: Draft, instance: EditableInstance): Failure => ({
  code: 'timeout',
  message: `“${draft.task(instance).id}” was not done by its deadline.`,
});
