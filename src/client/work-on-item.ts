/** One work item that was checked out, to its end: completed once, skipped, given back, or lost to others. */
import { followSignal } from './follow-signal.ts';
import { keepLease, type Lease } from './keep-lease.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import type { CheckedOutItem, EndedItem, WorkItem } from './work-item-answers.ts';

/** What a handler can do beside giving an answer. */
export interface Job {
  /** Aborted when the item is lost to others, or the worker is to stop: whatever is done from then on is in vain. */
  readonly signal: AbortSignal;
  /** What the handler returns is not sent: the case goes on without an answer. */
  skip(): void;
  /** What the handler returns is not sent: somebody else can take the item. */
  release(): void;
}

/** Gives the answer, or a promise of it. What it throws gives the item back. */
export type WorkHandler = (item: CheckedOutItem, job: Job) => unknown;

export type ItemEnd = 'completed' | 'skipped' | 'released' | 'lost';

export interface WorkedItem {
  readonly end: ItemEnd;
  /** Why it did not end as it should have; undefined where all went well. */
  readonly error: unknown;
}

interface SentOnce {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** What of a client is needed here. */
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
  /** When it was checked out, by `performance.now()`. */
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
      // Whoever is told to stop and does has not failed.
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

/** What the lease comes to is nothing to it any more: an item that was ended by this very call cannot be held for longer. */
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
  // What was lost meanwhile may be in the hands of another worker of the same account.
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

/** @param error why */
async function giveBack(client: ItemClient, id: string, error: unknown): Promise<WorkedItem> {
  try {
    await client.release(id);
    return { end: 'released', error };
  } catch (refusal) {
    // Somebody has it already, or its lease will end by itself.
    return { end: 'lost', error: error ?? refusal };
  }
}
