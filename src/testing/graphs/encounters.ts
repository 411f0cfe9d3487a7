/** What a run meets outside itself: what calls give and how long they take, what people answer. A script as plain data. */
import type { Failure } from '../../kernel/model/failure.ts';
import type { Json } from '../../kernel/model/json.ts';

export interface Encounters {
  /** By operation; the n-th call takes the n-th outcome, later ones the last. */
  readonly calls: Readonly<Record<string, readonly CallEncounter[]>>;
  /** By the name of the node that asks, counted the same way. */
  readonly answers: Readonly<Record<string, readonly AnswerEncounter[]>>;
}

export type CallEncounter =
  | { readonly kind: 'returns'; readonly value: Json; readonly after: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after: number }
  | { readonly kind: 'hangs' };

export type AnswerEncounter =
  | { readonly kind: 'answers'; readonly value: Json; readonly after: number }
  | { readonly kind: 'fails'; readonly failure: Failure; readonly after: number }
  | { readonly kind: 'never' };
