/** Events, and when they fit. The order of checks: time, run, form, payload size, then those of the event. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import { callFailed, callInDoubt, callSucceeded } from './calls.ts';
import {
  itemCompleted,
  itemDelegated,
  itemFailed,
  itemForced,
  itemGivenBack,
  itemHeld,
  itemResumed,
  itemSkipped,
  itemSuspended,
} from './items.ts';
import { failureValue, sizeOf } from './payloads.ts';
import { EventMismatch, type Play } from './play.ts';
import { limitsOf } from './program-lookup.ts';
import {
  cancelRequested,
  dataUpdated,
  instanceAdded,
  reopened,
  resumed,
  signalled,
  started,
  suspended,
} from './run-events.ts';
import { timerFired } from './timer-fired.ts';
import type { World } from './world.ts';

export function applyEvent(play: Play, event: RunEvent): void {
  checkKind(event);
  checkTime(play.world, event);
  checkRun(play.world, event);
  checkForm(event);
  checkSize(play, event);
  play.world.at = event.at;
  dispatch(play, event);
}

const kinds: ReadonlySet<string> = new Set<RunEvent['kind']>([
  'started',
  'callSucceeded',
  'callFailed',
  'callInDoubt',
  'itemHeld',
  'itemReleased',
  'itemRolledBack',
  'itemSuspended',
  'itemResumed',
  'itemDelegated',
  'itemCompleted',
  'itemForced',
  'itemFailed',
  'itemSkipped',
  'timerFired',
  'instanceAdded',
  'dataUpdated',
  'signalled',
  'suspended',
  'resumed',
  'reopened',
  'cancelRequested',
]);

function checkKind({ kind }: RunEvent): void {
  if (!kinds.has(kind)) throw new EventMismatch('malformed', 'no such event');
}

function checkTime(world: World, event: RunEvent): void {
  if (typeof event.at !== 'number' || !(event.at <= 8.64e15)) throw new EventMismatch('malformed', 'when?');
  if (event.at < world.at) throw new EventMismatch('time-went-back');
}

/** K9.2: after the end only the reopening of a failed run is allowed. */
function checkRun({ status }: World, { kind }: RunEvent): void {
  if (status === 'created' && kind !== 'started') throw new EventMismatch('not-started');
  if (status === 'completed' || status === 'cancelled') throw new EventMismatch('run-ended');
  if (status === 'failed' && kind !== 'reopened') throw new EventMismatch('run-ended');
  if (status === 'running' && kind === 'started') throw new EventMismatch('already-started');
}

/** Checks that need only the event itself. */
function checkForm(event: RunEvent): void {
  const after = 'failure' in event ? event.failure.retryAfter : undefined;
  if (after !== undefined && !Number.isFinite(after)) throw new EventMismatch('malformed', 'when again?');
  if (event.kind === 'itemHeld' && !event.by) throw new EventMismatch('malformed', 'by whom?');
  if (event.kind === 'itemDelegated' && !event.to) throw new EventMismatch('malformed', 'to whom?');
  // An empty name means a wait without a signal.
  if (event.kind === 'signalled' && !event.name) throw new EventMismatch('malformed', 'which signal?');
}

/** K12.3. */
function checkSize(play: Play, event: RunEvent): void {
  const limit = limitsOf(play.program).payload;
  const names = [event.by, 'to' in event ? event.to : '', 'name' in event ? event.name : ''];
  const long = names.some((name) => name !== undefined && name.length > limit);
  if (long || payloadsOf(event).some((payload) => sizeOf(payload) > limit))
    throw new EventMismatch('payload-too-large');
}

function payloadsOf(event: RunEvent): Payload[] {
  switch (event.kind) {
    case 'started':
      return Object.values(event.input ?? {});
    case 'callSucceeded':
    case 'itemCompleted':
      return [event.output];
    case 'itemForced':
    case 'itemSkipped':
      return event.output === undefined ? [] : [event.output];
    case 'callFailed':
    case 'itemFailed':
      return [{ value: failureValue(event.failure) }];
    case 'instanceAdded':
      return [event.item];
    case 'dataUpdated':
    case 'reopened':
      return Object.values(event.set ?? {});
    case 'signalled':
      return [event.payload];
    default:
      return [];
  }
}

function dispatch(play: Play, event: RunEvent): void {
  switch (event.kind) {
    case 'started':
      started(play, event);
      return;
    case 'callSucceeded':
      callSucceeded(play, event);
      return;
    case 'callFailed':
      callFailed(play, event);
      return;
    case 'callInDoubt':
      callInDoubt(play, event);
      return;
    case 'itemHeld':
      itemHeld(play, event);
      return;
    case 'itemReleased':
    case 'itemRolledBack':
      itemGivenBack(play, event);
      return;
    case 'itemSuspended':
      itemSuspended(play, event);
      return;
    case 'itemResumed':
      itemResumed(play, event);
      return;
    case 'itemDelegated':
      itemDelegated(play, event);
      return;
    case 'itemCompleted':
      itemCompleted(play, event);
      return;
    case 'itemForced':
      itemForced(play, event);
      return;
    case 'itemFailed':
      itemFailed(play, event);
      return;
    case 'itemSkipped':
      itemSkipped(play, event);
      return;
    case 'timerFired':
      timerFired(play, event);
      return;
    case 'instanceAdded':
      instanceAdded(play, event);
      return;
    case 'dataUpdated':
      dataUpdated(play, event);
      return;
    case 'signalled':
      signalled(play, event);
      return;
    case 'suspended':
      suspended(play);
      return;
    case 'resumed':
      resumed(play);
      return;
    case 'reopened':
      reopened(play, event);
      return;
    case 'cancelRequested':
      cancelRequested(play, event);
      return;
  }
}
