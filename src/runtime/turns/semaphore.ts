/** A semaphore with a FIFO queue. */
export class Semaphore {
  readonly #limit: number;
  readonly #queue = new Set<() => void>();
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of waiters. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** @returns false if the signal was aborted before a permit was free; otherwise call `leave` once */
  async acquire(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.#taken < this.#limit) {
      this.#taken++;
      return true;
    }
    return new Promise((done) => {
      const grant = (): void => {
        signal?.removeEventListener('abort', giveUp);
        done(true);
      };
      const giveUp = (): void => {
        this.#queue.delete(grant);
        done(false);
      };
      this.#queue.add(grant);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Passes the permit directly to the next waiter, so that no other can overtake it. */
  release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#taken--;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
