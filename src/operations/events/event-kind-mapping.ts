/** Maps journal events and notes to the event kinds of the log. */
import type { RunEvent } from '../../kernel/index.ts';
import type { LoggedKind } from './event-kinds.ts';
import type { TaskInstance } from './task-instances.ts';

/** Notes about an instance, by the kind of its work. */
export type LifecyclePhase = 'started' | 'completed' | 'failed' | 'skipped' | 'cancelled';

type PhaseKinds = Readonly<Record<LifecyclePhase, LoggedKind>>;

const taskKinds: PhaseKinds = {
  started: 'task_started',
  completed: 'task_completed',
  failed: 'task_failed',
  skipped: 'task_skipped',
  cancelled: 'task_cancelled',
};

export const kindsByWork: Readonly<Record<Exclude<TaskInstance['kind'], 'each'>, PhaseKinds>> = {
  net: taskKinds,
  task: taskKinds,
  call: {
    started: 'call_started',
    completed: 'call_completed',
    failed: 'call_failed',
    skipped: 'task_skipped',
    cancelled: 'call_cancelled',
  },
  item: {
    started: 'item_offered',
    completed: 'item_completed',
    failed: 'item_failed',
    skipped: 'item_skipped',
    cancelled: 'item_withdrawn',
  },
  undo: {
    started: 'undo_started',
    completed: 'undo_completed',
    failed: 'undo_failed',
    skipped: 'task_skipped',
    cancelled: 'call_cancelled',
  },
};

/** What a principal or a connector did: the event itself is reported. */
export const kindByEvent: { readonly [Kind in RunEvent['kind']]?: LoggedKind } = {
  started: 'case_started',
  suspended: 'case_suspended',
  resumed: 'case_resumed',
  dataUpdated: 'case_changed',
  signalled: 'case_signalled',
  cancelRequested: 'case_cancel_requested',
  reopened: 'case_reopened',
  instanceAdded: 'task_extended',
  itemHeld: 'item_checked_out',
  itemReleased: 'item_released',
  itemRolledBack: 'item_released',
  itemDelegated: 'item_delegated',
  itemSuspended: 'item_suspended',
  itemResumed: 'item_resumed',
  itemCompleted: 'item_completed',
  itemForced: 'item_forced',
  itemSkipped: 'item_skipped',
  itemFailed: 'item_failed',
  callSucceeded: 'call_completed',
  callFailed: 'call_failed',
  callInDoubt: 'call_in_doubt',
};

export function namesIn(event: RunEvent): readonly string[] {
  if (event.kind === 'signalled') return [event.name];
  return event.kind === 'dataUpdated' || event.kind === 'reopened' ? Object.keys(event.set ?? {}) : [];
}

/** Whether an event is an answer that ends the work, unless the answer is not valid. */
export function isEnding(event: RunEvent, { kind }: TaskInstance): boolean {
  if (event.kind === 'timerFired') return event.timer === 'wait';
  if (event.kind === 'callSucceeded') return kind === 'call';
  return kind === 'item' && ['itemCompleted', 'itemForced', 'itemSkipped'].includes(event.kind);
}

/** Events that state the outcome of a call or an item. A question about a call does not end it. */
const reportingEvents: Readonly<
  Record<'call' | 'item', Readonly<Record<Exclude<LifecyclePhase, 'started'>, readonly string[]>>>
> = {
  call: { completed: ['callSucceeded'], failed: ['callFailed'], skipped: [], cancelled: [] },
  item: {
    completed: ['itemCompleted', 'itemForced'],
    failed: ['itemFailed'],
    skipped: ['itemSkipped'],
    cancelled: [],
  },
};

export const isReportedBy = (
  event: RunEvent,
  { kind }: TaskInstance,
  phase: Exclude<LifecyclePhase, 'started'>,
): boolean => (kind === 'call' || kind === 'item') && reportingEvents[kind][phase].includes(event.kind);
