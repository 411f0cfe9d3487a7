/**
 * Converts the journal of a case to events of the log, entry by entry. It reads events and notes and replays nothing:
 * it needs no values and no language, and its time does not depend on what a workflow computes.
 */
import type { Failure, Note } from '../../kernel/index.ts';
import type { JournalEntry } from '../../runtime/index.ts';
import { type ReadEntry, rootFrame, type Undos } from '../journal/read-journal.ts';
import { isEnding, isReportedBy, kindByEvent, kindsByWork, namesIn } from './event-kind-mapping.ts';
import type { LoggedKind } from './event-kinds.ts';
import { blankEvent, type LoggedEvent } from './logged-event.ts';
import type { ProgramIndex } from './program-index.ts';
import { type InstanceNote, type TaskInstance, TaskInstances } from './task-instances.ts';

type Details = Partial<Omit<LoggedEvent, 'kind' | 'seq' | 'at' | 'correlationId'>>;

/** One entry while it is read. */
interface EntryContext {
  readonly entry: JournalEntry;
  readonly undos: Undos;
  readonly emitted: LoggedEvent[];
  /** The instance of the event; 0 if it has none. */
  readonly instance: number;
  /** Notes about an instance in this entry. */
  readonly noted: (instance: number, kind: Note['kind']) => boolean;
  /** Whether the entry catches a failure of the task. */
  readonly catches: (frame: number, task: string) => boolean;
  /** The instances whose nets have ended. */
  readonly endedInstances: Set<number>;
  readonly emit: (kind: LoggedKind, details?: Details) => void;
}

export class EventProjection {
  readonly #instances: TaskInstances;
  readonly #index: ProgramIndex;
  /** Failing frames: their completed work is undone. */
  readonly #failing = new Set<number>();
  #isCancelled = false;
  #lastFailure: Failure | null = null;

  constructor(index: ProgramIndex) {
    this.#index = index;
    this.#instances = new TaskInstances(index);
  }

  /** Its size, in instances. */
  get size(): number {
    return this.#instances.size;
  }

  /** @param undos the known undos that have ended since */
  read({ entry, failsHere }: ReadEntry, undos: Undos): readonly LoggedEvent[] {
    const { event, notes } = entry;
    const context = entryContextOf(entry, undos);
    this.#instances.frames.beginEntry(notes);
    if (event.kind === 'started') this.#instances.bind(event.bindings ?? {});
    if (event.kind === 'cancelRequested') this.#isCancelled = true;
    if (event.kind === 'reopened') {
      this.#failing.clear();
      this.#instances.reopen();
    }
    const isUndoneAtOnce = this.#emitHead(context);
    for (const note of notes) this.#emitNote(context, note, isUndoneAtOnce);
    this.#emitImplied(context);
    if (failsHere) context.emit('case_failed', { failure: this.#lastFailure });
    return context.emitted;
  }

  /** @returns whether it is about a cancelled call that succeeded anyway: it is undone at once */
  #emitHead(context: EntryContext): boolean {
    const { entry, emit, instance, noted } = context;
    const { event } = entry;
    const kind = kindByEvent[event.kind];
    const by = event.by ?? '';
    if (kind !== undefined && instance === 0) emit(kind, { by, names: namesIn(event) });
    if (instance === 0) return false;
    const work = this.#instances.find(instance);
    if (work !== undefined && this.#failsUnused(context, work)) return false;
    if (kind === undefined) return false;
    const isCall = kind.startsWith('call_');
    if (work?.kind === 'undo' && isCall) return false;
    // From the call itself, or from the principal that was asked for its outcome.
    const isLate = work?.hasEnded === true && (isCall || work.kind === 'call');
    const mayBeUndone = isLate && (event.kind === 'callSucceeded' || event.kind === 'itemCompleted');
    if (mayBeUndone) this.#instances.succeededLate(work);
    if (work !== undefined && !work.isShown) return mayBeUndone;
    if (work?.kind === 'item' && noted(instance, 'started') && this.#representsList(work)) {
      return false;
    }
    emit(kind, {
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
  #emitImplied(context: EntryContext): void {
    const { entry, endedInstances } = context;
    const begun = entry.notes.flatMap((note) => (note.kind === 'started' ? [note.instance] : []));
    for (const instance of new Set([...endedInstances, ...begun])) {
      const work = this.#instances.find(instance);
      const isOver = work !== undefined && (endedInstances.has(instance) || this.#endsImmediately(work));
      if (isOver && !work.hasEnded) this.#failImplicitly(context, work);
    }
  }

  /** A task whose work was done but that could not continue has failed. No note reports that. */
  #failImplicitly(context: EntryContext, work: TaskInstance): void {
    if (work.kind === 'undo' || work.kind === 'each') return;
    this.#instances.end(work, true);
    if (this.#failsFrame(context, work)) this.#failing.add(work.frame);
    if (!work.isShown) return;
    context.emit(kindsByWork[work.kind].failed, {
      ...detailsOf(work, work.instance),
      isItem: work.kind === 'item',
    });
  }

  #endsImmediately({ net, task }: TaskInstance): boolean {
    const kind = this.#index.find(net, task)?.work.kind;
    return kind === 'pass' || kind === 'fail';
  }

  /** An answer that could not be used has failed. Nothing else is reported about it, with or without a note. */
  #failsUnused(context: EntryContext, work: TaskInstance): boolean {
    const { entry, instance, noted } = context;
    if (work.hasEnded || !isEnding(entry.event, work)) return false;
    if (noted(instance, 'completed') || noted(instance, 'skipped')) return false;
    if (!noted(instance, 'failed')) this.#failImplicitly(context, work);
    return true;
  }

  #representsList({ net, task, frame }: TaskInstance): boolean {
    return this.#index.find(net, task)?.each !== undefined && !this.#instances.isListUnderWay(frame, task);
  }

  #emitNote(context: EntryContext, note: Note, isUndoneAtOnce: boolean): void {
    switch (note.kind) {
      case 'enabled':
      case 'started':
        this.#emitStart(context, note, isUndoneAtOnce);
        return;
      case 'completed':
      case 'skipped':
      case 'cancelled':
        this.#emitEnd(context, note);
        return;
      case 'failed':
        this.#emitFailure(context, note);
        return;
      case 'expired': {
        const work = this.#instances.find(note.instance);
        if (work?.isShown === true) context.emit('task_expired', detailsOf(work, note.instance));
        return;
      }
      case 'undone':
        this.#emitUndone(context, note);
        return;
      case 'flow':
        this.#instances.leaveList(note.frame, note.task);
        if (note.caught) {
          for (const work of this.#instances.openIn(note.frame)) {
            if (work.task === note.task) this.#failImplicitly(context, work);
          }
        }
        return;
      case 'frameEnded':
        this.#emitFrameEnd(context, note);
        return;
      default:
    }
  }

  #emitStart(context: EntryContext, note: InstanceNote, isUndoneAtOnce: boolean): void {
    const { entry, emit, instance, noted, undos } = context;
    const before = this.#instances.find(note.instance);
    // One that is still active is known from its frame.
    const isUndoing = this.#isCancelled || isUndoneAtOnce || this.#failing.has(note.frame);
    const isOfList = this.#instances.isListUnderWay(note.frame, note.task);
    const mayUndo =
      isUndoing && note.kind === 'started' && !isOfList && !this.#hasInputToken(note, entry.notes);
    const undone = undos.get(note.instance) ?? (mayUndo ? 'last' : null);
    const work = this.#instances.resolve(note, entry.event, undone);
    const attempt = note.kind === 'started' ? note.attempt : 1;
    if (!work.isShown) return;
    if (work.kind === 'each') {
      if (before?.kind !== 'item') return;
      const { event } = entry;
      this.#instances.assignList(work, event.kind === 'itemDelegated' ? event.to : (event.by ?? ''));
      emit('item_withdrawn', { ...detailsOf(before, note.instance), isItem: true });
      return;
    }
    // A principal has taken an open offer. The offer itself was reported before.
    if (work.kind === 'item' && before !== undefined && note.instance === instance && attempt === 1) return;
    // A skipped instance has not begun.
    if (noted(note.instance, 'skipped') && note.instance !== instance) return;
    const details = { ...detailsOf(work, note.instance), isItem: work.kind === 'item', attempt };
    emit(kindsByWork[work.kind].started, details);
    const assignee = work.kind === 'item' ? this.#instances.takeAssignee(work) : '';
    if (assignee !== '') emit('item_checked_out', { ...details, by: assignee });
  }

  /** The entry has put a token into an input place of the task. */
  #hasInputToken({ frame, task }: InstanceNote, notes: readonly Note[]): boolean {
    const from = this.#index.find(this.#instances.frames.netOf(frame, task), task)?.from ?? [];
    return notes.some(
      (note) => note.kind === 'flow' && note.frame === frame && note.to !== null && from.includes(note.to),
    );
  }

  #emitEnd({ entry, emit, instance, noted }: EntryContext, note: InstanceNote): void {
    const { event } = entry;
    const work = this.#instances.resolve(note, event, null);
    const phase = note.kind === 'completed' ? 'completed' : note.kind === 'skipped' ? 'skipped' : 'cancelled';
    const begun = this.#instances.startedCountOf(work);
    this.#instances.end(work, phase === 'completed');
    if (!work.isShown) return;
    if (work.kind === 'each') {
      // An empty list.
      if (phase !== 'cancelled' && begun === 0) emit('task_skipped', detailsOf(work, note.instance));
      return;
    }
    if (note.instance === instance && phase !== 'cancelled' && isReportedBy(event, work, phase)) return;
    const isPassedOver = phase === 'skipped' && note.instance !== instance && noted(note.instance, 'started');
    const kind = isPassedOver ? 'task_skipped' : kindsByWork[work.kind][phase];
    const endsWithCase = phase === 'cancelled' && (this.#isCancelled || this.#failing.has(rootFrame));
    const by = event.kind === 'signalled' && phase === 'completed' ? (event.by ?? '') : '';
    emit(kind, { ...detailsOf(work, note.instance), by, isItem: kind.startsWith('item_'), endsWithCase });
  }

  #emitFailure(context: EntryContext, note: Extract<Note, { kind: 'failed' }>): void {
    const { entry, emit, instance } = context;
    const { event } = entry;
    const { failure, retryAt } = note;
    const work = this.#instances.resolve(note, event, null);
    // The call or the item was done. Computing its result failed.
    const wasDone = note.instance === instance && isEnding(event, work);
    this.#instances.end(work, wasDone);
    if (retryAt === null && work.kind !== 'undo') this.#lastFailure = failure;
    if (retryAt === null && this.#failsFrame(context, work)) {
      this.#failing.add(note.frame);
      if (!this.#index.settles(work.net)) this.#instances.keepList(work);
    }
    // A separate note tells whether an undo has ended.
    if (!work.isShown || work.kind === 'each' || (work.kind === 'undo' && retryAt === null)) return;
    if (note.instance === instance && isReportedBy(event, work, 'failed')) return;
    const isItem = work.kind === 'item';
    emit(kindsByWork[work.kind].failed, { ...detailsOf(work, note.instance), isItem, failure });
  }

  /** Nothing catches the failure, and its list does not continue without it. */
  #failsFrame({ catches }: EntryContext, { frame, net, task, kind }: TaskInstance): boolean {
    const goesOn = this.#index.find(net, task)?.each?.failures === 'continue';
    return kind !== 'undo' && !goesOn && !catches(frame, task);
  }

  #emitUndone({ instance, emit }: EntryContext, note: Extract<Note, { kind: 'undone' }>): void {
    const { task, failure } = note;
    const undone = this.#instances.find(note.instance);
    const net = undone?.net ?? this.#instances.frames.netOf(note.frame, task);
    this.#instances.wasUndone(note.instance);
    const asked = instance === note.instance ? undefined : this.#instances.find(instance);
    const isBy = asked !== undefined && asked.task === task && !asked.hasEnded;
    const isFailedBy = asked?.kind === 'undo' && asked.task === task;
    const work = isBy || isFailedBy ? this.#instances.undoes(instance) : undefined;
    if (work !== undefined) this.#instances.end(work, false);
    const details = work === undefined ? { net, task } : detailsOf(work, instance);
    emit(failure === null ? 'undo_completed' : 'undo_failed', { ...details, failure });
  }

  #emitFrameEnd(context: EntryContext, { frame, outcome }: Extract<Note, { kind: 'frameEnded' }>): void {
    const { emit, endedInstances } = context;
    this.#failing.delete(frame);
    if (frame === rootFrame) {
      emit(`case_${outcome}`, outcome === 'failed' ? { failure: this.#lastFailure } : {});
      return;
    }
    for (const work of this.#instances.openIn(frame)) this.#failImplicitly(context, work);
    endedInstances.add(this.#instances.leaveFrame(frame));
  }
}

function entryContextOf(entry: JournalEntry, undos: Undos): EntryContext {
  const { seq, event, notes, correlationId = '' } = entry;
  const emitted: LoggedEvent[] = [];
  // By index, without a search: one entry may concern many thousands.
  const marks = new Set(notes.flatMap(marksOf));
  return {
    entry,
    undos,
    endedInstances: new Set(),
    emitted,
    instance: 'instance' in event ? (event.instance ?? 0) : 0,
    noted: (instance, kind) => marks.has(`${kind} ${instance}`),
    catches: (frame, task) => marks.has(`caught ${frame} ${task}`),
    emit: (kind, details = {}) =>
      void emitted.push({ ...blankEvent, kind, seq, at: event.at, correlationId, ...details }),
  };
}

function marksOf(note: Note): readonly string[] {
  if ('instance' in note) return [`${note.kind} ${note.instance}`];
  return note.kind === 'flow' && note.caught ? [`caught ${note.frame} ${note.task}`] : [];
}

const detailsOf = (work: TaskInstance | undefined, instance: number): Details => ({
  instance,
  net: work?.net ?? '',
  task: work?.task ?? '',
  connector: work?.connector ?? '',
  isNet: work?.kind === 'net',
});
