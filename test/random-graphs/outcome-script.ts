/** The environment of a run: results and durations of calls, and answers of people. A script as plain data. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';

export interface OutcomeScript {
  /** By operation; the n-th call receives the n-th outcome, later ones the last. */
  readonly calls: Readonly<Record<string, readonly ScriptedCallOutcome[]>>;
  /** By the name of the question's node, counted the same way. */
  readonly answers: Readonly<Record<string, readonly ScriptedReply[]>>;
}

export type ScriptedCallOutcome =
  | { readonly kind: 'returns'; readonly value: Json; readonly after: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after: number }
  | { readonly kind: 'hangs' };

export type ScriptedReply =
  | { readonly kind: 'answers'; readonly value: Json; readonly after: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after: number }
  | { readonly kind: 'never' };
