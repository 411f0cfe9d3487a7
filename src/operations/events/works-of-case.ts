/** The pieces of work of a case, by their number: which task they are, what they do, and what has become of them. */
import type { Note, RunEvent, Task } from '../../kernel/index.ts';
import { FramesOfCase } from './frames-of-case.ts';
import type { ProgramGuide } from './program-guide.ts';

export interface CaseWork {
  readonly instance: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  /** `each`: the whole list that a task goes over, not one of it. `task`: waits, passes or fails. */
  readonly kind: 'call' | 'item' | 'net' | 'task' | 'each' | 'undo';
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
  /** What was done and can be undone, the last one last. */
  readonly #undoable: CaseWork[] = [];
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

  /** @param undone what it undoes, where it does: a number, or whatever of that task was done last */
  place(note: InstanceNote, event: RunEvent, undone: number | 'last' | null): CaseWork {
    const known = this.#works.get(note.instance);
    if (known === undefined) return this.#set(this.#readUndo(note, undone) ?? this.#read(note));
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
    this.#remember(work);
  }

  end(work: CaseWork, how: 'done' | 'cancelled' | 'other'): void {
    this.frames.end(work.instance);
    if (this.membersOf(work) !== undefined) this.leaveList(work.frame, work.task);
    if (how === 'done') this.#remember(work);
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

  wasUndone(instance: number): void {
    const at = this.#undoable.findLastIndex((work) => work.instance === instance);
    if (at >= 0) this.#undoable.splice(at, 1);
  }

  /** Another try after one that has failed. */
  #revive(work: CaseWork): CaseWork {
    this.#ended.delete(work.instance);
    const task = this.#guide.find(work.net, work.task);
    if (task !== undefined) this.frames.begin(work.instance, task);
    return this.#set({ ...work, hasEnded: false, isCancelled: false });
  }

  /** Undo goes up from frame to frame: the net is that of what is undone, which may have ended. */
  #readUndo({ frame, task, instance }: InstanceNote, undone: number | 'last' | null): CaseWork | undefined {
    if (undone === null) return undefined;
    const work =
      undone === 'last'
        ? this.#undoable.findLast((each) => each.task === task)
        : this.#undoable.find((each) => each.instance === undone);
    if (work === undefined) return undefined;
    const { net, isShown } = work;
    const connector = this.#connector(this.#guide.find(net, task)?.undo);
    return { instance, frame, net, task, kind: 'undo', connector, isShown, hasEnded: false, isCancelled: false };
  }

  #read(note: InstanceNote): CaseWork {
    const { frame, task: name, instance } = note;
    const net = this.frames.netOf(frame, name);
    const task = this.#guide.find(net, name);
    const at = { instance, frame, net, task: name, hasEnded: false, isCancelled: false };
    const isShown = this.#guide.shows(net, name);
    if (task === undefined) return { ...at, kind: 'task', connector: '', isShown };
    if (task.each !== undefined && note.kind !== 'enabled' && this.#isList(note)) {
      return { ...at, kind: 'each', connector: '', isShown };
    }
    if (note.kind === 'started') this.frames.begin(instance, task);
    const { work } = task;
    const kind = kinds[work.kind];
    return { ...at, kind, connector: work.kind === 'call' ? this.#connector(work) : '', isShown };
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

  #remember(work: CaseWork): void {
    if (work.kind === 'undo' || this.#guide.find(work.net, work.task)?.undo === undefined) return;
    this.#undoable.push(work);
    if (this.#undoable.length > mostEnded) this.#undoable.shift();
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

const kinds = {
  call: 'call',
  offer: 'item',
  net: 'net',
  wait: 'task',
  pass: 'task',
  fail: 'task',
} as const satisfies Readonly<Record<Task['work']['kind'], CaseWork['kind']>>;

const keyOf = (where: number | string, task: string): string => `${where} ${task}`;
