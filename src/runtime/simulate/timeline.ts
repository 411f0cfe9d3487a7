/** The timeline of a run: events, effects and notes in order, as plain data [M3]. */
import type {
  CallEffect,
  Failure,
  FinishEffect,
  Json,
  Note,
  OfferEffect,
  Program,
  Rejection,
  RunEvent,
  Step,
  Task,
  Work,
} from '../../kernel/index.ts';
import { isChoice, leadsTo, type TaskFilter } from './leads-to.ts';
import type { LocatedNote, NoteLocation, NoteLocator } from './note-location.ts';
import { plainValue } from './plain-value.ts';

export type TimelineEntry = { readonly at: number } & NoteLocation & TimelineDetail;

export type TimelineDetail =
  /** The run. */
  | { readonly kind: 'began'; readonly params: { readonly [name: string]: Json } }
  /** A task whose work is neither a call nor an item. `each`: the list, not one of its members. */
  | { readonly kind: 'started'; readonly work: WorkKind; readonly attempt: number }
  | {
      readonly kind: 'called';
      readonly operation: string;
      readonly attempt: number;
      readonly input: Json;
      readonly undoes: boolean;
    }
  | { readonly kind: 'asked'; readonly item: Json; readonly input: Json; readonly doubt: boolean }
  /** By the call, by a user (`by`, if named), or by a signal. */
  | { readonly kind: 'answered'; readonly value: Json; readonly by: string }
  /** The outcome of the call is unknown. */
  | { readonly kind: 'doubted' }
  /** A user took, released, or delegated the item. */
  | { readonly kind: 'held' | 'released'; readonly by: string }
  | { readonly kind: 'delegated'; readonly to: string; readonly by: string }
  /** Actions of a user on the whole run. */
  | { readonly kind: 'suspended' | 'resumed' | 'reopened' | 'cancelRequested'; readonly by: string }
  | { readonly kind: 'signalled'; readonly name: string; readonly value: Json; readonly by: string }
  | { readonly kind: 'changed'; readonly names: readonly string[]; readonly by: string }
  | { readonly kind: 'refused'; readonly message: string }
  /** The awaited time was reached. */
  | { readonly kind: 'waited' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retryAt: number | null }
  | { readonly kind: 'completed'; readonly work: WorkKind }
  /** By a user, if `by` is set. */
  | { readonly kind: 'skipped'; readonly by: string }
  /** A user completed the item in place of its holder; `null` without an answer. */
  | { readonly kind: 'forced'; readonly value: Json; readonly by: string }
  | { readonly kind: 'cancelled' | 'expired' }
  /** The flow that a task chose among several, or its catch: to these tasks. */
  | { readonly kind: 'chose' | 'caught'; readonly leadsTo: readonly string[] }
  | { readonly kind: 'undone'; readonly failure: Failure | null }
  | {
      readonly kind: 'ended';
      readonly status: string;
      readonly output: Json;
      readonly failure: Failure | null;
    };

type WorkKind = Work['kind'] | 'each';

export interface Timeline {
  add(event: RunEvent, step: Step, notes: readonly LocatedNote[]): void;
  refuse(event: RunEvent, rejection: Rejection): void;
  readonly entries: readonly TimelineEntry[];
}

/** Effects that start something. */
type Beginning = CallEffect | OfferEffect;

export function createTimeline(program: Program, noteLocator: NoteLocator, shows: TaskFilter): Timeline {
  const entries: TimelineEntry[] = [];
  const root: NoteLocation = { net: program.root, task: '', depth: 1, index: -1 };
  const nets = new Map(
    program.nets.map((net) => [net.id, new Map(net.tasks.map((task) => [task.id, task]))]),
  );
  const groups = new Set<number>();

  const addDetail = (at: number, where: NoteLocation | undefined, detail: TimelineDetail | null): void => {
    if (where === undefined || detail === null) return;
    const { net, task, depth, index } = where;
    if (task === '' || shows(net, task)) entries.push({ at, net, task, depth, index, ...detail });
  };

  const findTask = ({ net, task }: NoteLocation): Task | undefined => nets.get(net)?.get(task);

  const workOf = (where: NoteLocation, instance: number): WorkKind =>
    groups.has(instance) ? 'each' : (findTask(where)?.work.kind ?? 'pass');

  const detailOfStart = (
    { instance, attempt }: Extract<Note, { kind: 'started' }>,
    { where }: LocatedNote,
    beginnings: Map<string, Beginning>,
  ): TimelineDetail | null => {
    for (const key of [`call ${instance} ${attempt}`, `offer ${instance}`]) {
      const beginning = beginnings.get(key);
      if (beginning === undefined) continue;
      beginnings.delete(key);
      return detailOfBeginning(beginning);
    }
    if (findTask(where)?.each !== undefined && where.index < 0) groups.add(instance);
    const work = workOf(where, instance);
    // A start of a call or an item without an effect is described by its result.
    return work === 'call' || work === 'offer' ? null : { kind: 'started', work, attempt };
  };

  const detailOfNote = (
    placed: LocatedNote,
    event: RunEvent,
    beginnings: Map<string, Beginning>,
  ): TimelineDetail | null => {
    const { note, where } = placed;
    switch (note.kind) {
      case 'started':
        return detailOfStart(note, placed, beginnings);
      case 'completed':
        return { kind: 'completed', work: workOf(where, note.instance) };
      case 'failed':
        return { kind: 'failed', failure: note.failure, retryAt: note.retryAt };
      case 'skipped': {
        const isMeant = event.kind === 'itemSkipped' && event.instance === note.instance;
        return { kind: 'skipped', by: isMeant ? (event.by ?? '') : '' };
      }
      case 'cancelled':
      case 'expired':
        return { kind: note.kind };
      case 'undone':
        return { kind: 'undone', failure: note.failure };
      case 'flow': {
        const task = findTask(where);
        if (task === undefined || !(note.caught || isChoice(task))) return null;
        const next = leadsTo(program, shows, where.net, note.to);
        return { kind: note.caught ? 'caught' : 'chose', leadsTo: next };
      }
      default:
        return null;
    }
  };

  return {
    entries,
    add(event, step, notes) {
      const { at } = event;
      const place = instanceOf(event) === 0 ? root : noteLocator.find(instanceOf(event));
      addDetail(at, place, detailOfEvent(event, step.notes));
      const beginnings = new Map<string, Beginning>();
      for (const effect of step.effects) {
        if (effect.kind === 'call') beginnings.set(`call ${effect.instance} ${effect.attempt}`, effect);
        if (effect.kind === 'offer') beginnings.set(`offer ${effect.instance}`, effect);
      }
      for (const note of notes) addDetail(at, note.where, detailOfNote(note, event, beginnings));
      // Repeated calls, and questions about them, start without a note.
      for (const effect of beginnings.values()) {
        addDetail(at, noteLocator.find(effect.instance), detailOfBeginning(effect));
      }
      for (const effect of step.effects)
        if (effect.kind === 'finish') addDetail(at, root, detailOfEnd(effect));
    },
    refuse(event, { message }) {
      addDetail(event.at, noteLocator.find(instanceOf(event)), { kind: 'refused', message });
    },
  };
}

/** The instance that an event is about; 0 if there is none. */
function instanceOf(event: RunEvent): number {
  return 'instance' in event ? (event.instance ?? 0) : 0;
}

function detailOfEvent(event: RunEvent, notes: readonly Note[]): TimelineDetail | null {
  switch (event.kind) {
    case 'started': {
      const given = Object.entries(event.input ?? {});
      const params = Object.fromEntries(given.map(([name, payload]) => [name, plainValue(payload)]));
      return { kind: 'began', params };
    }
    case 'callSucceeded':
    case 'itemCompleted':
      return { kind: 'answered', value: plainValue(event.output), by: event.by ?? '' };
    case 'signalled': {
      const received = { value: plainValue(event.payload), by: event.by ?? '' };
      if (event.instance !== undefined) return { kind: 'answered', ...received };
      return { kind: 'signalled', name: event.name, ...received };
    }
    case 'itemHeld':
      return { kind: 'held', by: event.by ?? '' };
    case 'itemReleased':
    case 'itemRolledBack':
      return { kind: 'released', by: event.by ?? '' };
    case 'itemDelegated':
      return { kind: 'delegated', to: event.to, by: event.by ?? '' };
    case 'suspended':
    case 'resumed':
    case 'reopened':
    case 'cancelRequested':
      return { kind: event.kind, by: event.by ?? '' };
    case 'dataUpdated':
      return { kind: 'changed', names: Object.keys(event.set), by: event.by ?? '' };
    case 'callInDoubt':
      return { kind: 'doubted' };
    case 'callFailed': {
      // A cancelled call that has drained has no other note.
      const noted = notes.some((note) => note.kind === 'failed' && note.instance === event.instance);
      return noted ? null : { kind: 'failed', failure: event.failure, retryAt: null };
    }
    case 'itemForced':
      return {
        kind: 'forced',
        value: event.output === undefined ? null : plainValue(event.output),
        by: event.by ?? '',
      };
    case 'timerFired':
      if (event.timer === 'wait') return { kind: 'waited' };
      // The failure already says that the time limit was exceeded.
      return notes.some((note) => isEndOf(note, event.instance)) ? { kind: 'expired' } : null;
    default:
      return null;
  }
}

const isEndOf = (note: Note, instance: number): boolean =>
  (note.kind === 'completed' || note.kind === 'skipped') && note.instance === instance;

function detailOfBeginning(effect: Beginning): TimelineDetail {
  const input = plainValue(effect.input);
  if (effect.kind === 'offer') {
    return { kind: 'asked', item: effect.item, input, doubt: effect.reason === 'doubt' };
  }
  const { operation, attempt, undoes } = effect;
  return { kind: 'called', operation, attempt, input, undoes: undoes !== 0 };
}

function detailOfEnd({ status, output, failure }: FinishEffect): TimelineDetail {
  return { kind: 'ended', status, output: plainValue(output), failure };
}
