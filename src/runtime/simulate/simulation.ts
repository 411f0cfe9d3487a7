/** The result of a simulation: how the run ended, what happened, and what did not. Plain data. */
import type { Failure, Json, LinkProblemCode, RejectionCode, RunEvent } from '../../kernel/index.ts';
import type { ScriptedOutcome } from './script.ts';
import type { TimelineEntry } from './timeline.ts';

export type SimulationResult = Simulation | NoSimulation;

/**
 * The run did not start: the program, the script or a parameter is invalid, or cannot be computed. Lists all problems
 * at once.
 */
export interface NoSimulation {
  readonly kind: 'problems';
  readonly problems: readonly SimulationProblem[];
}

export interface SimulationProblem {
  /** `halted`: a computation takes too long. */
  readonly code: LinkProblemCode | RejectionCode | 'halted';
  /** Empty if it is not about a net, or not about a task. */
  readonly net: string;
  readonly task: string;
  readonly message: string;
}

export interface Simulation {
  readonly kind: 'simulation';
  /** `waiting`: no pending event can advance it. `limit`: the limit of events or of steps was reached. */
  readonly status: 'completed' | 'failed' | 'cancelled' | 'waiting' | 'limit';
  readonly output: Json;
  readonly failure: Failure | null;
  /** Variables of the root that are set at the end: how far a failed run got. */
  readonly variables: { readonly [name: string]: Json };
  /** The journal: a replay results in the same run. */
  readonly events: readonly RunEvent[];
  readonly timeline: readonly TimelineEntry[];
  /** Names of the tasks that ran, of all nets, in the order of their first start; without skipped ones. */
  readonly took: readonly string[];
  readonly untaken: readonly Untaken[];
  readonly calls: readonly PerformedCall[];
  readonly asked: readonly AskedItem[];
  /** Empty unless the status is `waiting`. */
  readonly waitingFor: readonly WaitingFor[];
  /** Answers that were refused: they changed nothing. */
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
  /** It undoes the work of the task. */
  readonly undoes: boolean;
  readonly input: Json;
  /** Its scripted outcome. An aborted call did not reach it, unless it could be undone. */
  readonly outcome: ScriptedOutcome;
  readonly source: Source;
}

/** The source of an outcome: the script, an example, or none (then it is `null`). */
export type Source = 'script' | 'sample' | 'nothing';

export interface AskedItem {
  readonly at: number;
  readonly net: string;
  readonly task: string;
  /** `doubt`: asks for the outcome of the call of the task. */
  readonly reason: 'work' | 'doubt';
  readonly item: Json;
  readonly input: Json;
  /** Position in the list of an `each`; otherwise -1. */
  readonly index: number;
}

export interface WaitingFor {
  /** An answer to an item, the verdict on a call in doubt, a signal, or the answer of a call that hangs. */
  readonly kind: 'answer' | 'verdict' | 'signal' | 'call';
  readonly net: string;
  readonly task: string;
  readonly index: number;
  /** Of a signal; otherwise empty. */
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

/** A path that the run did not take. */
export type Untaken =
  | { readonly kind: 'task'; readonly net: string; readonly task: string }
  /** A flow of a task that chooses between several, or (`catch`) the flow after its failure. */
  | {
      readonly kind: 'flow' | 'catch';
      readonly net: string;
      readonly task: string;
      /** The place; `null` if the flow ends the path. */
      readonly to: string | null;
      /** The next visible tasks. Empty: the end of the net, or of the path. */
      readonly leadsTo: readonly string[];
    };
