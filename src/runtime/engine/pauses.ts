/**
 * Pauses of tenants whose work took long at once: after it the tenant is not served for several times as long, if others
 * were served shortly before. So a tenant with large events leaves most of the process to the others [R4.4]. On its own
 * it has no pauses.
 */

/** Shorter work has no pause after it, in milliseconds. */
const longWork = 20;
/** Length of the pause, in times of the work. */
const factor = 3;
const maxPause = 5_000;
/** How long another tenant counts as active after it was served. */
const activeFor = 1_000;

interface Pause {
  readonly began: number;
  readonly until: number;
}

interface Served {
  readonly tenant: string;
  readonly at: number;
}

export class Pauses {
  readonly #now: () => number;
  readonly #until = new Map<string, Pause>();
  readonly #listeners: (() => void)[] = [];
  readonly #awaiting: (() => void)[] = [];
  #last: Served | undefined;
  /** The last of another tenant than the last. */
  #other: Served | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isPaused(tenant: string): boolean {
    return this.#until.has(tenant);
  }

  /** @param listener called when the pause of a tenant ends */
  onEnd(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when the pause of a tenant ends. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#awaiting.push(resolve));
  }

  /** Whether tenants take turns at present. */
  isShared(now = this.#now()): boolean {
    return this.#other !== undefined && now - this.#other.at <= activeFor;
  }

  /** @param took in milliseconds, which nothing else could use; 0 if the work was small */
  served(tenant: string, took: number): void {
    const now = this.#now();
    if (this.#last?.tenant !== tenant) this.#other = this.#last;
    this.#last = { tenant, at: now };
    if (took <= longWork || !this.isShared(now - took)) return;
    const known = this.#until.get(tenant);
    const { began, until } = known ?? { began: now, until: now };
    // Work that continues meanwhile does not make it endless.
    this.#until.set(tenant, { began, until: Math.min(until + took * factor, began + maxPause) });
    if (known === undefined) this.#awaitEnd(tenant);
  }

  #awaitEnd(tenant: string): void {
    const wait = (this.#until.get(tenant)?.until ?? 0) - this.#now();
    // An engine that stops does not wait for it.
    if (wait > 0) setTimeout(() => this.#awaitEnd(tenant), wait).unref();
    else {
      this.#until.delete(tenant);
      for (const call of this.#listeners) call();
      // What is applied is written first.
      setImmediate(() => {
        for (const call of this.#awaiting.splice(0)) call();
      });
    }
  }
}
