/** How work ended. */
export interface Manner {
  /** The item was skipped rather than done. */
  readonly skipped: boolean;
  /** A caller can correct the answer: an expression error refuses the event [K2.2]. */
  readonly answered: boolean;
}

/** By a call, a frame, a timer, a signal. */
export const done: Manner = { skipped: false, answered: false };
/** By a caller who can correct the answer. */
export const answered: Manner = { skipped: false, answered: true };
export const skipped: Manner = { skipped: true, answered: false };
