/** What the soundness check has to say about a program. */
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
  /** Tokens can pile up without end. */
  | 'unbounded'
  /** Something reads a variable that a path has not set. */
  | 'unset-read'
  /** The bound was reached: what was not looked at is not vouched for. */
  | 'bound-reached';

export interface Finding {
  readonly rule: FindingRule;
  /** Error where it is certain, warning where guards or failures decide. */
  readonly severity: 'error' | 'warning';
  readonly net: string;
  readonly task: string | null;
  readonly place: string | null;
  readonly variable: string | null;
  readonly source: Source | null;
  /** How a run gets there, from the start of the net. */
  readonly path: readonly WitnessStep[];
  readonly message: string;
}

/** One firing on the way. */
export interface WitnessStep {
  readonly task: string;
  /** The places that got tokens; null for a flow that ends its path. */
  readonly took: readonly (string | null)[];
  /** It failed, and its catch went on. */
  readonly caught: boolean;
  /** It could also have gone another way: a guard decided, or whether it failed. */
  readonly decided: boolean;
}

/** The check of a whole program. */
export interface Soundness {
  /** By net, then by task, then by rule. */
  readonly findings: readonly Finding[];
  /** Nets that were not looked at in full: the bound was reached. */
  readonly unfinished: readonly string[];
  /** How many markings were looked at. */
  readonly markings: number;
}
