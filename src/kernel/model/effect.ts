/**
 * The effects that the kernel requests. Plain data; the instance is the key of each request. Every call is answered, also
 * an aborted one: it succeeded, failed, or its outcome is unknown. Answers that no instance waits for are rejected.
 */
import type { TimerKind } from './event.ts';
import type { Failure } from './failure.ts';
import type { Json } from './json.ts';
import type { Payload } from './payload.ts';

export type Effect =
  | CallEffect
  | { readonly kind: 'abortCall'; readonly instance: number; readonly attempt: number }
  | OfferEffect
  | { readonly kind: 'withdraw'; readonly instance: number }
  | { readonly kind: 'setTimer'; readonly instance: number; readonly timer: TimerKind; readonly at: number }
  | { readonly kind: 'clearTimer'; readonly instance: number; readonly timer: TimerKind }
  | FinishEffect;

/** Perform a call. Idempotency key: run and instance, the same for every attempt. */
export interface CallEffect {
  readonly kind: 'call';
  readonly instance: number;
  readonly attempt: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  readonly connector: string;
  readonly operation: string;
  readonly input: Payload;
  /** The instance that this call undoes; 0 for ordinary work. */
  readonly undoes: number;
}

/** Offer a work item to people and agents. A repeated offer of the same instance replaces the earlier one. */
export interface OfferEffect {
  readonly kind: 'offer';
  readonly instance: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  /** `work`: the task's own item. `doubt`: an operator decides the outcome of a call. */
  readonly reason: 'work' | 'doubt';
  readonly item: Json;
  readonly input: Payload;
  /** Position in the list of an `each`; -1 elsewhere. */
  readonly index: number;
  /** Ordinal of the execution in its frame, from 1; 0 before it has taken its tokens. */
  readonly ordinal: number;
  /** Ordinals of the enclosing executions in the frames above, from the root; empty in the root. */
  readonly lineage: readonly number[];
  /** The instance of the whole `each`; 0 elsewhere. */
  readonly group: number;
  /** Assignees from variables; null if variables do not restrict them. */
  readonly whom: Payload;
  /** The holder; empty if there is none. */
  readonly holder: string;
}

export interface FinishEffect {
  readonly kind: 'finish';
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly output: Payload;
  readonly failure: Failure | null;
}
