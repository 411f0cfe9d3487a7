/** Room for so many at once. Whoever comes when it is full is let in when a place is left, in the order of coming. */
export class Places {
  readonly #most: number;
  readonly #queue = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many are not in yet. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** @returns false where the signal was aborted before there was a place; else `leave` is to be called, once */
  async enter(signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.#taken < this.#most) {
      this.#taken++;
      return true;
    }
    return new Promise((done) => {
      const comeIn = (): void => {
        signal?.removeEventListener('abort', giveUp);
        done(true);
      };
      const giveUp = (): void => {
        this.#queue.delete(comeIn);
        done(false);
      };
      this.#queue.add(comeIn);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The place goes to whoever is next, so that nobody can come in between. */
  leave(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#taken--;
      return;
    }
    this.#queue.delete(next);
    next();
  }
}
