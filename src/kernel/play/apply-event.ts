/** Checks and applies one event: its immediate effect, before the net moves. */
import type { RunEvent } from '../model/event.ts';
import { payloadsOf } from '../values/event-payloads.ts';
import { failureValue } from '../values/failure-value.ts';
import { isTooLarge } from '../values/measure.ts';
import { onCallFailed, onCallInDoubt, onCallSucceeded } from './call-events.ts';
import type { Draft } from './draft.ts';
import {
  onItemCompleted,
  onItemDelegated,
  onItemFailed,
  onItemForced,
  onItemHeld,
  onItemReleased,
  onItemResumed,
  onItemSkipped,
  onItemSuspended,
} from './item-events.ts';
import { Refusal } from './refusal.ts';
import { endOfTime } from './retry.ts';
import {
  onCancelRequested,
  onDataUpdated,
  onInstanceAdded,
  onReopened,
  onResumed,
  onSignalled,
  onStarted,
  onSuspended,
} from './run-events.ts';
import { onTimerFired } from './timer-events.ts';

type Handlers = {
  readonly [K in RunEvent['kind']]: (draft: Draft, event: Extract<RunEvent, { kind: K }>) => void;
};

const handlers: Handlers = {
  started: onStarted,
  callSucceeded: onCallSucceeded,
  callFailed: onCallFailed,
  callInDoubt: onCallInDoubt,
  itemHeld: onItemHeld,
  itemReleased: onItemReleased,
  itemSuspended: onItemSuspended,
  itemResumed: onItemResumed,
  itemRolledBack: onItemReleased,
  itemDelegated: onItemDelegated,
  itemCompleted: onItemCompleted,
  itemForced: onItemForced,
  itemFailed: onItemFailed,
  itemSkipped: onItemSkipped,
  timerFired: onTimerFired,
  instanceAdded: onInstanceAdded,
  dataUpdated: onDataUpdated,
  signalled: onSignalled,
  suspended: onSuspended,
  resumed: onResumed,
  reopened: onReopened,
  cancelRequested: onCancelRequested,
};

export const applyEvent = (draft: Draft, event: RunEvent): void => {
  if (!Object.hasOwn(handlers, event.kind)) {
    throw new Refusal('malformed', `Unknown event kind “${String(event.kind)}”.`);
  }
  refuseTime(draft, event.at);
  refuseStatus(draft, event.kind);
  refuseForm(event);
  refusePayloads(draft, event);
  draft.at = event.at;
  const handler = handlers[event.kind] as (draft: Draft, event: RunEvent) => void;
  handler(draft, event);
};

const refuseTime = (draft: Draft, at: number): void => {
  if (typeof at !== 'number' || !(at <= endOfTime))
    throw new Refusal('malformed', 'An event needs its time.');
  if (at < draft.at)
    throw new Refusal('time-went-back', `The event is at ${at}, before the run's time ${draft.at}.`);
};

const refuseStatus = (draft: Draft, kind: RunEvent['kind']): void => {
  const { status } = draft;
  if (kind === 'started') {
    if (status === 'running') throw new Refusal('already-started', 'The run has already started.');
    if (status !== 'created') throw new Refusal('run-ended', `The run is ${status}.`);
  } else if (status === 'created') {
    throw new Refusal('not-started', 'The run has not started yet.');
  } else if (kind === 'reopened') {
    if (status === 'running') throw new Refusal('not-failed', 'Only a failed run can be reopened.');
    if (status !== 'failed') throw new Refusal('run-ended', `The run is ${status}. Fork it instead.`);
  } else if (status !== 'running') {
    throw new Refusal('run-ended', `The run is ${status}.`);
  }
};

/** A number that is not finite cannot be stored. */
const refuseForm = (event: RunEvent): void => {
  const after = 'failure' in event ? event.failure.retryAfter : undefined;
  if (after !== undefined && !Number.isFinite(after)) {
    throw new Refusal('malformed', 'The delay of a failure must be a number.');
  }
};

const refusePayloads = (draft: Draft, event: RunEvent): void => {
  const limit = draft.program.limits.payload;
  const names = [event.by, 'to' in event ? event.to : undefined, 'name' in event ? event.name : undefined];
  const failure = 'failure' in event ? [{ value: failureValue(event.failure) }] : [];
  const fits = [...payloadsOf(event), ...failure].every((payload) => !isTooLarge(payload, limit));
  if (fits && names.every((name) => name === undefined || name.length <= limit)) return;
  throw new Refusal('payload-too-large', `A value is longer than ${limit} characters. Send it by reference.`);
};
