/**
 * What the journal of a case tells, entry by entry, in the words of the event log. It reads events and notes and plays
 * nothing: so it needs no values and no language, and takes the same time whatever a workflow computes.
 */
import type { Failure, Note } from '../../kernel/index.ts';
import type { JournalEntry } from '../../runtime/index.ts';
import type { LoggedKind } from './event-kinds.ts';
import { headWords, isEnding, isToldBy, namesIn, words } from './event-words.ts';
import { rootFrame } from './frames-of-case.ts';
import { blankEvent, type LoggedEvent } from './logged-event.ts';
import type { ProgramGuide } from './program-guide.ts';
import type { ReadEntry, Undos } from './read-journal.ts';
import { type CaseWork, type InstanceNote, WorksOfCase } from './works-of-case.ts';

type Details = Partial<Omit<LoggedEvent, 'kind' | 'seq' | 'at' | 'correlationId'>>;

/** One entry, while it is read. */
interface Reading {
  readonly entry: JournalEntry;
  readonly undos: Undos;
  readonly told: LoggedEvent[];
  /** The instance that the event is about; 0 where it is about none. */
  readonly instance: number;
  /** What is noted of an instance in this entry. */
  readonly noted: (instance: number, kind: Note['kind']) => boolean;
  /** Whether the entry catches a failure of the task. */
  readonly catches: (frame: number, task: string) => boolean;
  /** The works whose nets have ended. */
  readonly over: Set<number>;
  readonly tell: (kind: LoggedKind, details?: Details) => void;
}

export class CaseBook {
  readonly #works: WorksOfCase;
  readonly #guide: ProgramGuide;
  /** Frames that fail: what they had done is undone. */
  readonly #failing = new Set<number>();
  #isCancelled = false;
  #lastFailure: Failure | null = null;

  constructor(guide: ProgramGuide) {
    this.#guide = guide;
    this.#works = new WorksOfCase(guide);
  }

  /** How much it holds, in works. */
  get size(): number {
    return this.#works.size;
  }

  /** @param undos those that have ended since, as far as they are known */
  read({ entry, failsHere }: ReadEntry, undos: Undos): readonly LoggedEvent[] {
    const { event, notes } = entry;
    const reading = readingOf(entry, undos);
    this.#works.frames.foresee(notes);
    if (event.kind === 'started') this.#works.bind(event.bindings ?? {});
    if (event.kind === 'cancelRequested') this.#isCancelled = true;
    if (event.kind === 'reopened') {
      this.#failing.clear();
      this.#works.reopen();
    }
    const isUndoneAtOnce = this.#tellHead(reading);
    for (const note of notes) this.#tellNote(reading, note, isUndoneAtOnce);
    this.#tellSilent(reading);
    if (failsHere) reading.tell('case_failed', { failure: this.#lastFailure });
    return reading.told;
  }

  /** @returns whether it is about a call that was cancelled and has succeeded even so: it is undone on the spot */
  #tellHead(reading: Reading): boolean {
    const { entry, tell, instance, noted } = reading;
    const { event } = entry;
    const kind = headWords[event.kind];
    const by = event.by ?? '';
    if (kind !== undefined && instance === 0) tell(kind, { by, names: namesIn(event) });
    if (instance === 0) return false;
    const work = this.#works.find(instance);
    if (work !== undefined && this.#failsUnused(reading, work)) return false;
    if (kind === undefined) return false;
    const isCall = kind.startsWith('call_');
    if (work?.kind === 'undo' && isCall) return false;
    // Of the call itself, or of whoever was asked what became of it.
    const isLate = work?.hasEnded === true && (isCall || work.kind === 'call');
    const mayBeUndone = isLate && (event.kind === 'callSucceeded' || event.kind === 'itemCompleted');
    if (mayBeUndone) this.#works.succeededLate(work);
    if (work !== undefined && !work.isShown) return mayBeUndone;
    if (work?.kind === 'item' && noted(instance, 'started') && this.#standsForList(work)) {
      return false;
    }
    tell(kind, {
      ...detailsOf(work, instance),
      by,
      isItem: kind.startsWith('item_'),
      isLate,
      ...(event.kind === 'itemDelegated' ? { to: event.to } : {}),
      ...('failure' in event ? { failure: event.failure } : {}),
      ...('attempt' in event ? { attempt: event.attempt } : {}),
    });
    return mayBeUndone;
  }

  /** What must have ended with this entry. */
  #tellSilent(reading: Reading): void {
    const { entry, over } = reading;
    const begun = entry.notes.flatMap((note) => (note.kind === 'started' ? [note.instance] : []));
    for (const instance of new Set([...over, ...begun])) {
      const work = this.#works.find(instance);
      const isOver = work !== undefined && (over.has(instance) || this.#isMomentary(work));
      if (isOver && !work.hasEnded) this.#failSilently(reading, work);
    }
  }

  /** A task whose work was done and that could not go on from there has failed, and nothing notes that. */
  #failSilently(reading: Reading, work: CaseWork): void {
    if (work.kind === 'undo' || work.kind === 'each') return;
    this.#works.end(work, true);
    if (this.#failsFrame(reading, work)) this.#failing.add(work.frame);
    if (!work.isShown) return;
    reading.tell(words[work.kind].failed, {
      ...detailsOf(work, work.instance),
      isItem: work.kind === 'item',
    });
  }

  #isMomentary({ net, task }: CaseWork): boolean {
    const kind = this.#guide.find(net, task)?.work.kind;
    return kind === 'pass' || kind === 'fail';
  }

  /** What was answered and could not be used has failed: noted or not, nothing else is told of the answer. */
  #failsUnused(reading: Reading, work: CaseWork): boolean {
    const { entry, instance, noted } = reading;
    if (work.hasEnded || !isEnding(entry.event, work)) return false;
    if (noted(instance, 'completed') || noted(instance, 'skipped')) return false;
    if (!noted(instance, 'failed')) this.#failSilently(reading, work);
    return true;
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
        if (note.caught) {
          for (const work of this.#works.openIn(note.frame)) {
            if (work.task === note.task) this.#failSilently(reading, work);
          }
        }
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
    const isOfList = this.#works.isListUnderWay(note.frame, note.task);
    const mayUndo = isUndoing && note.kind === 'started' && !isOfList && !this.#isFed(note, entry.notes);
    const undone = undos.get(note.instance) ?? (mayUndo ? 'last' : null);
    const work = this.#works.place(note, entry.event, undone);
    const attempt = note.kind === 'started' ? note.attempt : 1;
    if (!work.isShown) return;
    if (work.kind === 'each') {
      if (before?.kind !== 'item') return;
      const { event } = entry;
      this.#works.takeList(work, event.kind === 'itemDelegated' ? event.to : (event.by ?? ''));
      tell('item_withdrawn', { ...detailsOf(before, note.instance), isItem: true });
      return;
    }
    // Somebody has taken an offer that was open: that it is on offer was told.
    if (work.kind === 'item' && before !== undefined && note.instance === instance && attempt === 1) return;
    // What is passed over has not begun.
    if (noted(note.instance, 'skipped') && note.instance !== instance) return;
    const details = { ...detailsOf(work, note.instance), isItem: work.kind === 'item', attempt };
    tell(words[work.kind].started, details);
    const taker = work.kind === 'item' ? this.#works.takerOf(work) : '';
    if (taker !== '') tell('item_checked_out', { ...details, by: taker });
  }

  /** The entry has put a token where the task takes one. */
  #isFed({ frame, task }: InstanceNote, notes: readonly Note[]): boolean {
    const from = this.#guide.find(this.#works.frames.netOf(frame, task), task)?.from ?? [];
    return notes.some(
      (note) => note.kind === 'flow' && note.frame === frame && note.to !== null && from.includes(note.to),
    );
  }

  #tellEnd({ entry, tell, instance, noted }: Reading, note: InstanceNote): void {
    const { event } = entry;
    const work = this.#works.place(note, event, null);
    const turn = note.kind === 'completed' ? 'completed' : note.kind === 'skipped' ? 'skipped' : 'cancelled';
    const begun = this.#works.begunOf(work);
    this.#works.end(work, turn === 'completed');
    if (!work.isShown) return;
    if (work.kind === 'each') {
      // A list without anything in it.
      if (turn !== 'cancelled' && begun === 0) tell('task_skipped', detailsOf(work, note.instance));
      return;
    }
    if (note.instance === instance && turn !== 'cancelled' && isToldBy(event, work, turn)) return;
    const isPassedOver = turn === 'skipped' && note.instance !== instance && noted(note.instance, 'started');
    const kind = isPassedOver ? 'task_skipped' : words[work.kind][turn];
    const endsWithCase = turn === 'cancelled' && (this.#isCancelled || this.#failing.has(rootFrame));
    const by = event.kind === 'signalled' && turn === 'completed' ? (event.by ?? '') : '';
    tell(kind, { ...detailsOf(work, note.instance), by, isItem: kind.startsWith('item_'), endsWithCase });
  }

  #tellFailure(reading: Reading, note: Extract<Note, { kind: 'failed' }>): void {
    const { entry, tell, instance } = reading;
    const { event } = entry;
    const { failure, retryAt } = note;
    const work = this.#works.place(note, event, null);
    // The call or the item was done; it failed with what was to be made of that.
    const wasDone = note.instance === instance && isEnding(event, work);
    this.#works.end(work, wasDone);
    if (retryAt === null && work.kind !== 'undo') this.#lastFailure = failure;
    if (retryAt === null && this.#failsFrame(reading, work)) {
      this.#failing.add(note.frame);
      if (!this.#guide.settles(work.net)) this.#works.keepList(work);
    }
    // Whether an undo came to its end is noted beside this.
    if (!work.isShown || work.kind === 'each' || (work.kind === 'undo' && retryAt === null)) return;
    if (note.instance === instance && isToldBy(event, work, 'failed')) return;
    const isItem = work.kind === 'item';
    tell(words[work.kind].failed, { ...detailsOf(work, note.instance), isItem, failure });
  }

  /** Nothing catches it, and the list that it is one of does not go on without it. */
  #failsFrame({ catches }: Reading, { frame, net, task, kind }: CaseWork): boolean {
    const goesOn = this.#guide.find(net, task)?.each?.failures === 'continue';
    return kind !== 'undo' && !goesOn && !catches(frame, task);
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
    if (work !== undefined) this.#works.end(work, false);
    const details = work === undefined ? { net, task } : detailsOf(work, instance);
    tell(failure === null ? 'undo_completed' : 'undo_failed', { ...details, failure });
  }

  #tellFrameEnd(reading: Reading, { frame, outcome }: Extract<Note, { kind: 'frameEnded' }>): void {
    const { tell, over } = reading;
    this.#failing.delete(frame);
    if (frame === rootFrame) {
      tell(`case_${outcome}`, outcome === 'failed' ? { failure: this.#lastFailure } : {});
      return;
    }
    for (const work of this.#works.openIn(frame)) this.#failSilently(reading, work);
    over.add(this.#works.leaveFrame(frame));
  }
}

function readingOf(entry: JournalEntry, undos: Undos): Reading {
  const { seq, event, notes, correlationId = '' } = entry;
  const told: LoggedEvent[] = [];
  // Looked up, not looked for: one entry may tell of many thousands.
  const marks = new Set(notes.flatMap(marksOf));
  return {
    entry,
    undos,
    over: new Set(),
    told,
    instance: 'instance' in event ? (event.instance ?? 0) : 0,
    noted: (instance, kind) => marks.has(`${kind} ${instance}`),
    catches: (frame, task) => marks.has(`caught ${frame} ${task}`),
    tell: (kind, details = {}) =>
      void told.push({ ...blankEvent, kind, seq, at: event.at, correlationId, ...details }),
  };
}

function marksOf(note: Note): readonly string[] {
  if ('instance' in note) return [`${note.kind} ${note.instance}`];
  return note.kind === 'flow' && note.caught ? [`caught ${note.frame} ${note.task}`] : [];
}

const detailsOf = (work: CaseWork | undefined, instance: number): Details => ({
  instance,
  net: work?.net ?? '',
  task: work?.task ?? '',
  connector: work?.connector ?? '',
  isNet: work?.kind === 'net',
});
