/**
 * Heavy work in turns: while a document is read nothing else is done in this process, so one is read at a time, tenants
 * take turns, and whatever it took is left to everything else before the next one [W7.2].
 */
import { setTimeout as rest } from 'node:timers/promises';
import { OperationError } from '../contract/operation-error.ts';

export interface TenantFairQueueOptions {
  /** In milliseconds. */
  readonly now?: () => number;
  readonly rest?: (milliseconds: number) => Promise<unknown>;
}

/** Of one tenant. */
const maxWaiting = 20;
const maxRest = 5_000;

export class TenantFairQueue {
  readonly #now: () => number;
  readonly #rest: (milliseconds: number) => Promise<unknown>;
  /** The tenant whose turn is next is the first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isWorking = false;
  #restsUntil = 0;

  constructor({ now = () => performance.now(), rest: wait = rest }: TenantFairQueueOptions = {}) {
    this.#now = now;
    this.#rest = wait;
  }

  /** @param work done at once, when its turn has come. Rejects with OperationError where too many wait, else with what it throws. */
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
    message: `More than ${maxWaiting} documents are waiting to be read already.`,
    context: { retryAfterMs: 5_000 },
  });
}
