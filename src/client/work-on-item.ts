/** Handles one checked-out work item to its end: completed once, skipped, released, or lost to another worker. */
import { followSignal } from './follow-signal.ts';
import { keepLease, type Lease } from './keep-lease.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import type { CheckedOutItem, EndedItem, WorkItem } from './work-item-answers.ts';

/** What a handler can do in addition to returning an answer. */
export interface Job {
  /** Aborted when the item is lost, or the worker is to stop: further work has no effect. */
  readonly signal: AbortSignal;
  /** Skips the item: the handler's return value is not sent, and the case continues without an answer. */
  skip(): void;
  /** Releases the item: the handler's return value is not sent, and another worker can take it. */
  release(): void;
}

/** Returns the answer, or a promise of it. An error releases the item. */
export type WorkHandler = (item: CheckedOutItem, job: Job) => unknown;

export type ItemEnd = 'completed' | 'skipped' | 'released' | 'lost';

export interface WorkedItem {
  readonly end: ItemEnd;
  /** Why it ended otherwise; `undefined` if it succeeded. */
  readonly error: unknown;
}

interface SentOnce {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** The client methods that are used here. */
export interface ItemClient {
  renew(
    item: string,
    options: { readonly leaseMs: number; readonly signal?: AbortSignal },
  ): Promise<CheckedOutItem>;
  complete(item: string, output: unknown, options: SentOnce): Promise<EndedItem>;
  skip(item: string, options: SentOnce): Promise<EndedItem>;
  release(item: string): Promise<WorkItem>;
  newIdempotencyKey(): string;
}

export interface ItemWork {
  readonly item: CheckedOutItem;
  readonly handler: WorkHandler;
  readonly leaseMs: number;
  /** Time of the checkout, by `performance.now()`. */
  readonly since: number;
  readonly stop: AbortSignal;
}

export async function workOnItem(client: ItemClient, itemWork: ItemWork): Promise<WorkedItem> {
  const { item, leaseMs, since, stop } = itemWork;
  const { workitem_id: id } = item;
  const lease = keepLease(leaseMs, since, (signal) => client.renew(id, { leaseMs, signal }));
  try {
    const decision = await handle(itemWork, lease);
    if (lease.signal.aborted) return { end: 'lost', error: lease.signal.reason };
    if (decision.kind === 'failed') {
      // A handler that stops because it was aborted has not failed.
      return await giveBack(client, id, stop.aborted ? undefined : decision.error);
    }
    if (decision.kind === 'release') return await giveBack(client, id, undefined);
    return await deliver(client, itemWork, lease, decision);
  } finally {
    lease.end();
  }
}

type Delivered = { readonly kind: 'complete'; readonly output: unknown } | { readonly kind: 'skip' };

type HandlerDecision =
  | Delivered
  | { readonly kind: 'release' }
  | { readonly kind: 'failed'; readonly error: unknown };

async function handle({ item, handler, stop }: ItemWork, lease: Lease): Promise<HandlerDecision> {
  if (stop.aborted) return { kind: 'release' };
  const enough = new AbortController();
  const unfollow = [lease.signal, stop].map((signal) =>
    followSignal(signal, () => enough.abort(signal.reason)),
  );
  let decision: HandlerDecision | undefined;
  const job: Job = {
    signal: enough.signal,
    skip: () => {
      decision = { kind: 'skip' };
    },
    release: () => {
      decision = { kind: 'release' };
    },
  };
  try {
    const output = await handler(item, job);
    return decision ?? { kind: 'complete', output };
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    for (const end of unfollow) end();
  }
}

/** Ignores the lease from here on: an item that this call has ended cannot be renewed. */
async function deliver(
  client: ItemClient,
  { item, stop }: ItemWork,
  lease: Lease,
  decision: Delivered,
): Promise<WorkedItem> {
  const { workitem_id: id } = item;
  const idempotencyKey = client.newIdempotencyKey();
  const { end, tool, send } = deliveryOf(client, id, decision);
  const answered = await sendUntilAnswered(tool, (signal) => send({ idempotencyKey, signal }), stop);
  if (answered.kind === 'taken') return { end, error: undefined };
  const { kind, error } = answered;
  // A lost item may be held by another worker of the same account.
  if (kind === 'unknown' || lease.signal.aborted) return { end: 'lost', error };
  return giveBack(client, id, error);
}

interface ItemDelivery {
  readonly end: ItemEnd;
  readonly tool: string;
  readonly send: (once: SentOnce) => Promise<EndedItem>;
}

function deliveryOf(client: ItemClient, id: string, decision: Delivered): ItemDelivery {
  if (decision.kind === 'skip') {
    return { end: 'skipped', tool: 'workitems_skip', send: (once) => client.skip(id, once) };
  }
  const send = (once: SentOnce) => client.complete(id, decision.output, once);
  return { end: 'completed', tool: 'workitems_complete', send };
}

/** @param error the reason */
async function giveBack(client: ItemClient, id: string, error: unknown): Promise<WorkedItem> {
  try {
    await client.release(id);
    return { end: 'released', error };
  } catch (refusal) {
    // Another worker has it already, or its lease will expire.
    return { end: 'lost', error: error ?? refusal };
  }
}
