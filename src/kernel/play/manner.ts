/** How work came to its end. */
export interface Manner {
  /** The item was passed over rather than done. */
  readonly skipped: boolean;
  /** Somebody is there to correct the answer: an expression error refuses the event [K2.2]. */
  readonly answered: boolean;
}

/** By a call, a frame, a timer, a signal. */
export const done: Manner = { skipped: false, answered: false };
/** By somebody who can correct the answer. */
export const answered: Manner = { skipped: false, answered: true };
export const skipped: Manner = { skipped: true, answered: false };
