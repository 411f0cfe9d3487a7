/**
 * What the journal of a case tells, entry by entry, in the words of the event log. It reads events and notes and plays
 * nothing: so it needs no values and no language, and takes the same time whatever a workflow computes.
 */
import type { Failure, Note, RunEvent } from '../../kernel/index.ts';
import type { JournalEntry } from '../../runtime/index.ts';
import type { LoggedKind } from './event-kinds.ts';
import { rootFrame } from './frames-of-case.ts';
import type { LoggedEvent } from './logged-event.ts';
import type { ProgramGuide } from './program-guide.ts';
import type { ReadEntry, Undos } from './read-journal.ts';
import { type CaseWork, type InstanceNote, WorksOfCase } from './works-of-case.ts';

type Details = Partial<Omit<LoggedEvent, 'kind' | 'seq' | 'at' | 'correlationId'>>;

/** What was noted about an instance, in the words of what it does. */
type Turn = 'started' | 'completed' | 'failed' | 'skipped' | 'cancelled';

type TurnWords = Readonly<Record<Turn, LoggedKind>>;

const taskWords: TurnWords = {
  started: 'task_started',
  completed: 'task_completed',
  failed: 'task_failed',
  skipped: 'task_skipped',
  cancelled: 'task_cancelled',
};

const words: Readonly<Record<Exclude<CaseWork['kind'], 'each'>, TurnWords>> = {
  net: taskWords,
  task: taskWords,
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
const headWords: { readonly [Kind in RunEvent['kind']]?: LoggedKind } = {
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

/** One entry, while it is read. */
interface Reading {
  readonly entry: JournalEntry;
  readonly undos: Undos;
  readonly told: LoggedEvent[];
  /** The instance that the event is about; 0 where it is about none. */
  readonly instance: number;
  /** What is noted of an instance in this entry. */
  readonly noted: (instance: number, kind: Note['kind']) => boolean;
  readonly tell: (kind: LoggedKind, details?: Details) => void;
}

export class CaseBook {
  readonly #works: WorksOfCase;
  readonly #guide: ProgramGuide;
  /** Frames that fail: what they had done is undone. */
  readonly #failing = new Set<number>();
  #isCancelled = false;
  /** Who has taken the offer of a whole list with this entry; empty where nobody has. */
  #listTaker = '';
  #lastFailure: Failure | null = null;

  constructor(guide: ProgramGuide) {
    this.#guide = guide;
    this.#works = new WorksOfCase(guide);
  }

  /** @param undos those that have ended since, as far as they are known */
  read({ entry, failsHere }: ReadEntry, undos: Undos): readonly LoggedEvent[] {
    const { event, notes } = entry;
    const reading = readingOf(entry, undos);
    this.#works.frames.foresee(notes);
    if (event.kind === 'started') this.#works.bind(event.bindings ?? {});
    if (event.kind === 'cancelRequested') this.#isCancelled = true;
    if (event.kind === 'reopened') this.#failing.clear();
    this.#listTaker = '';
    const isUndoneAtOnce = this.#tellHead(reading);
    for (const note of notes) this.#tellNote(reading, note, isUndoneAtOnce);
    if (failsHere) reading.tell('case_failed', { failure: this.#lastFailure });
    return reading.told;
  }

  /** @returns whether it is about a call that was cancelled and has succeeded even so: it is undone on the spot */
  #tellHead({ entry, tell, instance, noted }: Reading): boolean {
    const { event } = entry;
    const kind = headWords[event.kind];
    if (kind === undefined) return false;
    const by = event.by ?? '';
    if (instance === 0) {
      tell(kind, { by, names: namesIn(event) });
      return false;
    }
    const work = this.#works.find(instance);
    const isCall = kind.startsWith('call_');
    if (work?.kind === 'undo' && isCall) return false;
    // What was answered and could not be used has failed, and that is noted.
    if (event.kind === 'callSucceeded' && noted(instance, 'failed')) return false;
    const isLate = work?.isCancelled === true;
    if (isLate && event.kind === 'callSucceeded') this.#works.succeededLate(work);
    if (work !== undefined && !work.isShown) return isLate;
    if (work?.kind === 'item' && noted(instance, 'started') && this.#standsForList(work)) {
      this.#listTaker = event.kind === 'itemDelegated' ? event.to : by;
      return false;
    }
    tell(kind, {
      ...detailsOf(work, instance),
      by,
      isItem: kind.startsWith('item_'),
      ...(event.kind === 'itemDelegated' ? { to: event.to } : {}),
      ...('failure' in event ? { failure: event.failure } : {}),
      ...('attempt' in event ? { attempt: event.attempt } : {}),
    });
    return isLate && event.kind !== 'callFailed';
  }

  #standsForList({ net, task, frame }: CaseWork): boolean {
    return this.#guide.find(net, task)?.each !== undefined && !this.#works.isListUnderWay(frame, task);
  }

  #tellNote(reading: Reading, note: Note, isUndoneAtOnce: boolean): void {
    switch (note.kind) {
      case 'enabled':
      case 'started':
        this.#tellStart(reading, note, isUndoneAtOnce);
        return;
      case 'completed':
      case 'skipped':
      case 'cancelled':
        this.#tellEnd(reading, note);
        return;
      case 'failed':
        this.#tellFailure(reading, note);
        return;
      case 'expired': {
        const work = this.#works.find(note.instance);
        if (work?.isShown === true) reading.tell('task_expired', detailsOf(work, note.instance));
        return;
      }
      case 'undone':
        this.#tellUndone(reading, note);
        return;
      case 'flow':
        this.#works.leaveList(note.frame, note.task);
        return;
      case 'frameEnded':
        this.#tellFrameEnd(reading, note);
        return;
      default:
    }
  }

  #tellStart(reading: Reading, note: InstanceNote, isUndoneAtOnce: boolean): void {
    const { entry, tell, instance, noted, undos } = reading;
    const before = this.#works.find(note.instance);
    // One that is still under way is known by what goes on around it.
    const isUndoing = this.#isCancelled || isUndoneAtOnce || this.#failing.has(note.frame);
    const undone = undos.get(note.instance) ?? (isUndoing && note.kind === 'started' ? 'last' : null);
    const work = this.#works.place(note, entry.event, undone);
    const attempt = note.kind === 'started' ? note.attempt : 1;
    if (!work.isShown) return;
    if (work.kind === 'each') {
      // Whoever took the offer of a whole list has its first one.
      if (before?.kind === 'item')
        tell('item_withdrawn', { ...detailsOf(before, note.instance), isItem: true });
      return;
    }
    // Somebody has taken an offer that was open: that it is on offer was told.
    if (work.kind === 'item' && before !== undefined && note.instance === instance && attempt === 1) return;
    // What is passed over has not begun.
    if (noted(note.instance, 'skipped') && note.instance !== instance) return;
    const details = { ...detailsOf(work, note.instance), isItem: work.kind === 'item', attempt };
    tell(words[work.kind].started, details);
    // Whoever took the offer of a whole list has its first one.
    if (work.kind !== 'item' || this.#listTaker === '') return;
    tell('item_checked_out', { ...details, by: this.#listTaker });
    this.#listTaker = '';
  }

  #tellEnd({ entry, tell, instance, noted }: Reading, note: InstanceNote): void {
    const { event } = entry;
    const work = this.#works.place(note, event, null);
    const turn = note.kind === 'completed' ? 'completed' : note.kind === 'skipped' ? 'skipped' : 'cancelled';
    const members = this.#works.membersOf(work);
    this.#works.end(work, turn === 'completed' ? 'done' : turn === 'cancelled' ? 'cancelled' : 'other');
    if (!work.isShown) return;
    if (work.kind === 'each') {
      // A list without anything in it.
      if (turn !== 'cancelled' && members === 0) tell('task_skipped', detailsOf(work, note.instance));
      return;
    }
    if (note.instance === instance && turn !== 'cancelled' && isToldBy(event, work)) return;
    const isPassedOver = turn === 'skipped' && note.instance !== instance && noted(note.instance, 'started');
    const kind = isPassedOver ? 'task_skipped' : words[work.kind][turn];
    const endsWithCase = turn === 'cancelled' && (this.#isCancelled || this.#failing.has(rootFrame));
    const by = event.kind === 'signalled' && turn === 'completed' ? (event.by ?? '') : '';
    tell(kind, { ...detailsOf(work, note.instance), by, isItem: kind.startsWith('item_'), endsWithCase });
  }

  #tellFailure({ entry, tell, instance }: Reading, note: Extract<Note, { kind: 'failed' }>): void {
    const { event, notes } = entry;
    const { failure, retryAt } = note;
    const work = this.#works.place(note, event, null);
    this.#works.end(work, 'other');
    if (retryAt === null && work.kind !== 'undo') this.#lastFailure = failure;
    if (retryAt === null && this.#failsFrame(note, work, notes)) this.#failing.add(note.frame);
    // Whether an undo came to its end is noted beside this.
    if (!work.isShown || work.kind === 'each' || (work.kind === 'undo' && retryAt === null)) return;
    const isTold = note.instance === instance && isToldBy(event, work) && event.kind !== 'callSucceeded';
    if (isTold) return;
    const isItem = work.kind === 'item';
    tell(words[work.kind].failed, { ...detailsOf(work, note.instance), isItem, failure });
  }

  /** Nothing catches it, and the list that it is one of does not go on without it. */
  #failsFrame({ frame, task }: InstanceNote, { net, kind }: CaseWork, notes: readonly Note[]): boolean {
    const goesOn = this.#guide.find(net, task)?.each?.failures === 'continue';
    const isCaught = notes.some(
      (each) => each.kind === 'flow' && each.caught && each.frame === frame && each.task === task,
    );
    return kind !== 'undo' && !isCaught && !goesOn;
  }

  #tellUndone({ instance, tell }: Reading, note: Extract<Note, { kind: 'undone' }>): void {
    const { task, failure } = note;
    const undone = this.#works.find(note.instance);
    const net = undone?.net ?? this.#works.frames.netOf(note.frame, task);
    this.#works.wasUndone(note.instance);
    const asked = instance === note.instance ? undefined : this.#works.find(instance);
    const isBy = asked !== undefined && asked.task === task && !asked.hasEnded;
    const isFailedBy = asked?.kind === 'undo' && asked.task === task;
    const work = isBy || isFailedBy ? this.#works.undoes(instance) : undefined;
    if (work !== undefined) this.#works.end(work, 'other');
    const details = work === undefined ? { net, task } : detailsOf(work, instance);
    tell(failure === null ? 'undo_completed' : 'undo_failed', { ...details, failure });
  }

  #tellFrameEnd({ tell }: Reading, { frame, outcome }: Extract<Note, { kind: 'frameEnded' }>): void {
    this.#failing.delete(frame);
    this.#works.frames.forget(frame);
    if (frame !== rootFrame) return;
    tell(`case_${outcome}`, outcome === 'failed' ? { failure: this.#lastFailure } : {});
  }
}

const nobody = {
  by: '',
  net: '',
  task: '',
  instance: 0,
  isItem: false,
  isNet: false,
  attempt: 0,
  connector: '',
  to: '',
  names: [],
  failure: null,
  endsWithCase: false,
} as const;

function readingOf(entry: JournalEntry, undos: Undos): Reading {
  const { seq, event, notes, correlationId = '' } = entry;
  const told: LoggedEvent[] = [];
  return {
    entry,
    undos,
    told,
    instance: 'instance' in event ? (event.instance ?? 0) : 0,
    noted: (instance, kind) =>
      notes.some((note) => note.kind === kind && 'instance' in note && note.instance === instance),
    tell: (kind, details = {}) =>
      void told.push({ ...nobody, kind, seq, at: event.at, correlationId, ...details }),
  };
}

function namesIn(event: RunEvent): readonly string[] {
  if (event.kind === 'signalled') return [event.name];
  return event.kind === 'dataUpdated' || event.kind === 'reopened' ? Object.keys(event.set ?? {}) : [];
}

const detailsOf = (work: CaseWork | undefined, instance: number): Details => ({
  instance,
  net: work?.net ?? '',
  task: work?.task ?? '',
  connector: work?.connector ?? '',
  isNet: work?.kind === 'net',
});

/** Whether the event itself says what became of the work; a question about a call is not its end. */
function isToldBy({ kind }: RunEvent, work: CaseWork): boolean {
  if (kind === 'callSucceeded' || kind === 'callFailed') return work.kind === 'call';
  return work.kind === 'item' && kind.startsWith('item');
}
