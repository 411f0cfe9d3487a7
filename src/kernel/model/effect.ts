/**
 * What the kernel asks the world to do. Plain data; the instance is the key of whatever is asked for. Every call is
 * answered, an aborted one too: it succeeded, failed, or nobody knows. Answers that nobody waits for are rejected.
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

/** Perform a call. Idempotency key: run and instance, whatever the attempt. */
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

/** Put a work item before people and agents. The same instance offered again replaces what was offered. */
export interface OfferEffect {
  readonly kind: 'offer';
  readonly instance: number;
  readonly frame: number;
  readonly net: string;
  readonly task: string;
  /** `work`: the task's own item. `doubt`: an operator is asked what became of a call. */
  readonly reason: 'work' | 'doubt';
  readonly item: Json;
  readonly input: Payload;
  /** Position in the list of an `each`; -1 elsewhere. */
  readonly index: number;
  /** Which execution in its frame it is, from 1; 0 before it has taken its tokens. */
  readonly ordinal: number;
  /** Which executions the nets around it are, in the frames above, from the root on; empty in the root. */
  readonly lineage: readonly number[];
  /** The instance that stands for all of an `each`; 0 elsewhere. */
  readonly group: number;
  /** For whom it is, as far as variables say; null where they do not. */
  readonly whom: Payload;
  /** Who holds it already; empty where nobody does. */
  readonly holder: string;
}

export interface FinishEffect {
  readonly kind: 'finish';
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly output: Payload;
  readonly failure: Failure | null;
}
