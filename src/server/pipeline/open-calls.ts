/** Counts active calls, so that a close can wait for them. */
export class OpenCalls {
  #size = 0;
  readonly #waiting = new Set<() => void>();

  get size(): number {
    return this.#size;
  }

  /** @returns a function to call when the call has ended; repeated calls have no effect */
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

  /** Resolves when there are none, or after the timeout. */
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
