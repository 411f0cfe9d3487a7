/** The port through which a program's expressions are computed. Pure and synchronous; named by the program. */
import type { Json } from './json.ts';

export interface Evaluator {
  /**
   * Called once per expression by `link`. `resolve` maps a name to the reference for `Scope.get`, or to undefined if the
   * name does not exist. Throws an Error for invalid source.
   * @param shared the program's settings for all its expressions; undefined if it has none
   */
  compile(source: Json, resolve: (name: string) => number | undefined, shared: Json | undefined): Compiled;
}

/** Computes a value. Throws an Error if there is none: that is an expression error. */
export type Compiled = (scope: Scope) => Json;

export interface Scope {
  /** The value of a reference; undefined if it is unset. */
  get(reference: number): Json | undefined;
  /** Time of the event: the only clock. */
  readonly at: number;
  /** Remaining budget for all expressions of the event [K12.5]. */
  readonly effort: Effort;
}

/** Steps, each of about 50 nanoseconds. The evaluator decrements it. */
export interface Effort {
  left: number;
}

export type Evaluators = { readonly [name: string]: Evaluator };
