/**
 * What a simulated run meets: results, failures and delays per call, answers per question. Plain data; whoever reads a
 * script file makes it into this. Durations are milliseconds; where `after` is left out it takes no time.
 */
import type { Failure, Json } from '../../kernel/index.ts';

export interface Script {
  /**
   * By the name of a task, of an operation, or `connector.operation`. A task goes before `connector.operation`, that
   * before the bare operation; calls that undo go by their operation only. The n-th call that goes by a name, over the
   * whole run and with every retry counted, takes the n-th outcome; from the last one on, always the last. An empty
   * list says nothing.
   */
  readonly calls: { readonly [name: string]: readonly ScriptedOutcome[] };
  /** By the name of the task that asks, waits for a signal, or whose call is in doubt; counted like calls. */
  readonly answers: { readonly [task: string]: readonly ScriptedAnswer[] };
  /** When the run begins, in milliseconds since 1970. Absent: the start of 2026. */
  readonly start?: number;
  /** Root of the choices that the kernel makes by chance. Absent: 1. */
  readonly seed?: number;
}

export type ScriptedOutcome =
  | { readonly kind: 'returns'; readonly value: Json; readonly after?: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after?: number }
  /** Nobody knows what became of it: the task's `onUncertain` decides. */
  | { readonly kind: 'doubt'; readonly after?: number }
  /** Never answers: only a timeout can end it. */
  | { readonly kind: 'hangs' };

export type ScriptedAnswer =
  /** Of a doubt, the value is the verdict: `{verdict: 'succeeded', output}`, `{verdict: 'failed', message}`, `{verdict: 'retry'}`. */
  | { readonly kind: 'answers'; readonly value: Json; readonly by?: string; readonly after?: number }
  /** Whoever was asked says that it cannot be done. A signal or a verdict cannot fail: it does not come. */
  | { readonly kind: 'fails'; readonly failure: Failure; readonly by?: string; readonly after?: number }
  | { readonly kind: 'never' };

export const emptyScript: Script = { calls: {}, answers: {} };
