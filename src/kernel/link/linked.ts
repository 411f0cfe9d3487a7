/**
 * A program ready to be played: names are indexes, expressions are closures. Created once per program by `link`, shared
 * by all runs, and immutable.
 */

import type { Scope } from '../model/evaluator.ts';
import type { Json } from '../model/json.ts';
import type { Payload, Resolve } from '../model/payload.ts';
import type { DeadlineStart, Limits, Retry } from '../model/program.ts';
import type { OrJoin } from '../or-join/or-join.ts';
import type { RoutingTask } from '../or-join/routing-net.ts';

export interface LinkedProgram {
  readonly root: LinkedNet;
  readonly nets: readonly LinkedNet[];
  readonly limits: Required<Limits>;
  /** Operations that need a binding, each once. */
  readonly unbound: readonly string[];
  readonly resolve: Resolve;
  /** Requests that would fail the run are refused if an expression cannot be computed [K2.5]. */
  readonly refusesMismatches: boolean;
}

export interface LinkedNet {
  readonly index: number;
  readonly id: string;
  readonly input: number;
  readonly output: number;
  /** Ids of the places, by index. */
  readonly places: readonly string[];
  readonly tasks: readonly LinkedTask[];
  /** Tasks that consume from a place, ascending, by place. */
  readonly consumers: readonly (readonly number[])[];
  readonly hasOrJoins: boolean;
  /** Ascending. */
  readonly competingTasks: readonly LinkedTask[];
  readonly orJoin: OrJoin;
  /** Initial variables of a frame. */
  readonly slots: readonly (Payload | null)[];
  readonly parameters: readonly Parameter[];
  /** Locations of names, by reference. */
  readonly locations: readonly (readonly Location[])[];
  /** Location of a declared variable; for a net that shares, in the net whose variables it uses. */
  readonly declared: (name: string) => Location | undefined;
  readonly result: LinkedExpression | null;
  readonly settles: boolean;
  /** How many tasks are on cycles. */
  readonly visits: number;
}

export interface Parameter {
  readonly name: string;
  readonly slot: number;
  readonly required: boolean;
}

/** A variable: number of frames up, and slot. */
export interface Location {
  readonly up: number;
  readonly slot: number;
}

export interface LinkedTask extends RoutingTask {
  readonly index: number;
  readonly id: string;
  /** In the order in which guards are tried, the default last. */
  readonly flows: readonly LinkedFlow[];
  readonly work: LinkedWork;
  readonly each: LinkedEach | null;
  readonly sets: readonly LinkedAssign[];
  readonly retry: Retry | null;
  readonly catchName: string | null;
  readonly catchAs: Location | null;
  readonly undo: LinkedUndo | null;
  readonly timeout: LinkedTimeout | null;
  /** Index of its firing counter; -1 off cycles. */
  readonly visit: number;
  readonly visitLimit: number;
  /** Another task takes tokens from one of its input places. */
  readonly contested: boolean;
  /** Its offer is opened without consuming [K11.1]. */
  readonly competes: boolean;
  /** References whose absence skips the work; null if absence fails it. */
  readonly skipUnset: readonly number[] | null;
}

export interface LinkedFlow {
  /** Index of the place, -1 for null. */
  readonly to: number;
  readonly name: string | null;
  readonly guard: LinkedExpression | null;
  readonly isDefault: boolean;
}

export type LinkedWork =
  | LinkedCall
  | LinkedOffer
  | { readonly kind: 'net'; readonly net: number; readonly input: readonly LinkedAssign[] }
  | {
      readonly kind: 'wait';
      readonly for: LinkedExpression | null;
      readonly until: LinkedExpression | null;
      readonly signal: LinkedExpression | null;
    }
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly failure: LinkedExpression };

export interface LinkedOffer {
  readonly kind: 'offer';
  readonly item: Json;
  readonly input: LinkedExpression | null;
  readonly waitsForHold: boolean;
  /** Input that is shown before the hold. */
  readonly enabling: LinkedExpression | null;
  readonly whom: LinkedExpression | null;
  readonly unfinished: LinkedExpression | null;
}

export interface LinkedCall {
  readonly kind: 'call';
  /** Empty: bound by the run. */
  readonly connector: string;
  readonly operation: string;
  readonly input: LinkedExpression | null;
  readonly onUncertain: 'retry' | 'ask' | 'fail';
}

export interface LinkedUndo {
  readonly connector: string;
  readonly operation: string;
  readonly input: LinkedExpression | null;
  readonly retry: Retry | null;
  readonly onUncertain: 'retry' | 'ask' | 'fail';
  readonly required: boolean;
}

export interface LinkedTimeout {
  readonly after: LinkedExpression | null;
  readonly until: LinkedExpression | null;
  readonly from: DeadlineStart | LinkedExpression;
  readonly goesOn: boolean;
  readonly onExpiry: 'fail' | 'finish' | 'note';
  readonly status: LinkedStatus | null;
}

export interface LinkedStatus {
  readonly reference: number;
  readonly location: Location;
}

export interface LinkedEach {
  readonly items: LinkedExpression | null;
  readonly min: LinkedExpression | null;
  readonly max: LinkedExpression | null;
  readonly threshold: LinkedExpression | null;
  readonly concurrency: LinkedExpression | null;
  readonly dynamic: boolean;
  readonly goesOn: boolean;
  readonly collect: LinkedExpression | null;
}

export interface LinkedAssign {
  readonly to: Location;
  readonly value: LinkedExpression;
}

/** Computes a payload, or throws an ExpressionError. */
export type LinkedExpression = (context: EvaluationContext) => Payload;

/** The environment of an expression: the scope of evaluators, with references kept. */
export interface EvaluationContext extends Scope {
  /** The value of a name; null if it is unset. */
  payload(reference: number): Payload | null;
}
