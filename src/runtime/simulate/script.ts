/**
 * The script of a simulated run: results, failures and delays per call, answers per question. Plain data, made by the
 * reader of a script file. Durations are in milliseconds; the default of `after` is 0.
 */
import type { Failure, Json } from '../../kernel/index.ts';

export interface Script {
  /**
   * By the name of a task, of an operation, or `connector.operation`. A task has priority over `connector.operation`,
   * and that over the bare operation; calls that undo match only by their operation. The n-th call that matches a
   * name, over the whole run and including retries, gets the n-th outcome; after the last one, the last is repeated.
   * An empty list has no effect.
   */
  readonly calls: { readonly [name: string]: readonly ScriptedOutcome[] };
  /** By the name of the task that asks, waits for a signal, or whose call is in doubt; counted like calls. */
  readonly answers: { readonly [task: string]: readonly ScriptedAnswer[] };
  /** Start time of the run, in milliseconds since 1970. Default: the start of 2026. */
  readonly start?: number;
  /** Seed of the random choices of the kernel. Default: 1. */
  readonly seed?: number;
}

export type ScriptedOutcome =
  | { readonly kind: 'returns'; readonly value: Json; readonly after?: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after?: number }
  /** The outcome is unknown: the `onUncertain` of the task decides. */
  | { readonly kind: 'doubt'; readonly after?: number }
  /** Never answers: only a timeout ends it. */
  | { readonly kind: 'hangs' };

export type ScriptedAnswer =
  /**
   * Of a doubt, the value is the verdict: `{verdict: 'succeeded', output}`, `{verdict: 'failed', message}`,
   * `{verdict: 'retry'}`.
   */
  | { readonly kind: 'answers'; readonly value: Json; readonly by?: string; readonly after?: number }
  /** The user reports that it cannot be done. A signal or a verdict cannot fail: it does not arrive. */
  | { readonly kind: 'fails'; readonly failure: Failure; readonly by?: string; readonly after?: number }
  | { readonly kind: 'never' };

export const emptyScript: Script = { calls: {}, answers: {} };
