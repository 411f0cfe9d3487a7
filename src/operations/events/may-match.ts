/**
 * Decides from an entry alone whether it may match a filter. Only then its case is loaded, which costs far more. A
 * false positive is possible, a false negative is not.
 */
import type { Note, RunEvent } from '../../kernel/index.ts';
import type { JournalEntry } from '../../runtime/index.ts';
import { kindByEvent } from './event-kind-mapping.ts';
import type { LoggedKind } from './event-kinds.ts';

export interface EntryFilter {
  readonly by?: string;
  readonly kinds?: readonly LoggedKind[];
  readonly task?: string;
}

export function mayMatch(entry: JournalEntry, { by, kinds, task }: EntryFilter): boolean {
  return (
    (by === undefined || isBy(entry, by)) &&
    (task === undefined || isAbout(entry, task)) &&
    (kinds === undefined || kinds.some((kind) => isOfKind(entry, kind)))
  );
}

/** The holder of the offer of a whole list holds its first member: at once, or when the case continues. */
function isBy({ event, notes }: JournalEntry, by: string): boolean {
  if (event.by === by || (event.kind === 'itemDelegated' && event.to === by)) return true;
  const goesOn = event.kind === 'resumed' || event.kind === 'reopened';
  return goesOn && notes.some(({ kind }) => kind === 'started');
}

/** Only the projection knows the task of an instance that an event names, or of a net that ends. */
function isAbout({ event, notes }: JournalEntry, task: string): boolean {
  if ('instance' in event) return true;
  return notes.some((note) => note.kind === 'frameEnded' || ('task' in note && note.task === task));
}

function isOfKind({ event, notes }: JournalEntry, kind: LoggedKind): boolean {
  if (kindByEvent[event.kind] === kind) return true;
  const { after, beside = [] } = matchRules[kind] ?? {};
  if (after === 'anything') return notes.length > 0 || beside.includes(event.kind);
  return beside.includes(event.kind) || notes.some((note) => after?.includes(note.kind));
}

/** Required notes or events of an entry, if the log uses another name for the event. */
interface MatchRule {
  readonly after: readonly Note['kind'][] | 'anything';
  readonly beside?: readonly RunEvent['kind'][];
}

const begun: MatchRule = { after: ['enabled', 'started'] };
/** An answer that could not be used fails without a note. */
const answers = ['callSucceeded', 'itemCompleted', 'itemForced', 'itemSkipped', 'timerFired'] as const;
/** Events that continue a case. */
const steps = [
  'started',
  'resumed',
  'reopened',
  'signalled',
  'dataUpdated',
  'cancelRequested',
  'instanceAdded',
] as const;
const failed: MatchRule = { after: ['failed', 'flow', 'frameEnded', 'started'], beside: answers };

const matchRules: { readonly [Kind in LoggedKind]?: MatchRule } = {
  case_completed: { after: ['frameEnded'] },
  case_cancelled: { after: ['frameEnded'] },
  // The case may stay as it is, to be reopened: no note reports that.
  case_failed: { after: 'anything', beside: [...answers, 'callFailed', 'itemFailed', ...steps] },
  item_offered: begun,
  item_checked_out: begun,
  item_completed: { after: ['completed'] },
  item_skipped: { after: ['skipped'] },
  item_failed: failed,
  item_withdrawn: { after: ['enabled', 'started', 'cancelled'] },
  call_started: begun,
  call_completed: { after: ['completed'] },
  call_failed: failed,
  call_cancelled: { after: ['cancelled'] },
  task_started: begun,
  task_completed: { after: ['completed'] },
  task_failed: failed,
  // An empty list completes.
  task_skipped: { after: ['skipped', 'completed'] },
  task_cancelled: { after: ['cancelled'] },
  task_expired: { after: ['expired'] },
  undo_started: begun,
  undo_completed: { after: ['completed', 'undone'] },
  undo_failed: { after: ['failed', 'undone'] },
};
