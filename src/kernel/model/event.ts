/**
 * Events from outside a run. Time comes with the event and never goes backwards; `by` is the principal that caused it, if
 * any.
 */
import type { Failure } from './failure.ts';
import type { Payload } from './payload.ts';

export interface Named {
  readonly [name: string]: Payload;
}

interface Occurrence {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by?: string;
}

interface OfInstance extends Occurrence {
  readonly instance: number;
}

interface OfAttempt extends OfInstance {
  readonly attempt: number;
}

export interface Started extends Occurrence {
  readonly kind: 'started';
  /** Seed of every random choice and jitter of the run. A 32-bit unsigned integer. */
  readonly seed: number;
  readonly input?: Named;
  /** Connector of every operation that the program leaves unbound. */
  readonly bindings?: { readonly [operation: string]: string };
}

export type RunEvent =
  | Started
  | (OfAttempt & { readonly kind: 'callSucceeded'; readonly output: Payload })
  | (OfAttempt & { readonly kind: 'callFailed'; readonly failure: Failure })
  | (OfAttempt & { readonly kind: 'callInDoubt' })
  | (OfInstance & { readonly kind: 'itemHeld' })
  | (OfInstance & { readonly kind: 'itemReleased' })
  | (OfInstance & { readonly kind: 'itemSuspended' })
  | (OfInstance & { readonly kind: 'itemResumed' })
  | (OfInstance & { readonly kind: 'itemRolledBack' })
  | (OfInstance & { readonly kind: 'itemDelegated'; readonly to: string })
  | (OfInstance & { readonly kind: 'itemCompleted'; readonly output: Payload })
  | (OfInstance & { readonly kind: 'itemForced'; readonly output?: Payload })
  | (OfInstance & { readonly kind: 'itemFailed'; readonly failure: Failure })
  | (OfInstance & { readonly kind: 'itemSkipped'; readonly output?: Payload })
  | (OfInstance & { readonly kind: 'timerFired'; readonly timer: TimerKind })
  | (OfInstance & { readonly kind: 'instanceAdded'; readonly item: Payload })
  | (Occurrence & { readonly kind: 'dataUpdated'; readonly frame?: number; readonly set: Named })
  | (Occurrence & {
      readonly kind: 'signalled';
      readonly name: string;
      readonly payload: Payload;
      readonly instance?: number;
    })
  | (Occurrence & { readonly kind: 'suspended' })
  | (Occurrence & { readonly kind: 'resumed' })
  | (Occurrence & { readonly kind: 'reopened'; readonly set?: Named })
  | (Occurrence & { readonly kind: 'cancelRequested'; readonly undo?: boolean });

/** Timers of an instance: the end of its wait, its next attempt, its deadline. */
export type TimerKind = 'wait' | 'retry' | 'timeout';
