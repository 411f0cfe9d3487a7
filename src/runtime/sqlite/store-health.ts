/**
 * Remembers whether work can be written: the last commit shows it, and every failure. A damaged database stays damaged
 * while this process has it open.
 */
import type { StoreError } from '../ports/store.ts';

/** How long it is known, in milliseconds: a write to the disk is cheap, but not free. */
const validity = 1_000;
/** A disk that failed may still take the small write of a check. A commit that succeeds shows more. */
const validityOfFailure = 60_000;

export class StoreHealth {
  #problem: StoreError | undefined;
  #knownUntil = 0;

  noteWrite(): void {
    this.#note(undefined);
  }

  noteFailure(error: StoreError): void {
    // One that `check` repeats is not newer.
    if (error !== this.#problem) this.#note(error);
  }

  /** @param write throws if nothing can be written */
  check(write: () => void): void {
    if (performance.now() >= this.#knownUntil && !this.#isDamaged) {
      write();
      this.noteWrite();
    }
    if (this.#problem !== undefined) throw this.#problem;
  }

  get #isDamaged(): boolean {
    return this.#problem?.code === 'corrupt';
  }

  #note(problem: StoreError | undefined): void {
    const isUncertain = problem?.code === 'input-output';
    this.#knownUntil = performance.now() + (isUncertain ? validityOfFailure : validity);
    if (!this.#isDamaged) this.#problem = problem;
  }
}
