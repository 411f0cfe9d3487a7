/** The findings of the soundness check. */
import type { Source } from '../model/program.ts';

export type FindingRule =
  /** No run can ever start it. */
  | 'dead-task'
  /** A reachable state holds tokens and cannot move. */
  | 'deadlock'
  /** A run can end with tokens elsewhere. */
  | 'leftover'
  /** No run can complete. */
  | 'no-completion'
  /** Tokens can accumulate without limit. */
  | 'unbounded'
  /** Something reads a variable that a path has not set. */
  | 'unset-read'
  /** The limit was reached: problems beyond it are not excluded. */
  | 'bound-reached';

export interface Finding {
  readonly rule: FindingRule;
  /** Error if it is certain, warning if guards or failures decide. */
  readonly severity: 'error' | 'warning';
  readonly net: string;
  readonly task: string | null;
  readonly place: string | null;
  readonly variable: string | null;
  readonly source: Source | null;
  /** A path to it from the start of the net. */
  readonly path: readonly WitnessStep[];
  readonly message: string;
}

/** One firing on the path. */
export interface WitnessStep {
  readonly task: string;
  /** The places that got tokens; null for a flow that ends its path. */
  readonly took: readonly (string | null)[];
  /** It failed, and its catch was taken. */
  readonly caught: boolean;
  /** It could also have ended differently: by a guard, or by a failure. */
  readonly decided: boolean;
}

/** The check of a whole program. */
export interface Soundness {
  /** By net, then by task, then by rule. */
  readonly findings: readonly Finding[];
  /** Nets that were not fully explored: the limit was reached. */
  readonly unfinished: readonly string[];
  /** Number of explored markings. */
  readonly markings: number;
}
