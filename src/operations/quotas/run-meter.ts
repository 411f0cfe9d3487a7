/**
 * Meters how many more runs of one kind are allowed. It counts once and then tracks admissions, since the number grows
 * only through them. It counts again if none is left and something has changed since.
 */
import { type QuotaName, quotaExceeded } from './quota.ts';

export interface RunMeterOptions {
  readonly quota: QuotaName;
  readonly limit: number;
  /** @param max counting stops there */
  readonly count: (max: number) => Promise<number>;
  /** Changes whenever the number may have fallen. */
  readonly version: () => string;
}

export class RunMeter {
  readonly #options: RunMeterOptions;
  #left = 0;
  #counted = '';
  /** Admitted and not finished. */
  #pending = 0;

  constructor(options: RunMeterOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Throws if the limit is reached. */
  async check(): Promise<void> {
    const { quota, limit, count, version } = this.#options;
    if (this.#left > 0) return;
    const now = version();
    if (this.#counted !== now) {
      // Before the count: a run that is committed meanwhile is counted twice rather than not at all.
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
    // A count during the request may have counted it twice.
    this.#counted = '';
  }
}
