/** The clock, which tests can control. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `call` once, not before `time`. @returns cancels it */
  at(time: number, call: () => void): () => void;
}
