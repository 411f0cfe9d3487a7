/** Runs that take longer than a commit waits for. They are not served meanwhile, and committed when they are applied. */

export interface AppliedWork {
  /** Of the run. */
  readonly key: string;
  readonly tenant: string;
  /** Resolves when all its commands are applied. */
  applied: Promise<void>;
  isApplied: boolean;
}

export class SlowRuns<Work extends AppliedWork> {
  readonly #onApplied: () => void;
  /** By key of the run. */
  readonly #inProgress = new Map<string, Work>();
  readonly #applied: Work[] = [];

  constructor(onApplied: () => void) {
    this.#onApplied = onApplied;
  }

  get size(): number {
    return this.#inProgress.size;
  }

  get hasApplied(): boolean {
    return this.#applied.length > 0;
  }

  has(key: string): boolean {
    return this.#inProgress.has(key);
  }

  countOf(tenant: string): number {
    let count = 0;
    for (const work of this.#inProgress.values()) if (work.tenant === tenant) count += 1;
    return count;
  }

  follow(work: Work): void {
    this.#inProgress.set(work.key, work);
    void work.applied.then(() => {
      this.#inProgress.delete(work.key);
      this.#applied.push(work);
      this.#onApplied();
    });
  }

  /** What can be committed now. */
  takeApplied(): Work[] {
    return this.#applied.splice(0);
  }
}
