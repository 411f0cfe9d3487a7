/** The port through which a program's expressions are computed. Pure and synchronous; named by the program. */
import type { Json } from './json.ts';

export interface Evaluator {
  /**
   * Called once per expression by `link`. `resolve` turns a name into the reference by which `Scope.get` finds
   * it, or undefined when there is no such name. Throws an Error for source that it cannot accept.
   * @param shared what the program says for all its expressions; undefined where it says nothing
   */
  compile(source: Json, resolve: (name: string) => number | undefined, shared: Json | undefined): Compiled;
}

/** Computes a value. Throws an Error where there is none: that is an expression error. */
export type Compiled = (scope: Scope) => Json;

export interface Scope {
  /** The value behind a reference; undefined where it is unset. */
  get(reference: number): Json | undefined;
  /** Time of the event: the only clock there is. */
  readonly at: number;
  /** What all expressions of the event may still cost [K12.5]. */
  readonly effort: Effort;
}

/** Steps as an evaluator counts them, about what looking at a character takes. Counted down by whoever does the work. */
export interface Effort {
  left: number;
}

export type Evaluators = { readonly [name: string]: Evaluator };
