/** Tracks the instances of a case by number: their task, their work and their outcome. */
import type { Note, RunEvent, Task } from '../../kernel/index.ts';
import { FramesOfCase } from './frames-of-case.ts';
import type { ProgramIndex } from './program-index.ts';

export interface TaskInstance {
  readonly instance: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  /** `each`: the whole list that a task iterates over, not one member. `task`: waits, passes or fails. */
  readonly kind: 'call' | 'item' | 'net' | 'task' | 'each' | 'undo';
  readonly connector: string;
  /** An author wrote it. */
  readonly isShown: boolean;
  readonly hasEnded: boolean;
}

/** A list that a task iterates over. */
interface OpenList {
  readonly instance: number;
  /** How many members have begun, and which are active. */
  begun: number;
  readonly open: Set<number>;
  /** Who has taken the offer of the whole list, and so its first member; empty if no one has. */
  assignee: string;
  /** A failed member that begins again when the case is reopened. */
  isKept: boolean;
}

export type InstanceNote = Extract<Note, { instance: number }>;

/** The most recently ended ones: a cancelled call may still be answered. */
const maxEnded = 1_000;

export class TaskInstances {
  readonly frames: FramesOfCase;
  readonly #index: ProgramIndex;
  readonly #instances = new Map<number, TaskInstance>();
  readonly #ended = new Set<number>();
  /** Active instances and lists, by frame. */
  readonly #open = new Map<number, Set<number>>();
  readonly #lists = new Map<number, Map<string, OpenList>>();
  /** Work that can be undone, the most recent last. */
  readonly #undoable = new Map<number, TaskInstance>();
  #bindings: { readonly [operation: string]: string } = {};

  constructor(index: ProgramIndex) {
    this.#index = index;
    this.frames = new FramesOfCase(index);
  }

  get size(): number {
    return this.#instances.size + this.#undoable.size;
  }

  /** The connectors that its operations are bound to. */
  bind(bindings: { readonly [operation: string]: string }): void {
    this.#bindings = bindings;
  }

  find(instance: number): TaskInstance | undefined {
    return this.#instances.get(instance);
  }

  /** @param undone what it undoes, if anything: a number, or the most recent work of that task */
  resolve(note: InstanceNote, event: RunEvent, undone: number | 'last' | null): TaskInstance {
    const known = this.#instances.get(note.instance);
    if (known === undefined) return this.#set(this.#readUndo(note, undone) ?? this.#read(note, event));
    if (note.kind === 'started' && known.hasEnded) return this.#revive(known);
    return this.#becomesList(known, note, event) ?? known;
  }

  /** It was recorded as other work, but undoes another instance. */
  undoes(instance: number): TaskInstance | undefined {
    const work = this.#instances.get(instance);
    if (work === undefined || work.kind === 'undo') return work;
    const task = this.#index.find(work.net, work.task);
    const undo: TaskInstance = { ...work, kind: 'undo', connector: this.#connector(task?.undo) };
    this.#instances.set(instance, undo);
    return undo;
  }

  /** It was cancelled, but completed anyway. */
  succeededLate(work: TaskInstance): void {
    this.#remember(work);
  }

  /** @param wasDone its work was done, whatever the outcome of the task */
  end(work: TaskInstance, wasDone: boolean): void {
    const { instance, frame, task } = work;
    this.frames.end(instance);
    this.#listOf(work)?.open.delete(instance);
    if (this.startedCountOf(work) !== undefined) this.leaveList(frame, task);
    if (wasDone) this.#remember(work);
    this.#open.get(frame)?.delete(instance);
    this.#instances.set(instance, { ...work, hasEnded: true });
    this.#ended.add(instance);
    if (this.#ended.size <= maxEnded) return;
    for (const oldest of this.#ended) {
      this.#ended.delete(oldest);
      this.#instances.delete(oldest);
      return;
    }
  }

  /** How many members of a list have begun; `undefined` if it is not an active list. */
  startedCountOf(work: TaskInstance): number | undefined {
    const list = this.#listOf(work);
    return list?.instance === work.instance ? list.begun : undefined;
  }

  isListUnderWay(frame: number, task: string): boolean {
    return this.#listOf({ frame, task }) !== undefined;
  }

  /** A principal has taken the offer of a whole list. */
  assignList(work: TaskInstance, assignee: string): void {
    const list = this.#listOf(work);
    if (list !== undefined) list.assignee = assignee;
  }

  /** Returns the holder of the first member of a list once; empty if there is none. */
  takeAssignee(work: TaskInstance): string {
    const list = this.#listOf(work);
    const assignee = list?.assignee ?? '';
    if (list !== undefined) list.assignee = '';
    return assignee;
  }

  /** The task has ended: the next one with its name is another list. */
  leaveList(frame: number, task: string): void {
    this.#lists.get(frame)?.delete(task);
  }

  /** A member has failed and its frame fails with it: the list stays as it is. */
  keepList(work: TaskInstance): void {
    const list = this.#listOf(work);
    if (list !== undefined) list.isKept = true;
  }

  /** The case continues after a failure: a list without active members had failed and begins again. */
  reopen(): void {
    for (const lists of this.#lists.values()) {
      for (const [task, list] of lists) {
        if (list.open.size === 0 && !list.isKept) lists.delete(task);
        list.isKept = false;
      }
    }
  }

  /** Active instances of a frame. */
  openIn(frame: number): readonly TaskInstance[] {
    const open = [...(this.#open.get(frame) ?? [])];
    return open.flatMap((instance) => this.#instances.get(instance) ?? []);
  }

  /** The frame has ended. @returns its instance; 0 if not known */
  leaveFrame(frame: number): number {
    this.#open.delete(frame);
    this.#lists.delete(frame);
    return this.frames.leave(frame);
  }

  wasUndone(instance: number): void {
    this.#undoable.delete(instance);
  }

  /** Another attempt after a failed one. */
  #revive(work: TaskInstance): TaskInstance {
    this.#ended.delete(work.instance);
    const task = this.#index.find(work.net, work.task);
    if (task !== undefined) this.frames.begin(work.instance, task, false);
    this.#listOf(work)?.open.add(work.instance);
    return this.#set({ ...work, hasEnded: false });
  }

  /** Undo proceeds from frame to frame: its net is that of the undone work, which may have ended. */
  #readUndo(
    { frame, task, instance }: InstanceNote,
    undone: number | 'last' | null,
  ): TaskInstance | undefined {
    if (undone === null) return undefined;
    const work =
      undone === 'last'
        ? [...this.#undoable.values()].findLast((each) => each.task === task)
        : this.#undoable.get(undone);
    if (work === undefined) return undefined;
    const { net, isShown } = work;
    const connector = this.#connector(this.#index.find(net, task)?.undo);
    return { instance, frame, net, task, kind: 'undo', connector, isShown, hasEnded: false };
  }

  #read(note: InstanceNote, event: RunEvent): TaskInstance {
    const { frame, task: name, instance } = note;
    const net = this.frames.netOf(frame, name);
    const task = this.#index.find(net, name);
    const at = { instance, frame, net, task: name, hasEnded: false };
    const isShown = this.#index.shows(net, name);
    if (task === undefined) return { ...at, kind: 'task', connector: '', isShown };
    if (task.each !== undefined && note.kind !== 'enabled' && this.#isList(note)) {
      return { ...at, kind: 'each', connector: '', isShown };
    }
    // Members of a list, and instances that a reopening begins again, have numbers before they begin.
    const isMadeNow = task.each === undefined && (event.kind !== 'reopened' || this.frames.isFresh(frame));
    if (note.kind === 'started') this.frames.begin(instance, task, isMadeNow);
    const { work } = task;
    const kind = kinds[work.kind];
    return { ...at, kind, connector: work.kind === 'call' ? this.#connector(work) : '', isShown };
  }

  /** The first instance without an active list is the list; the next ones are its members. */
  #isList({ frame, task, instance }: InstanceNote): boolean {
    const list = this.#listOf({ frame, task });
    if (list === undefined) {
      const lists = this.#lists.get(frame) ?? new Map<string, OpenList>();
      lists.set(task, { instance, begun: 0, open: new Set(), assignee: '', isKept: false });
      this.#lists.set(frame, lists);
      return true;
    }
    list.begun += 1;
    list.open.add(instance);
    return false;
  }

  /** An offer of a whole list has been taken. */
  #becomesList(known: TaskInstance, note: InstanceNote, event: RunEvent): TaskInstance | undefined {
    const isTaken = note.kind === 'started' && 'instance' in event && event.instance === note.instance;
    if (!isTaken || known.kind !== 'item' || note.attempt > 1) return undefined;
    if (this.#index.find(known.net, known.task)?.each === undefined || !this.#isList(note)) return undefined;
    return this.#set({ ...known, kind: 'each' });
  }

  #remember(work: TaskInstance): void {
    if (work.kind === 'undo' || this.#index.find(work.net, work.task)?.undo === undefined) return;
    this.#undoable.delete(work.instance);
    this.#undoable.set(work.instance, work);
    const [oldest = 0] = this.#undoable.keys();
    if (this.#undoable.size > maxEnded) this.#undoable.delete(oldest);
  }

  #connector(call: Pick<NonNullable<Task['undo']>, 'connector' | 'operation'> | undefined): string {
    if (call === undefined) return '';
    return call.connector ?? this.#bindings[call.operation] ?? '';
  }

  #listOf({ frame, task }: Pick<TaskInstance, 'frame' | 'task'>): OpenList | undefined {
    return this.#lists.get(frame)?.get(task);
  }

  #set(work: TaskInstance): TaskInstance {
    const { instance, frame } = work;
    this.#instances.set(instance, work);
    const open = this.#open.get(frame) ?? new Set<number>();
    this.#open.set(frame, open.add(instance));
    return work;
  }
}

const kinds = {
  call: 'call',
  offer: 'item',
  net: 'net',
  wait: 'task',
  pass: 'task',
  fail: 'task',
} as const satisfies Readonly<Record<Task['work']['kind'], TaskInstance['kind']>>;
