/**
 * Lists the announcements of one change of a run to its subscribers, in order [F3.1]. A copy announces only its own
 * events: those before the copy were announced by the original. A reopened run starts and ends again.
 */
import type { Payload, RunState } from '../../kernel/index.ts';
import type {
  Announcement,
  CaseEvent,
  RunChange,
  RunRecord,
  RunTransition,
  WorkItem,
} from '../../runtime/index.ts';

/** Stored with an announcement until it is delivered. */
export interface Announced {
  /** Number of events of the run at that time. */
  readonly seq: number;
  /** When it happened. */
  readonly at: number;
  readonly workflow: string;
  readonly version: string;
  /** Of a completed run: its output; absent if it is too large to send. */
  readonly output?: Payload;
  readonly failure?: { readonly code: string; readonly message: string };
  /** Of a run that was started before. */
  readonly reopened?: true;
  readonly item?: AnnouncedItem;
}

interface AnnouncedItem extends Pick<WorkItem, 'id' | 'task' | 'reason'> {}

/** Larger values, in bytes, are not sent: receivers read them. */
export const maxAnnouncedBytes = 262_144;

export function announceRun(change: RunChange): readonly Announcement[] {
  const { record, isNew } = change;
  if (isNew && record.origin !== null) return announceCopy(change);
  return change.transitions
    .map((transition, index) => ({ transition, index }))
    .toSorted((one, other) => rankOf(one.transition) - rankOf(other.transition) || one.index - other.index)
    .flatMap(({ transition }) => announceTransition(record, transition));
}

/** How a run ended, as announced at that time. @param seq events of the run right after its end */
export function announceEnd(record: RunRecord, state: RunState, seq: number): Announcement | undefined {
  const event = endings[state.status];
  if (event === undefined) return undefined;
  const details: Omit<Announced, 'at' | 'seq' | 'workflow' | 'version'> =
    state.failure === null ? {} : { failure: { code: state.failure.code, message: state.failure.message } };
  const at = record.endedAt ?? state.at;
  if (event !== 'case_completed') return announcement(record, event, seq, at, () => details);
  return announcement(record, event, seq, at, () =>
    fitsAnnouncement(state.output) ? { output: state.output } : {},
  );
}

const endings: { readonly [status: string]: CaseEvent } = {
  completed: 'case_completed',
  failed: 'case_failed',
  cancelled: 'case_cancelled',
};

/** Changes of items in one event come between the start and the end of the run in the same event. */
function rankOf(transition: RunTransition): number {
  if (transition.kind === 'item') return transition.seq * 3 + 1;
  return transition.seq * 3 + (transition.state.status in endings ? 2 : 0);
}

function announceTransition(record: RunRecord, transition: RunTransition): readonly Announcement[] {
  const { seq } = transition;
  if (transition.kind === 'item') {
    const { item, before } = transition;
    return item.state === before ? [] : announceItem(record, seq, item, item.updatedAt);
  }
  const { before, state } = transition;
  const end = announceEnd({ ...record, endedAt: state.at }, state, seq);
  if (end !== undefined) return [end];
  if (state.status !== 'running') return [];
  const details = before === null || before === 'created' ? {} : ({ reopened: true } as const);
  return [announcement(record, 'case_started', seq, state.at, () => details)];
}

function announceItem(
  record: RunRecord,
  seq: number,
  { id, task, reason, instance, state }: WorkItem,
  at: number,
): readonly Announcement[] {
  const event = itemEvents[state];
  if (event === undefined) return [];
  return [announcement(record, event, seq, at, () => ({ item: { id, task, reason } }), `.${instance}`)];
}

const itemEvents: { readonly [state: string]: CaseEvent } = {
  offered: 'work_item_offered',
  completed: 'work_item_completed',
};

/** It begins with its current status. A run that has ended when it is created announces nothing. */
function announceCopy(change: RunChange): readonly Announcement[] {
  const { record } = change;
  if (record.endedAt !== null) return [];
  const { seq, createdAt } = record;
  const offered = [...change.openItems()].flatMap((item) => announceItem(record, seq, item, createdAt));
  return [announcement(record, 'case_started', seq, createdAt, () => ({})), ...offered];
}

function announcement(
  { workflow, version }: RunRecord,
  event: CaseEvent,
  seq: number,
  at: number,
  detailsOf: () => Partial<Announced>,
  part = '',
): Announcement {
  const body = (): string => {
    const announced: Announced = { seq, at, workflow, version, ...detailsOf() };
    return JSON.stringify(announced);
  };
  return { event, mark: `${seq}.${event}${part}`, at, body };
}

const fitsAnnouncement = (output: Payload): boolean => JSON.stringify(output).length <= maxAnnouncedBytes;
