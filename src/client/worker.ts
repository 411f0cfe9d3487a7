/**
 * Looks for work items that are offered, checks them out, has them handled, and completes them. It looks at once again
 * after work, and more and more seldom while there is none.
 */
import { isRetryable } from './client-error.ts';
import { followSignal } from './follow-signal.ts';
import { createItemCooldowns } from './item-cooldowns.ts';
import { createItemTaker, type ItemTaker, type TakenItem, type TakingClient } from './item-taker.ts';
import { pause } from './pause.ts';
import type { CheckedOutItem, WorkItem, WorkItemPage } from './work-item-answers.ts';
import {
  type ItemClient,
  type ItemEnd,
  type WorkedItem,
  type WorkHandler,
  workOnItem,
} from './work-on-item.ts';

export interface WorkOptions {
  /** Only items of its cases. */
  readonly specification?: string;
  readonly caseId?: string;
  /** Only items of this task. */
  readonly taskName?: string;
  /** For how long an item is held without a sign of life; it is renewed in time. A minute where absent, a second at least. */
  readonly leaseMs?: number;
  /** How many items at once; one where absent. */
  readonly concurrency?: number;
  /** Ends it: handlers are told by their own signal, and what is held then is given back, unless its handler still answers. */
  readonly signal?: AbortSignal;
  /** The longest pause while there is nothing to do; 5 seconds where absent. */
  readonly idleMs?: number;
  /**
   * Told of everything that went wrong, with the item where it was one; the worker goes on. Without it the first handler that
   * throws, or whose answer is refused, ends the worker.
   */
  readonly onError?: (error: unknown, item: WorkItem | undefined) => void;
}

/** How many items ended how. */
export type WorkDone = Readonly<Record<ItemEnd, number>>;

/** What of a client is needed here. */
export interface WorkClient extends TakingClient, ItemClient {
  listWorkItems(query: {
    readonly specification?: string;
    readonly caseId?: string;
    readonly status: readonly ['offered'];
    readonly cursor?: string;
    readonly signal: AbortSignal;
  }): Promise<WorkItemPage>;
}

/** What one look at the open items came to. */
interface PollResult {
  taken: number;
  /** Others were quicker. */
  conflicts: number;
}

/** The first pause while there is nothing to do, which doubles. */
const minIdleMs = 250;
/** While as much is under way as may be: it ends when something does. */
const untilWoken = 2 ** 31 - 1;
/** So many others were quicker that the list is old. */
const tooManyConflicts = 3;

export class Worker {
  readonly #client: WorkClient;
  readonly #handler: WorkHandler;
  readonly #options: WorkOptions;
  readonly #leaseMs: number;
  readonly #stop = new AbortController();
  readonly #jobs = new Map<string, Promise<void>>();
  readonly #cooldowns = createItemCooldowns(() => performance.now());
  readonly #taker: ItemTaker;
  readonly #done: Record<ItemEnd, number> = { completed: 0, skipped: 0, released: 0, lost: 0 };
  #failure: { readonly error: unknown } | undefined;
  #ended = 0;
  /** Others were quicker the last time. */
  #isContended = false;
  #wake = (): void => undefined;

  constructor(client: WorkClient, handler: WorkHandler, options: WorkOptions) {
    this.#client = client;
    this.#handler = handler;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 60_000;
    this.#taker = createItemTaker(client, this.#leaseMs, this.#cooldowns);
  }

  /** Until the signal ends it, or something that waiting does not help against. */
  async run(): Promise<WorkDone> {
    const { signal, idleMs = 5_000 } = this.#options;
    const end = (): void => this.#end(signal?.reason);
    const unfollow = signal === undefined ? undefined : followSignal(signal, end);
    if (signal?.aborted === true) end();
    const minIdle = Math.min(minIdleMs, idleMs);
    for (let idle = minIdle; !this.#stop.signal.aborted; ) {
      const ended = this.#ended;
      const { taken, conflicts } = await this.#poll();
      if (this.#isFull()) await this.#sleep(untilWoken);
      else if (taken === 0 && this.#ended === ended) await this.#sleep(idle);
      const isIdle = taken + conflicts === 0 && this.#ended === ended;
      idle = isIdle ? Math.min(idle * 2, idleMs) : minIdle;
    }
    await Promise.all(this.#jobs.values());
    unfollow?.();
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#done;
  }

  async #poll(): Promise<PollResult> {
    const pollResult = { taken: 0, conflicts: 0 };
    try {
      for (const id of this.#taker.uncertain()) {
        if (this.#isFull() || this.#stop.signal.aborted) return pollResult;
        await this.#take(id, pollResult);
      }
      let cursor: string | undefined;
      do {
        const page = await this.#list(cursor);
        const open = page.work_items.filter((item) => this.#isWanted(item));
        while (open.length > 0 && pollResult.conflicts < tooManyConflicts) {
          if (this.#isFull() || this.#stop.signal.aborted) return pollResult;
          // The oldest first; where others want the same, they had better not all go on with the next one.
          const at = this.#isContended ? Math.floor(Math.random() * open.length) : 0;
          for (const { workitem_id: id } of open.splice(at, 1)) await this.#take(id, pollResult);
        }
        cursor = page.next_cursor;
      } while (cursor !== undefined && pollResult.conflicts < tooManyConflicts);
    } catch (error) {
      if (this.#stop.signal.aborted) return pollResult;
      if (isRetryable(error)) this.#reportError(error);
      else this.#fail(error);
    }
    return pollResult;
  }

  #list(cursor: string | undefined): Promise<WorkItemPage> {
    const { specification, caseId } = this.#options;
    return this.#client.listWorkItems({
      ...(specification === undefined ? {} : { specification }),
      ...(caseId === undefined ? {} : { caseId }),
      ...(cursor === undefined ? {} : { cursor }),
      status: ['offered'],
      signal: this.#stop.signal,
    });
  }

  #isFull(): boolean {
    return this.#jobs.size >= (this.#options.concurrency ?? 1);
  }

  #isWanted({ workitem_id: id, reason, may_answer: mayAnswer, task_name: task }: WorkItem): boolean {
    const { taskName = task } = this.#options;
    const isForUs = reason === 'work' && mayAnswer !== false && task === taskName;
    return isForUs && !this.#jobs.has(id) && this.#cooldowns.isOver(id);
  }

  async #take(id: string, pollResult: PollResult): Promise<void> {
    const taken = await this.#taker.take(id);
    pollResult[taken === undefined ? 'conflicts' : 'taken'] += 1;
    this.#isContended = taken === undefined;
    if (taken !== undefined) this.#begin(taken);
  }

  #begin({ item, since }: TakenItem): void {
    const stop = this.#stop.signal;
    const itemWork = { item, handler: this.#handler, leaseMs: this.#leaseMs, since, stop };
    // Not before it is noted: a handler may end the worker as soon as it is called.
    const ended = Promise.resolve()
      .then(() => workOnItem(this.#client, itemWork))
      .then(
        (worked) => this.#note(item, worked),
        (error: unknown) => this.#note(item, { end: 'lost', error }),
      );
    this.#jobs.set(item.workitem_id, ended);
  }

  #note(item: CheckedOutItem, { end, error }: WorkedItem): void {
    const { workitem_id: id } = item;
    this.#done[end] += 1;
    this.#ended += 1;
    this.#jobs.delete(id);
    if (error !== undefined) {
      this.#cooldowns.begin(id);
      if (this.#options.onError === undefined) this.#fail(error);
      else this.#reportError(error, item);
    }
    this.#wake();
  }

  async #sleep(ms: number): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const wakeSignal = new AbortController();
    this.#wake = () => wakeSignal.abort();
    await pause(ms, wakeSignal.signal).catch(() => undefined);
  }

  #reportError(error: unknown, item?: WorkItem): void {
    try {
      this.#options.onError?.(error, item);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#end(error);
  }

  #end(reason: unknown): void {
    this.#stop.abort(reason);
    this.#wake();
  }
}
