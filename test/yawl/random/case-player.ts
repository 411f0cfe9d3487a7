/** Runs a specification on the kernel, and reports its state in the terms of the reference model. */
import {
  type Frame,
  type Instance,
  link,
  type Machine,
  type Note,
  type Program,
  type RunEvent,
  type RunState,
} from '../../../src/kernel/index.ts';
import { language } from './cached-queries.ts';
import type { PlainCase, PlainInstance } from './plain-yawl.ts';

/** The events that the player accepts; it adds time and instance. */
export type ItemAction =
  | { readonly kind: 'itemHeld' | 'itemRolledBack'; readonly by: string }
  | { readonly kind: 'itemSkipped' | 'itemForced' }
  | { readonly kind: 'itemCompleted'; readonly output: { readonly value: { readonly pick: string } } };

export interface ItemAt {
  readonly id: number;
  readonly path: string;
  readonly task: string;
  readonly phase: Instance['phase'];
}

export class CasePlayer {
  readonly notes: Note[] = [];
  state: RunState;
  readonly #program: Program;
  readonly #machine: Machine;

  constructor(program: Program, pick: string, seed: number) {
    this.#program = program;
    const linked = link(program, { evaluators: language.evaluators });
    if (linked.kind !== 'machine') throw new Error('The program cannot be linked.');
    this.#machine = linked.machine;
    this.state = this.#machine.initial;
    this.#send({ kind: 'started', at: 1, seed, input: { pick: { value: pick } } });
  }

  send(item: ItemAt, action: ItemAction): void {
    this.#send({ ...action, at: 1, instance: item.id });
  }

  #send(event: RunEvent): void {
    const step = this.#machine.advance(this.state, event);
    if (step.kind === 'rejection') throw new Error(`${event.kind}: ${step.code}: ${step.message}`);
    this.state = step.state;
    this.notes.push(...step.notes);
  }

  items(): readonly ItemAt[] {
    return this.state.instances
      .filter(({ phase }) => phase === 'open' || phase === 'offered' || phase === 'held')
      .map((each) => ({
        id: each.id,
        path: this.#pathOf(each.frame),
        task: this.#taskOf(each),
        phase: each.phase,
      }));
  }

  /** The state, and the offers in each net. */
  currentCase(): PlainCase {
    const { status, failure, frames } = this.state;
    if (status === 'running') {
      const nets = frames.map((frame) => this.#netAt(frame));
      return { status, nets: nets.sort((a, b) => (a.path < b.path ? -1 : 1)) };
    }
    if (failure?.code === 'deadlocked') return { status: 'deadlocked', nets: [] };
    if (status === 'completed') return { status, nets: [] };
    throw new Error(`The case is ${status}: ${failure?.code} ${failure?.message}`);
  }

  /** Tasks of an active net that wait to be started. */
  offered(path: string): readonly string[] {
    return this.items()
      .filter((item) => item.path === path && item.phase === 'open')
      .map(({ task }) => task)
      .sort();
  }

  #netAt(frame: Frame): PlainInstance {
    const net = this.#netOf(frame);
    const slot = net.variables.findIndex(({ name }) => name === 'pick');
    const payload = frame.slots[slot];
    return {
      path: this.#pathOf(frame.id),
      net: net.id,
      tokens: frame.tokens.map((place) => net.places[place]?.id ?? '?').sort(),
      busy: frame.busy.map((task) => net.tasks[task]?.id ?? '?').sort(),
      pick: payload && 'value' in payload ? String(payload.value) : '?',
    };
  }

  #netOf(frame: Frame): Program['nets'][number] {
    const net = this.#program.nets[frame.net];
    if (net === undefined) throw new Error('The frame has no net.');
    return net;
  }

  #frame(id: number): Frame {
    const frame = this.state.frames.find((each) => each.id === id);
    if (frame === undefined) throw new Error(`There is no frame ${id}.`);
    return frame;
  }

  #taskOf({ frame, task }: Instance): string {
    return this.#netOf(this.#frame(frame)).tasks[task]?.id ?? '?';
  }

  #pathOf(id: number): string {
    const { parent } = this.#frame(id);
    const instance = this.state.instances.find((each) => each.id === parent);
    return instance === undefined ? '' : `${this.#pathOf(instance.frame)}/${this.#taskOf(instance)}`;
  }
}
