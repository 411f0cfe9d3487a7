/** Timer events: the end of a wait, the next attempt, or a deadline [K7.4, K7.5]. */
import type { RunEvent, TimerKind } from '../../src/kernel/model/event.ts';
import type { Failure } from '../../src/kernel/model/failure.ts';
import { fail, retryable } from './fail.ts';
import { knownInstance } from './fit.ts';
import { breakFrame } from './frame-fails.ts';
import { endUndivided, takeOffer } from './offers.ts';
import { nothing } from './payloads.ts';
import { EventMismatch, getFrame, isPlaying, noted, type Play, taskOf } from './play.ts';
import { endItem, succeed } from './succeed.ts';
import { clearDue, expireDeadline } from './timers.ts';
import type { Instance } from './world.ts';

export function timerFired(play: Play, event: Extract<RunEvent, { kind: 'timerFired' }>): void {
  const instance = knownInstance(play, event.instance);
  const due = dueOf(instance, event.timer);
  if (due === null) throw new EventMismatch('wrong-phase', 'no such timer runs');
  if (event.at < due) throw new EventMismatch('too-early', `it is due at ${due}`);
  if (event.timer === 'timeout') {
    timeOut(play, instance);
    return;
  }
  instance.due = null;
  if (event.timer === 'wait') {
    succeed(play, instance, { output: nothing, how: 'completed', rejects: false });
  } else {
    instance.phase = 'ready';
  }
}

function dueOf(instance: Instance, timer: TimerKind): number | null {
  if (timer === 'wait') return instance.phase === 'waiting' ? instance.due : null;
  if (timer === 'retry') return instance.phase === 'backoff' ? instance.due : null;
  return timer === 'timeout' ? instance.deadline : null;
}

const timeout: Failure = { code: 'timeout', message: 'it took too long' };

function timeOut(play: Play, instance: Instance): void {
  const onExpiry = taskOf(play, instance).timeout?.onExpiry ?? 'fail';
  expireDeadline(play, instance);
  // K7.4: only a call has a deadline for each attempt.
  instance.expired = taskOf(play, instance).work.kind !== 'call' && onExpiry !== 'note';
  if (onExpiry === 'note') {
    play.notes.push({ kind: 'expired', ...noted(instance) });
    return;
  }
  switch (instance.phase) {
    case 'open':
    case 'offered':
    case 'held':
      itemTimesOut(play, instance, onExpiry);
      return;
    case 'calling':
      play.effects.push({ kind: 'abortCall', instance: instance.id, attempt: instance.attempt });
      fail(play, instance, timeout, { mayRetry: true, unanswered: true });
      return;
    case 'nested':
      netTimesOut(play, instance);
      return;
    default:
      clearDue(play, instance);
      fail(play, instance, timeout, retryable);
      return;
  }
}

function itemTimesOut(play: Play, instance: Instance, onExpiry: 'fail' | 'finish'): void {
  if (instance.phase === 'open') {
    if (taskOf(play, instance).each !== undefined) {
      undividedTimesOut(play, instance, onExpiry);
      return;
    }
    if (!takeOffer(play, instance, onExpiry === 'finish' ? 'unanswered' : 'failed')) return;
  }
  play.effects.push({ kind: 'withdraw', instance: instance.id });
  if (onExpiry === 'fail') {
    fail(play, instance, timeout, retryable);
    return;
  }
  const how = instance.phase === 'held' ? 'forced' : 'skipped';
  endItem(play, instance, null, how);
}

/** K7.4: it was not taken, so it has no instances: it ends without any. */
function undividedTimesOut(play: Play, instance: Instance, onExpiry: 'fail' | 'finish'): void {
  play.effects.push({ kind: 'withdraw', instance: instance.id });
  if (onExpiry === 'finish') {
    endUndivided(play, instance, 'skipped');
  } else if (takeOffer(play, instance, 'undivided')) {
    instance.phase = 'offered';
    fail(play, instance, timeout, retryable);
  }
}

function netTimesOut(play: Play, instance: Instance): void {
  const child = getFrame(play, instance.child);
  if (isPlaying(child)) breakFrame(child, timeout);
}
