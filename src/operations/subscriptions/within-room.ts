/** Subscriptions one after the other, by tenant, so that many at once are never more than there may be. */
import type { Subscription, SubscriptionQuery } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { type QuotaName, quotaExceeded } from '../quotas/quota.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

const turns = new WeakMap<Webhooks, Map<string, Promise<unknown>>>();

/** Throws where there is no room for one more, and then nothing happened. */
export async function withinRoom<Result>(
  services: Services,
  webhooks: Webhooks,
  { tenant, subject, run, workflow }: Subscription,
  add: () => Promise<Result>,
): Promise<Result> {
  const waiting = turns.get(webhooks) ?? new Map<string, Promise<unknown>>();
  turns.set(webhooks, waiting);
  const result = (waiting.get(tenant) ?? Promise.resolve()).then(async () => {
    await checkRoom(services, webhooks, { tenant, subject, to: run === '' ? { run, workflow } : { run } });
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

/** What happens is written once for each of them, in one go. */
const mostToOne = 1_000;
const mostToOneOfPrincipal = 100;

interface Wanted {
  readonly tenant: string;
  readonly subject: string;
  /** The run, or the workflow. */
  readonly to: SubscriptionQuery;
}

async function checkRoom(
  { store, clock }: Services,
  { most, mostOfPrincipal }: Webhooks,
  { tenant, subject, to }: Wanted,
): Promise<void> {
  const at = clock.now();
  const check = async (quota: QuotaName, limit: number | null, query: SubscriptionQuery): Promise<void> => {
    if (limit === null) return;
    const used = await store.subscriptions.count(tenant, query);
    if (used >= limit) throw quotaExceeded(quota, limit, used);
  };
  await check('subscriptions', most, { at });
  await check('subscriptionsOfPrincipal', mostOfPrincipal, { at, subject });
  await check('subscriptionsToOne', mostToOne, { at, ...to });
  await check('subscriptionsToOneOfPrincipal', mostToOneOfPrincipal, { at, subject, ...to });
}
