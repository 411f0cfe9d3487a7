/** The input of the OR-join analysis: the routing of a net, by index, without data. */
import type { Routing } from '../model/program.ts';

export interface RoutingNet {
  /** Number of places. */
  readonly places: number;
  readonly tasks: readonly RoutingTask[];
}

export interface RoutingTask {
  /** Input places, ascending, each once. */
  readonly inputs: readonly number[];
  readonly join: Routing;
  readonly split: Routing;
  /** Places of the flows, one entry per flow; -1 for a flow to null. */
  readonly outputs: readonly number[];
  /** Place of the catch; -1 for a catch to null, -2 if there is none. */
  readonly caught: number;
  /** False for work that always fails: it ends by its catch or not at all. */
  readonly ends: boolean;
  readonly cancelPlaces: readonly number[];
  readonly cancelTasks: readonly number[];
  /** Tasks whose start does not count when this OR-join is decided. */
  readonly ignores: readonly number[];
}

/** `undecided`: more markings than the bound allows. */
export type OrJoinDecision = 'enabled' | 'wait' | 'undecided';
