/** The pieces of work of a case, by their number: which task they are, what they do, and what has become of them. */
import type { Note, RunEvent, Task } from '../../kernel/index.ts';
import { FramesOfCase } from './frames-of-case.ts';
import type { ProgramGuide } from './program-guide.ts';

export interface CaseWork {
  readonly instance: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  /** `each`: the whole list that a task goes over, not one of it. `task`: neither a call nor a work item. */
  readonly kind: 'call' | 'item' | 'task' | 'each' | 'undo';
  readonly connector: string;
  /** An author wrote it. */
  readonly isShown: boolean;
  readonly hasEnded: boolean;
  readonly isCancelled: boolean;
}

export type InstanceNote = Extract<Note, { instance: number }>;

/** Of those that have ended, the last ones: a call that was cancelled may still be answered. */
const mostEnded = 1_000;

export class WorksOfCase {
  readonly frames: FramesOfCase;
  readonly #guide: ProgramGuide;
  readonly #works = new Map<number, CaseWork>();
  readonly #ended = new Set<number>();
  /** The lists under way, by frame and task. */
  readonly #groups = new Map<string, { readonly instance: number; members: number }>();
  /** What was done and can be undone: how often, by task. */
  readonly #undoable = new Map<string, number>();
  #bindings: { readonly [operation: string]: string } = {};

  constructor(guide: ProgramGuide) {
    this.#guide = guide;
    this.frames = new FramesOfCase(guide);
  }

  /** The connectors that its operations are bound to. */
  bind(bindings: { readonly [operation: string]: string }): void {
    this.#bindings = bindings;
  }

  find(instance: number): CaseWork | undefined {
    return this.#works.get(instance);
  }

  /** @param isUndoing whether what was done is being undone where the note is */
  place(note: InstanceNote, event: RunEvent, isUndoing: boolean): CaseWork {
    const known = this.#works.get(note.instance);
    if (known === undefined) return this.#set(this.#read(note, isUndoing));
    if (note.kind === 'started' && known.hasEnded) return this.#revive(known);
    return this.#becomesList(known, note, event) ?? known;
  }

  /** It was known as something else: it turns out to undo another. */
  undoes(instance: number): CaseWork | undefined {
    const work = this.#works.get(instance);
    if (work === undefined || work.kind === 'undo') return work;
    const task = this.#guide.find(work.net, work.task);
    return this.#set({ ...work, kind: 'undo', connector: this.#connector(task?.undo) });
  }

  /** It was cancelled, and was done even so. */
  succeededLate(work: CaseWork): void {
    this.#countUndoable(work, 1);
  }

  end(work: CaseWork, how: 'done' | 'cancelled' | 'other'): void {
    this.frames.end(work.instance);
    if (how === 'done' && work.kind !== 'undo') this.#countUndoable(work, 1);
    this.#set({ ...work, hasEnded: true, isCancelled: work.isCancelled || how === 'cancelled' });
    this.#ended.add(work.instance);
    if (this.#ended.size <= mostEnded) return;
    for (const oldest of this.#ended) {
      this.#ended.delete(oldest);
      this.#works.delete(oldest);
      return;
    }
  }

  /** How many of a list have begun; undefined where the work is no list under way. */
  membersOf({ frame, task, instance }: CaseWork): number | undefined {
    const group = this.#groups.get(keyOf(frame, task));
    return group?.instance === instance ? group.members : undefined;
  }

  isListUnderWay(frame: number, task: string): boolean {
    return this.#groups.has(keyOf(frame, task));
  }

  /** The task has ended: the next one of its name is another list. */
  leaveList(frame: number, task: string): void {
    this.#groups.delete(keyOf(frame, task));
  }

  wasUndone(net: string, task: string): void {
    this.#countUndoable({ net, task }, -1);
  }

  /** Another try after one that has failed. */
  #revive(work: CaseWork): CaseWork {
    this.#ended.delete(work.instance);
    const task = this.#guide.find(work.net, work.task);
    if (task !== undefined) this.frames.begin(work.instance, task);
    return this.#set({ ...work, hasEnded: false, isCancelled: false });
  }

  #read(note: InstanceNote, isUndoing: boolean): CaseWork {
    const { frame, task: name, instance } = note;
    const net = this.frames.netOf(frame, name);
    const where = isUndoing ? this.#undoneNet(net, name) : undefined;
    const task = this.#guide.find(where ?? net, name);
    const at = { instance, frame, net: where ?? net, task: name, hasEnded: false, isCancelled: false };
    const isShown = this.#guide.shows(at.net, name);
    if (where !== undefined)
      return { ...at, kind: 'undo', connector: this.#connector(task?.undo), isShown: true };
    if (task === undefined) return { ...at, kind: 'task', connector: '', isShown };
    if (task.each !== undefined && note.kind !== 'enabled' && this.#isList(note)) {
      return { ...at, kind: 'each', connector: '', isShown };
    }
    if (note.kind === 'started') this.frames.begin(instance, task);
    const { work } = task;
    if (work.kind === 'call') return { ...at, kind: 'call', connector: this.#connector(work), isShown };
    return { ...at, kind: work.kind === 'offer' ? 'item' : 'task', connector: '', isShown };
  }

  /** The first that begins where no list is under way is the list; those that follow are its members. */
  #isList({ frame, task, instance }: InstanceNote): boolean {
    const key = keyOf(frame, task);
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { instance, members: 0 });
      return true;
    }
    group.members += 1;
    return false;
  }

  /** An offer that stood for a whole list has been taken. */
  #becomesList(known: CaseWork, note: InstanceNote, event: RunEvent): CaseWork | undefined {
    const isTaken = note.kind === 'started' && 'instance' in event && event.instance === note.instance;
    if (!isTaken || known.kind !== 'item' || note.attempt > 1) return undefined;
    if (this.#guide.find(known.net, known.task)?.each === undefined || !this.#isList(note)) return undefined;
    return this.#set({ ...known, kind: 'each' });
  }

  /** Undo goes up from frame to frame: the task may be of a net that has ended. */
  #undoneNet(net: string, task: string): string | undefined {
    const nets = [net, ...this.#guide.netsWith(task)];
    return nets.find((each) => (this.#undoable.get(keyOf(each, task)) ?? 0) > 0);
  }

  #countUndoable({ net, task }: Pick<CaseWork, 'net' | 'task'>, by: 1 | -1): void {
    if (this.#guide.find(net, task)?.undo === undefined) return;
    const key = keyOf(net, task);
    this.#undoable.set(key, Math.max(0, (this.#undoable.get(key) ?? 0) + by));
  }

  #connector(call: Pick<NonNullable<Task['undo']>, 'connector' | 'operation'> | undefined): string {
    if (call === undefined) return '';
    return call.connector ?? this.#bindings[call.operation] ?? '';
  }

  #set(work: CaseWork): CaseWork {
    this.#works.set(work.instance, work);
    return work;
  }
}

const keyOf = (where: number | string, task: string): string => `${where} ${task}`;
