/** How the log words what journals hold: events, and what was noted of each kind of work. */
import type { RunEvent } from '../../kernel/index.ts';
import type { LoggedKind } from './event-kinds.ts';
import type { TaskInstance } from './task-instances.ts';

/** What was noted about an instance, in the words of what it does. */
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

/** What somebody, or a connector, did: told by the event itself. */
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

/** Whether an event is an answer by which the work ends, unless something is wrong with it. */
export function isEnding(event: RunEvent, { kind }: TaskInstance): boolean {
  if (event.kind === 'timerFired') return event.timer === 'wait';
  if (event.kind === 'callSucceeded') return kind === 'call';
  return kind === 'item' && ['itemCompleted', 'itemForced', 'itemSkipped'].includes(event.kind);
}

/** The events that say themselves what became of a call or an item; a question about a call is not its end. */
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
