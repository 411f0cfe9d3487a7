/**
 * Polls for offered work items, checks them out, runs the handler, and completes them. It polls again at once after
 * work, and with growing pauses while there is none.
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
  /** Lease time of an item; it is renewed in time. Default: a minute, at least a second. */
  readonly leaseMs?: number;
  /** Number of items at once. Default: 1. */
  readonly concurrency?: number;
  /** Stops the worker: handlers get aborted signals, and held items are released, unless a handler still answers. */
  readonly signal?: AbortSignal;
  /** Maximum pause while there is nothing to do. Default: 5 seconds. */
  readonly idleMs?: number;
  /**
   * Called for every error, with the item if there is one; the worker continues. Without it, the first handler that
   * throws, or whose answer is refused, ends the worker.
   */
  readonly onError?: (error: unknown, item: WorkItem | undefined) => void;
}

/** Number of items by outcome. */
export type WorkDone = Readonly<Record<ItemEnd, number>>;

/** The client methods that are used here. */
export interface WorkClient extends TakingClient, ItemClient {
  listWorkItems(query: {
    readonly specification?: string;
    readonly caseId?: string;
    readonly status: readonly ['offered'];
    readonly cursor?: string;
    readonly signal: AbortSignal;
  }): Promise<WorkItemPage>;
}

/** Result of one poll. */
interface PollResult {
  taken: number;
  /** Other workers were faster. */
  conflicts: number;
}

/** The first pause while there is nothing to do; it doubles. */
const minIdleMs = 250;
/** Pause at full load: it ends early when an item ends. */
const untilWoken = 2 ** 31 - 1;
/** After so many lost checkouts the list is outdated. */
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
  /** Another worker was faster the last time. */
  #isContended = false;
  #wake = (): void => undefined;

  constructor(client: WorkClient, handler: WorkHandler, options: WorkOptions) {
    this.#client = client;
    this.#handler = handler;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 60_000;
    this.#taker = createItemTaker(client, this.#leaseMs, this.#cooldowns);
  }

  /** Runs until the signal is aborted, or an error that waiting does not fix. */
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
          // The oldest first; after lost checkouts workers continue at random positions, so that they do not collide
          // again.
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
    // Only after it is registered: a handler may stop the worker as soon as it is called.
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
