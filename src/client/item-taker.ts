/**
 * Checks items out. What became of a checkout that was not answered is asked again, under the same key, until it is known:
 * the item may be held by a worker that does not know of it.
 */
import { ClientError, isRetryable } from './client-error.ts';
import type { ItemCooldowns } from './item-cooldowns.ts';
import type { CheckedOutItem } from './work-item-answers.ts';
import type { ItemClient } from './work-on-item.ts';

export interface TakenItem {
  readonly item: CheckedOutItem;
  /** When it was asked for, by `performance.now()`. */
  readonly since: number;
}

export interface ItemTaker {
  /** @returns undefined where it was refused. @throws whatever is not about this item alone */
  take(id: string): Promise<TakenItem | undefined>;
  /** Items of which it is time to ask again whether they are held. */
  uncertain(): readonly string[];
}

/** What of a client is needed here. */
export interface TakingClient extends Pick<ItemClient, 'renew' | 'newIdempotencyKey'> {
  checkout(
    item: string,
    options: { readonly leaseMs: number; readonly idempotencyKey: string },
  ): Promise<CheckedOutItem>;
}

export function createItemTaker(client: TakingClient, leaseMs: number, cooldowns: ItemCooldowns): ItemTaker {
  /** The keys of checkouts that were not answered. */
  const uncertainKeys = new Map<string, string>();

  // Not to be broken off: it would be held by nobody who knows.
  const hold = async (id: string, idempotencyKey: string): Promise<TakenItem> => {
    const asked = performance.now();
    const item = await client.checkout(id, { leaseMs, idempotencyKey });
    const isFresh = !uncertainKeys.has(id) && performance.now() - asked < leaseMs / 4;
    if (isFresh) return { item, since: asked };
    // Much of its time may be over: from here on it is known how much is left.
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

/** About this one item, and not about whoever asks. */
const refusals: ReadonlySet<number> = new Set([403, 404, 409]);

const takenByOthers: ReadonlySet<string> = new Set([
  'work_item_held',
  'work_item_ended',
  'work_item_not_found',
]);
