/**
 * Fires when the next entry is due. A single timer is enough: the other entries are in the index of the store [R3.1,
 * R4.3].
 */
import type { Clock } from '../ports/clock.ts';

export class WakeUpTimer {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #scheduled: { readonly at: number; readonly cancel: () => void } | undefined;
  #closed = false;

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Fires at that time, or earlier if it is already set to an earlier time. */
  arm(at: number): void {
    if (this.#closed || (this.#scheduled !== undefined && this.#scheduled.at <= at)) return;
    this.#scheduled?.cancel();
    const cancel = this.#clock.at(at, () => {
      this.#scheduled = undefined;
      this.#onDue();
    });
    this.#scheduled = { at, cancel };
  }

  close(): void {
    this.#closed = true;
    this.#scheduled?.cancel();
    this.#scheduled = undefined;
  }
}
