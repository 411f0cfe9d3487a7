/**
 * A run in a test: events are named by task instead of by instance, time moves manually, and the last step is available.
 * Every state is frozen, and short journals are replayed after every event, so each test also proves that a run is fully
 * determined by its journal [K1.2].
 */
import {
  type Effect,
  type Failure,
  type Instance,
  type Json,
  type LinkOptions,
  link,
  type Machine,
  type Note,
  type Payload,
  type Program,
  type RejectionCode,
  type RunEvent,
  type RunState,
} from '../src/kernel/index.ts';
import { sampleEvaluator } from '../src/testing/stand-ins/sample-evaluator.ts';

/** An event without its time, which the fixture knows. */
type Timeless<E> = E extends RunEvent ? Omit<E, 'at'> & { readonly at?: number } : never;
export type TestNetEvent = Timeless<RunEvent>;

/** Journals up to this length are replayed after every event. */
const replayed = 40;

export class TestNet {
  readonly program: Program;
  readonly machine: Machine;
  readonly events: RunEvent[] = [];
  /** Of the last accepted event. */
  effects: readonly Effect[] = [];
  notes: readonly Note[] = [];
  state: RunState;
  now = 1_000;

  constructor(program: Program, options: LinkOptions = {}) {
    this.program = program;
    this.machine = machineOf(program, options);
    this.state = this.machine.initial;
  }

  /** Starts with parameters as plain values. */
  start(input: { readonly [name: string]: Json } = {}, seed = 1): this {
    const named = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, { value }]));
    return this.send({ kind: 'started', seed, input: named });
  }

  /** Sends an event that must be accepted. */
  send(event: TestNetEvent): this {
    const step = this.#advance(event);
    if (step.kind === 'rejection') throw new Error(`${event.kind}: ${step.code}: ${step.message}`);
    this.events.push({ at: this.now, ...event } as RunEvent);
    this.state = frozen(step.state);
    this.#checkReplay();
    this.effects = step.effects;
    this.notes = step.notes;
    return this;
  }

  /** Sends an event that must be rejected, and returns the rejection. */
  refused(event: TestNetEvent): RejectionCode {
    const step = this.#advance(event);
    if (step.kind === 'step') throw new Error(`${event.kind} was accepted.`);
    return step.code;
  }

  #advance(event: TestNetEvent) {
    return this.machine.advance(this.state, { at: this.now, ...event } as RunEvent);
  }

  #checkReplay(): void {
    if (this.events.length > replayed) return;
    const live = JSON.stringify(this.state);
    const again = JSON.stringify(this.machine.replay(this.events));
    if (live !== again) throw new Error(`The replayed state differs.\nlive:   ${live}\nreplay: ${again}`);
  }

  /** The call of the task succeeds. */
  succeed(task: string, output: Json = null): this {
    const { id, attempt } = this.at(task, 'calling', 'doubt', 'backoff');
    return this.send({ kind: 'callSucceeded', instance: id, attempt, output: { value: output } });
  }

  fail(task: string, failure: Partial<Failure> = {}): this {
    const { id, attempt } = this.at(task, 'calling', 'doubt');
    return this.send({
      kind: 'callFailed',
      instance: id,
      attempt,
      failure: { code: 'broken', message: '', ...failure },
    });
  }

  complete(task: string, output: Json = null, by?: string): this {
    const { id } = this.at(task, 'open', 'offered', 'held', 'doubt');
    const event = { kind: 'itemCompleted', instance: id, output: { value: output } } as const;
    return this.send(by === undefined ? event : { ...event, by });
  }

  hold(task: string, by = 'ann'): this {
    return this.send({ kind: 'itemHeld', instance: this.at(task, 'open', 'offered').id, by });
  }

  /** Moves time to the due time of the task's timer, and fires it. */
  fire(task: string, timer: 'wait' | 'retry' | 'timeout'): this {
    const found = this.state.instances.find(
      (each) => this.nameOf(each) === task && (timer === 'timeout' ? each.deadline : each.due) !== null,
    );
    if (found === undefined) throw new Error(`No ${timer} timer runs at ${task}.`);
    this.now = Math.max(this.now, (timer === 'timeout' ? found.deadline : found.due) ?? 0);
    return this.send({ kind: 'timerFired', instance: found.id, timer });
  }

  /** The oldest instance of a task, optionally in one of these phases. */
  at(task: string, ...phases: readonly Instance['phase'][]): Instance {
    const found = this.state.instances.find(
      (each) => this.nameOf(each) === task && (phases.length === 0 || phases.includes(each.phase)),
    );
    if (found === undefined)
      throw new Error(`No instance of ${task} is active: ${this.instancesUnderWay().join(', ')}`);
    return found;
  }

  /** The instance of one position of an `each`. */
  member(task: string, index: number): Instance {
    const found = this.state.instances.find((each) => this.nameOf(each) === task && each.index === index);
    if (found === undefined) throw new Error(`No instance ${index} of ${task} is active.`);
    return found;
  }

  /** Places of a frame that hold tokens, one entry per token, as the net lists them. */
  marked(frame = 1): string[] {
    const found = this.state.frames.find(({ id }) => id === frame);
    if (found === undefined) throw new Error(`Frame ${frame} does not exist.`);
    const places = this.program.nets[found.net]?.places ?? [];
    return found.tokens.map((place) => places[place]?.id ?? '?');
  }

  /** Active instances, as `task:phase`, by id. Groups and draining instances are marked. */
  instancesUnderWay(): string[] {
    return this.state.instances.map(
      (each) =>
        `${this.nameOf(each)}:${each.draining ? 'draining' : each.undoes === null ? each.phase : 'undo'}`,
    );
  }

  /** A variable of the root, as a plain value; `undefined` if it is unset. */
  variable(name: string): Json | undefined {
    const root = this.state.frames[0];
    if (root === undefined) return undefined;
    const slot = this.program.nets[root.net]?.variables.findIndex((each) => each.name === name) ?? -1;
    const payload = root.slots[slot];
    return payload === null || payload === undefined ? undefined : plain(payload);
  }

  get output(): Json {
    return plain(this.state.output);
  }

  /** Notes of one kind in the last step. */
  noted<K extends Note['kind']>(kind: K): readonly Extract<Note, { kind: K }>[] {
    return this.notes.filter((note): note is Extract<Note, { kind: K }> => note.kind === kind);
  }

  /** Effects of one kind in the last step. */
  asked<K extends Effect['kind']>(kind: K): readonly Extract<Effect, { kind: K }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { kind: K }> => effect.kind === kind);
  }

  /** Name of the task of an instance; for an undo, of the undone task. */
  nameOf(instance: Instance): string {
    const frame = this.state.frames.find(({ id }) => id === instance.frame);
    const net = this.program.nets[instance.undoes?.net ?? frame?.net ?? -1];
    return net?.tasks[instance.task]?.id ?? '?';
  }
}

const machineOf = (program: Program, options: LinkOptions): Machine => {
  const linked = link(program, { evaluators: { sample: sampleEvaluator }, ...options });
  if (linked.kind === 'machine') return linked.machine;
  throw new Error(linked.problems.map(({ net, task, message }) => `${net}/${task}: ${message}`).join('\n'));
};

const plain = (payload: Payload): Json => {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map(plain);
  if ('blob' in payload) return { blob: payload.blob.hash };
  return Object.fromEntries(Object.entries(payload.record).map(([name, part]) => [name, plain(part)]));
};

/** If an object is already frozen, so is everything below it. */
const frozen = <T>(data: T): T => {
  if (typeof data !== 'object' || data === null || Object.isFrozen(data)) return data;
  Object.freeze(data);
  for (const part of Object.values(data)) frozen(part);
  return data;
};
