/** Counts the calls that are under way, for whoever wants to close when there are none. */
export class OpenCalls {
  #size = 0;
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#size;
  }

  /** @returns to be called when the call has ended; after the first time it does nothing */
  enter(): () => void {
    this.#size++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#size--;
      if (this.#size === 0) for (const wake of [...this.#waiting]) wake();
    };
  }

  /** When there are none, or the time is over. */
  whenIdle(milliseconds: number): Promise<void> {
    if (this.#size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }
}
