/**
 * Checks items out. A checkout without a response is repeated under the same key until its outcome is known: otherwise
 * the item could be held by a worker that does not know it.
 */
import { ClientError, isRetryable } from './client-error.ts';
import type { ItemCooldowns } from './item-cooldowns.ts';
import type { CheckedOutItem } from './work-item-answers.ts';
import type { ItemClient } from './work-on-item.ts';

export interface TakenItem {
  readonly item: CheckedOutItem;
  /** Time of the request, by `performance.now()`. */
  readonly since: number;
}

export interface ItemTaker {
  /** @returns `undefined` if it was refused. @throws errors that are not about this item alone */
  take(id: string): Promise<TakenItem | undefined>;
  /** Items whose checkout is to be repeated now. */
  uncertain(): readonly string[];
}

/** The client methods that are used here. */
export interface TakingClient extends Pick<ItemClient, 'renew' | 'newIdempotencyKey'> {
  checkout(
    item: string,
    options: { readonly leaseMs: number; readonly idempotencyKey: string },
  ): Promise<CheckedOutItem>;
}

export function createItemTaker(client: TakingClient, leaseMs: number, cooldowns: ItemCooldowns): ItemTaker {
  /** Keys of checkouts without a response. */
  const uncertainKeys = new Map<string, string>();

  // Not abortable: the item would be held without a worker that knows it.
  const hold = async (id: string, idempotencyKey: string): Promise<TakenItem> => {
    const asked = performance.now();
    const item = await client.checkout(id, { leaseMs, idempotencyKey });
    const isFresh = !uncertainKeys.has(id) && performance.now() - asked < leaseMs / 4;
    if (isFresh) return { item, since: asked };
    // Much of the lease may be over: the renewal returns the time that is left.
    const since = performance.now();
    await client.renew(id, { leaseMs });
    return { item, since };
  };

  return {
    async take(id) {
      const key = uncertainKeys.get(id) ?? client.newIdempotencyKey();
      try {
        const taken = await hold(id, key);
        uncertainKeys.delete(id);
        return taken;
      } catch (error) {
        if (isRetryable(error)) {
          uncertainKeys.set(id, key);
          cooldowns.begin(id);
          throw error;
        }
        uncertainKeys.delete(id);
        if (!(error instanceof ClientError && refusals.has(error.httpStatus))) throw error;
        if (!takenByOthers.has(error.errorCode)) cooldowns.begin(id);
        return undefined;
      }
    },
    uncertain: () => [...uncertainKeys.keys()].filter((id) => cooldowns.isOver(id)),
  };
}

/** Whether the error is about this item, not about the caller. */
const refusals: ReadonlySet<number> = new Set([403, 404, 409]);

const takenByOthers: ReadonlySet<string> = new Set([
  'work_item_held',
  'work_item_ended',
  'work_item_not_found',
]);
