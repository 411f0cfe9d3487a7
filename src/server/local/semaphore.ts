/** Room for so many at once. Whoever comes when it is full is let in when a place is left, in the order of coming. */
export class Semaphore {
  readonly #limit: number;
  readonly #queue = new Set<() => void>();
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many are not in yet. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** @returns false where the signal was aborted before there was a place; else `leave` is to be called, once */
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

  /** The place goes to whoever is next, so that nobody can come in between. */
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
