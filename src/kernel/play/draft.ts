/**
 * A state while one event changes it. Frames and instances are copied at the first write, so the original state stays
 * unchanged and a rejection simply drops the draft [K1.2, K2.1]. Replay uses the same code in place: the states in
 * between are not visible.
 */
import type { LinkedNet, LinkedProgram, LinkedTask } from '../link/linked.ts';
import type { Effect } from '../model/effect.ts';
import type { Effort } from '../model/evaluator.ts';
import type { Failure } from '../model/failure.ts';
import type { Note } from '../model/note.ts';
import type { Payload } from '../model/payload.ts';
import type { Frame, Instance, RunState, RunStatus, Signal } from '../model/state.ts';
import { Agenda } from './agenda.ts';
import { copyFrame, copyInstance, type Editable } from './copies.ts';
import { indexOfId } from './sorted.ts';

export type EditableFrame = Editable<Frame>;
export type EditableInstance = Editable<Instance>;

export class Draft {
  readonly program: LinkedProgram;
  status: RunStatus;
  suspended: boolean;
  at: number;
  seed: number;
  draws: number;
  next: number;
  signals: readonly Signal[];
  bindings: { readonly [operation: string]: string };
  output: Payload;
  failure: Failure | null;
  readonly effects: Effect[] = [];
  readonly notes: Note[] = [];

  /** The group that this event takes: an error at its start refuses the event [K2.2]. 0: none. */
  taken = 0;

  /** Remaining evaluator budget of this event [K12.5]. */
  readonly effort: Effort;

  /** What may have to move. */
  readonly agenda = new Agenda();

  #frames: Frame[];
  #instances: Instance[];
  /** Objects of the original state, which must not be changed; empty if the draft owns the state. */
  readonly #givenFrames: readonly Frame[];
  readonly #givenInstances: readonly Instance[];
  /** The last edited frame: nearly always the next one requested. */
  #lastFrame: EditableFrame | null = null;

  constructor(program: LinkedProgram, state: RunState, inPlace: boolean) {
    this.program = program;
    this.effort = { left: program.limits.effort };
    this.status = state.status;
    this.suspended = state.suspended;
    this.at = state.at;
    this.seed = state.seed;
    this.draws = state.draws;
    this.next = state.next;
    this.signals = state.signals;
    this.bindings = state.bindings;
    this.output = state.output;
    this.failure = state.failure;
    this.#frames = state.frames as Frame[];
    this.#instances = state.instances as Instance[];
    this.#givenFrames = inPlace ? [] : state.frames;
    this.#givenInstances = inPlace ? [] : state.instances;
  }

  toState(): RunState {
    return {
      semantics: 1,
      status: this.status,
      suspended: this.suspended,
      at: this.at,
      seed: this.seed,
      draws: this.draws,
      next: this.next,
      frames: this.#frames,
      instances: this.#instances,
      signals: this.signals,
      bindings: this.bindings,
      output: this.output,
      failure: this.failure,
    };
  }

  get frames(): readonly Frame[] {
    return this.#frames;
  }

  get instances(): readonly Instance[] {
    return this.#instances;
  }

  /** A frame that must exist. */
  frame(id: number): Frame {
    return this.#frames[indexOfId(this.#frames, id)]!;
  }

  findFrame(id: number): Frame | undefined {
    return this.#frames[indexOfId(this.#frames, id)];
  }

  instance(id: number): Instance | undefined {
    return this.#instances[indexOfId(this.#instances, id)];
  }

  net(frame: Frame): LinkedNet {
    return this.program.nets[frame.net]!;
  }

  /** The net of an instance's task; of an undo, of the task that is undone. */
  netOf(instance: Instance): LinkedNet {
    return this.program.nets[
      instance.undoes === null ? this.frame(instance.frame).net : instance.undoes.net
    ]!;
  }

  /** The task of an instance; of an undo, the task that is undone. */
  task(instance: Instance): LinkedTask {
    return this.netOf(instance).tasks[instance.task]!;
  }

  editFrame(id: number): EditableFrame {
    if (this.#lastFrame !== null && this.#lastFrame.id === id) return this.#lastFrame;
    const frame = this.#editFrame(id);
    this.#lastFrame = frame;
    return frame;
  }

  #editFrame(id: number): EditableFrame {
    const at = indexOfId(this.#frames, id);
    const frame = this.#frames[at]!;
    if (!isGiven(this.#givenFrames, frame)) return frame;
    const copy = copyFrame(frame);
    this.#ownFrames()[at] = copy;
    return copy;
  }

  editInstance(id: number): EditableInstance {
    const at = indexOfId(this.#instances, id);
    const instance = this.#instances[at]!;
    if (!isGiven(this.#givenInstances, instance)) return instance;
    const copy = copyInstance(instance);
    this.#ownInstances()[at] = copy;
    return copy;
  }

  addFrame(frame: EditableFrame): void {
    this.#ownFrames().push(frame);
    this.agenda.touch(frame.id);
  }

  removeFrame(id: number): void {
    this.#lastFrame = null;
    this.#ownFrames().splice(indexOfId(this.#frames, id), 1);
  }

  /** Adds an instance and counts it in its frame. */
  addInstance(instance: EditableInstance): void {
    this.#ownInstances().push(instance);
    const frame = this.editFrame(instance.frame);
    frame.live += 1;
    if (isIdle(instance)) frame.idle += 1;
  }

  /** Removes an instance and its count. The frame is examined again: this may have been its last. */
  removeInstance(instance: Instance): void {
    this.#ownInstances().splice(indexOfId(this.#instances, instance.id), 1);
    const frame = this.editFrame(instance.frame);
    frame.live -= 1;
    if (isIdle(instance)) frame.idle -= 1;
    this.agenda.touch(frame.id);
  }

  /** From now on the instance cannot move the net: it drains, or is kept as failed. */
  makeIdle(instance: EditableInstance, change: { draining: true } | { phase: 'failed' }): void {
    const wasIdle = isIdle(instance);
    Object.assign(instance, change);
    if (!wasIdle) this.editFrame(instance.frame).idle += 1;
    this.agenda.touch(instance.frame);
  }

  /** Schedules the whole run for examination. */
  touchAll(): void {
    for (const frame of this.#frames) {
      this.agenda.touch(frame.id);
      const { consumers } = this.net(frame);
      for (const place of frame.tokens) this.agenda.touchTasks(frame.id, consumers[place]!);
    }
    for (const instance of this.#instances)
      if (instance.phase === 'ready') this.agenda.ready.add(instance.id);
  }

  #ownFrames(): Frame[] {
    if (this.#frames === this.#givenFrames) this.#frames = this.#frames.slice();
    return this.#frames;
  }

  #ownInstances(): Instance[] {
    if (this.#instances === this.#givenInstances) this.#instances = this.#instances.slice();
    return this.#instances;
  }
}

/** Whether it is an object of the original state, not a copy. */
const isGiven = (given: readonly { readonly id: number }[], object: { readonly id: number }): boolean =>
  given[indexOfId(given, object.id)] === object;

/** Idle instances cannot move the net: they drain, undo, or are kept for a reopening. */
const isIdle = (instance: Instance): boolean =>
  instance.draining || instance.undoes !== null || instance.phase === 'failed';
