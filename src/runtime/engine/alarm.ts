/** Rings when the next thing is due. One timer, whatever waits: the rest is in the store's index [R3.1, R4.3]. */
import type { Clock } from '../ports/clock.ts';

export class Alarm {
  readonly #clock: Clock;
  readonly #ring: () => void;
  #set: { readonly at: number; readonly cancel: () => void } | undefined;
  #closed = false;

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at that time, unless it rings earlier anyway. */
  arm(at: number): void {
    if (this.#closed || (this.#set !== undefined && this.#set.at <= at)) return;
    this.#set?.cancel();
    const cancel = this.#clock.at(at, () => {
      this.#set = undefined;
      this.#ring();
    });
    this.#set = { at, cancel };
  }

  close(): void {
    this.#closed = true;
    this.#set?.cancel();
    this.#set = undefined;
  }
}
