/** One work item that was checked out, to its end: completed once, skipped, given back, or lost to others. */
import { ClientError } from './client-error.ts';
import { keepLease, type Lease } from './keep-lease.ts';
import { pause } from './pause.ts';
import type { CheckedOutItem, EndedItem, WorkItem } from './work-item-answers.ts';

/** What a handler can do beside giving an answer. */
export interface Job {
  /** Aborted when the item is lost to others, or the worker is to stop: whatever is done from then on is in vain. */
  readonly signal: AbortSignal;
  /** What the handler returns is not sent: the case goes on as if nothing had been asked. */
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
    options: { readonly leaseMs: number; readonly signal: AbortSignal },
  ): Promise<CheckedOutItem>;
  complete(item: string, output: unknown, options: SentOnce): Promise<EndedItem>;
  skip(item: string, options: SentOnce): Promise<EndedItem>;
  release(item: string): Promise<WorkItem>;
  newIdempotencyKey(): string;
}

export interface ItemOrder {
  readonly item: CheckedOutItem;
  readonly handler: WorkHandler;
  readonly leaseMs: number;
  /** When it was checked out, by `performance.now()`. */
  readonly since: number;
  readonly stop: AbortSignal;
}

export async function workOnItem(client: ItemClient, order: ItemOrder): Promise<WorkedItem> {
  const { item, leaseMs, since, stop } = order;
  const { workitem_id: id } = item;
  const lease = keepLease(leaseMs, since, (signal) => client.renew(id, { leaseMs, signal }));
  try {
    const told = await handle(order, lease);
    if (lease.signal.aborted) return { end: 'lost', error: lease.signal.reason };
    if (told.kind === 'failed') {
      // Whoever is told to stop and does has not failed.
      return await giveBack(client, id, stop.aborted ? undefined : told.error);
    }
    if (told.kind === 'release') return await giveBack(client, id, undefined);
    if (told.kind === 'skip') {
      return await deliver(client, id, lease, 'skipped', (once) => client.skip(id, once));
    }
    return await deliver(client, id, lease, 'completed', (once) => client.complete(id, told.output, once));
  } finally {
    lease.end();
  }
}

type Told =
  | { readonly kind: 'complete'; readonly output: unknown }
  | { readonly kind: 'skip' }
  | { readonly kind: 'release' }
  | { readonly kind: 'failed'; readonly error: unknown };

async function handle({ item, handler, stop }: ItemOrder, lease: Lease): Promise<Told> {
  if (stop.aborted) return { kind: 'release' };
  const enough = new AbortController();
  const onLost = (): void => enough.abort(lease.signal.reason);
  const onStop = (): void => enough.abort(stop.reason);
  lease.signal.addEventListener('abort', onLost);
  stop.addEventListener('abort', onStop);
  let told: Told | undefined;
  const job: Job = {
    signal: enough.signal,
    skip: () => {
      told = { kind: 'skip' };
    },
    release: () => {
      told = { kind: 'release' };
    },
  };
  try {
    const output = await handler(item, job);
    return told ?? { kind: 'complete', output };
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Sent under one key until it is taken or refused, or the item is lost: work that is done is not thrown away by an outage. */
async function deliver(
  client: ItemClient,
  id: string,
  lease: Lease,
  end: ItemEnd,
  send: (once: SentOnce) => Promise<unknown>,
): Promise<WorkedItem> {
  const once = { idempotencyKey: client.newIdempotencyKey(), signal: lease.signal };
  for (;;) {
    try {
      await send(once);
      return { end, error: undefined };
    } catch (error) {
      if (lease.signal.aborted) return { end: 'lost', error };
      if (!(error instanceof ClientError && error.retryable)) return giveBack(client, id, error);
    }
    await pause(outage, lease.signal).catch(() => undefined);
  }
}

/** Before an answer is sent again that could not be sent, however often it was tried. */
const outage = 1_000;

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
