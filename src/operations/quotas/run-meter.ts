/**
 * How many more runs of one kind there may be. Counted once, and then only kept up with, since they grow by what is let
 * in alone; counted anew where none is left and something has changed since.
 */
import { type QuotaName, quotaExceeded } from './quota.ts';

export interface RunMeterOptions {
  readonly quota: QuotaName;
  readonly limit: number;
  /** @param max counting goes no further */
  readonly count: (max: number) => Promise<number>;
  /** Another one whenever there may be fewer. */
  readonly version: () => string;
}

export class RunMeter {
  readonly #options: RunMeterOptions;
  #left = 0;
  #counted = '';
  /** Let in, and not over. */
  #pending = 0;

  constructor(options: RunMeterOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Throws where there is no room for one more. */
  async check(): Promise<void> {
    const { quota, limit, count, version } = this.#options;
    if (this.#left > 0) return;
    const now = version();
    if (this.#counted !== now) {
      // Before they are counted: one that becomes durable meanwhile is counted twice rather than not at all.
      const pending = this.#pending;
      this.#left = limit - pending - (await count(limit));
      this.#counted = now;
    }
    if (this.#left <= 0) throw quotaExceeded(quota, limit, limit);
  }

  reserve(): void {
    this.#left -= 1;
    this.#pending += 1;
  }

  /** @param hasTaken whether there is one more now */
  settle(hasTaken: boolean): void {
    this.#pending -= 1;
    if (!hasTaken) this.#left += 1;
    // Whatever was counted while it was under way may have been counted twice.
    this.#counted = '';
  }
}
