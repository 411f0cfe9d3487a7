/** What a simulation tells: how the run ended, what happened on the way, and what never did. Plain data. */
import type { Failure, Json, LinkProblemCode, RejectionCode, RunEvent } from '../../kernel/index.ts';
import type { ScriptedOutcome } from './script.ts';
import type { TimelineEntry } from './timeline.ts';

export type SimulationResult = Simulation | NoSimulation;

/** There is no run: the program, the script or a parameter does not fit, or it cannot be computed. Everything that is wrong, at once. */
export interface NoSimulation {
  readonly kind: 'problems';
  readonly problems: readonly SimulationProblem[];
}

export interface SimulationProblem {
  /** `halted`: something in it takes too long to compute. */
  readonly code: LinkProblemCode | RejectionCode | 'halted';
  /** Empty where it concerns no net, or no task, in particular. */
  readonly net: string;
  readonly task: string;
  readonly message: string;
}

export interface Simulation {
  readonly kind: 'simulation';
  /** `waiting`: nothing that is still to come can move it. `limit`: so many events were enough. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting' | 'limit';
  readonly output: Json;
  readonly failure: Failure | null;
  /** Variables of the root that are set at the end: what a failed run has reached. */
  readonly variables: { readonly [name: string]: Json };
  /** The journal: played again it gives the same run. */
  readonly events: readonly RunEvent[];
  readonly timeline: readonly TimelineEntry[];
  /** Names of the tasks that ran, of all nets, in the order in which they first started; those skipped are left out. */
  readonly took: readonly string[];
  readonly untaken: readonly Untaken[];
  readonly calls: readonly PerformedCall[];
  readonly asked: readonly AskedItem[];
  /** Empty unless the status is `waiting`. */
  readonly waitingFor: readonly WaitingFor[];
  /** Answers that did not fit: they changed nothing. */
  readonly refused: readonly RefusedAnswer[];
  /** Simulated milliseconds from start to end. */
  readonly spent: number;
}

export interface PerformedCall {
  readonly at: number;
  readonly net: string;
  readonly task: string;
  readonly connector: string;
  readonly operation: string;
  /** From 1. */
  readonly attempt: number;
  /** It undoes what the task has done. */
  readonly undoes: boolean;
  readonly input: Json;
  /** What it was going to meet. An aborted call did not live to see it, unless it could be undone. */
  readonly outcome: ScriptedOutcome;
  readonly source: Source;
}

/** Where an outcome came from: the script, an example, or nowhere (then it is null). */
export type Source = 'script' | 'sample' | 'nothing';

export interface AskedItem {
  readonly at: number;
  readonly net: string;
  readonly task: string;
  /** `doubt`: what became of the task's call is asked. */
  readonly reason: 'work' | 'doubt';
  readonly item: Json;
  readonly input: Json;
  /** Position in the list of an `each`; -1 elsewhere. */
  readonly index: number;
}

export interface WaitingFor {
  /** An answer to an item, the verdict on a call in doubt, a signal, or the answer of a call that hangs. */
  readonly kind: 'answer' | 'verdict' | 'signal' | 'call';
  readonly net: string;
  readonly task: string;
  readonly index: number;
  /** Of a signal; empty elsewhere. */
  readonly signal: string;
  readonly input: Json;
}

export interface RefusedAnswer {
  readonly at: number;
  readonly net: string;
  readonly task: string;
  readonly code: RejectionCode;
  readonly message: string;
}

/** A way that the run did not go. */
export type Untaken =
  | { readonly kind: 'task'; readonly net: string; readonly task: string }
  /** A flow of a task that has several to choose from, or (`catch`) the way out of its failure. */
  | {
      readonly kind: 'flow' | 'catch';
      readonly net: string;
      readonly task: string;
      /** The place; null where the flow ends the path. */
      readonly to: string | null;
      /** The next tasks that are shown. Empty: the end of the net, or of the path. */
      readonly leadsTo: readonly string[];
    };
