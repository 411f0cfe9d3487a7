/** One trip, run by the kernel: the state advances from event to event, and the journal stores the events. */
import { emptyProgress, type TaskProgress, updateProgress } from '../../drawing/index.ts';
import {
  type Json,
  link,
  type Machine,
  type Net,
  type RunEvent,
  type RunState,
  type Step,
} from '../../kernel/index.ts';
import { sampleEvaluator } from '../../testing/stand-ins/sample-evaluator.ts';
import { type Script, SimulatedWorld } from './simulated-world.ts';
import { tripProgram } from './trip-program.ts';

export interface PlayedEvent {
  /** Number in the journal, from 1. */
  readonly number: number;
  readonly event: RunEvent;
  readonly step: Step;
  readonly view: TaskProgress;
}

export const tripMachine: Machine = linkTripProgram();
export const tripNet: Net = rootNet();

/** A Monday morning; the clock of the tour is simulated. */
export const startTime = Date.UTC(2026, 2, 2, 9);

export class TripRun {
  readonly played: PlayedEvent[] = [];
  readonly #world: SimulatedWorld;
  #state: RunState = tripMachine.initial;
  #view: TaskProgress = emptyProgress;
  #first: RunEvent | undefined;

  constructor(script: Script, input: { readonly [name: string]: Json }) {
    this.#world = new SimulatedWorld(script);
    const named = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, { value }]));
    this.#first = { kind: 'started', at: startTime, seed: 7, input: named };
  }

  get state(): RunState {
    return this.#state;
  }

  get view(): TaskProgress {
    return this.#view;
  }

  get journal(): RunEvent[] {
    return this.played.map(({ event }) => event);
  }

  /** Advances by one event; `undefined` if there is none. */
  step(): PlayedEvent | undefined {
    const event = this.#first ?? this.#world.next();
    if (event === undefined) return undefined;
    const played = this.#take(event);
    this.#world.handleEffects(played.step.effects, event.at);
    return played;
  }

  /** Applies past events; the simulated world then answers the last effects. */
  follow(events: readonly RunEvent[]): void {
    for (const event of events) this.#take(event);
    const last = this.played.at(-1);
    if (last !== undefined) this.#world.handleEffects(last.step.effects, last.event.at);
  }

  /** The state and the timers are lost; requests to others continue. */
  crash(): void {
    this.#state = tripMachine.initial;
    this.#world.resetTimers(this.#state);
  }

  /** Continues from a restored state. */
  resume(state: RunState): void {
    this.#state = state;
    this.#world.resetTimers(state);
  }

  #take(event: RunEvent): PlayedEvent {
    const step = tripMachine.advance(this.#state, event);
    if (step.kind === 'rejection') throw new Error(`${event.kind}: ${step.message}`);
    this.#first = undefined;
    this.#state = step.state;
    this.#view = updateProgress(this.#view, tripNet, step);
    const played = { number: this.played.length + 1, event, step, view: this.#view };
    this.played.push(played);
    return played;
  }
}

function linkTripProgram(): Machine {
  const linked = link(tripProgram, { evaluators: { sample: sampleEvaluator } });
  if (linked.kind === 'machine') return linked.machine;
  throw new Error(linked.problems.map(({ message }) => message).join('\n'));
}

function rootNet(): Net {
  const net = tripProgram.nets.find(({ id }) => id === tripProgram.root);
  if (net === undefined) throw new Error('The trip has no root net');
  return net;
}
