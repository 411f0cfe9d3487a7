/** Subscriptions one after the other, by tenant, so that many at once are never more than there may be. */
import type { SubscriptionQuery } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { type QuotaName, quotaExceeded } from '../quotas/quota.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

const turns = new WeakMap<Webhooks, Map<string, Promise<unknown>>>();

/** Throws where there is no room for one more, and then nothing happened. */
export async function withinRoom<Result>(
  services: Services,
  webhooks: Webhooks,
  principal: Principal,
  add: () => Promise<Result>,
): Promise<Result> {
  const { tenant } = principal;
  const waiting = turns.get(webhooks) ?? new Map<string, Promise<unknown>>();
  turns.set(webhooks, waiting);
  const result = (waiting.get(tenant) ?? Promise.resolve()).then(async () => {
    await checkRoom(services, webhooks, principal);
    return add();
  });
  const settled = result.catch(() => undefined);
  waiting.set(tenant, settled);
  try {
    return await result;
  } finally {
    if (waiting.get(tenant) === settled) waiting.delete(tenant);
  }
}

async function checkRoom(
  { store, clock }: Services,
  { most, mostOfPrincipal }: Webhooks,
  { tenant, subject }: Principal,
): Promise<void> {
  const at = clock.now();
  const check = async (quota: QuotaName, limit: number | null, query: SubscriptionQuery): Promise<void> => {
    if (limit === null) return;
    const used = await store.subscriptions.count(tenant, query);
    if (used >= limit) throw quotaExceeded(quota, limit, used);
  };
  await check('subscriptions', most, { at });
  await check('subscriptionsOfPrincipal', mostOfPrincipal, { at, subject });
}
