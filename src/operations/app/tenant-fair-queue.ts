/**
 * Schedules CPU-intensive work fairly. Reading a document blocks this process, so documents are read one at a time,
 * tenants alternate, and each one is followed by a pause of the same length for all other work [W7.2].
 */
import { setTimeout as rest } from 'node:timers/promises';
import { OperationError } from '../contract/operation-error.ts';

export interface TenantFairQueueOptions {
  /** In milliseconds. */
  readonly now?: () => number;
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/** Limit for one tenant. */
const maxWaiting = 20;
const maxRest = 5_000;

export class TenantFairQueue {
  readonly #now: () => number;
  readonly #rest: (milliseconds: number) => Promise<unknown>;
  /** The first tenant is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isWorking = false;
  #restsUntil = 0;

  constructor({ now = () => performance.now(), rest: wait = rest }: TenantFairQueueOptions = {}) {
    this.#now = now;
    this.#rest = wait;
  }

  /** Rejects with OperationError if too many wait, otherwise with the error of `work`. @param work synchronous */
  run<Result>(tenant: string, work: () => Result): Promise<Result> {
    const queue = this.#waiting.get(tenant) ?? [];
    if (queue.length >= maxWaiting) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      queue.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#waiting.set(tenant, queue);
      if (!this.#isWorking) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const pause = this.#restsUntil - this.#now();
      if (pause > 0) await this.#rest(pause);
      const [tenant, queue] = next;
      const job = queue.shift();
      this.#waiting.delete(tenant);
      if (queue.length > 0) this.#waiting.set(tenant, queue);
      const begun = this.#now();
      job?.();
      const ended = this.#now();
      this.#restsUntil = ended + Math.min(ended - begun, maxRest);
    }
    this.#isWorking = false;
  }
}

function tooMany(): OperationError {
  return new OperationError({
    code: 'overloaded',
    message: `More than ${maxWaiting} documents are already waiting to be read.`,
    context: { retryAfterMs: 5_000 },
  });
}
