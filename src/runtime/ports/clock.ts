/** Time, so that tests can be its master. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once, not before `time`. @returns takes it back */
  at(time: number, call: () => void): () => void;
}
