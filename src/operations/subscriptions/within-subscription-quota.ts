/** Adds subscriptions one after the other, by tenant, so that concurrent requests never exceed the quota. */
import type { Subscription, SubscriptionQuery } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import type { Webhooks } from '../infrastructure/webhooks.ts';
import { type QuotaName, quotaExceeded } from '../quotas/quota.ts';

const pendingByWebhooks = new WeakMap<Webhooks, Map<string, Promise<unknown>>>();

/** Throws if the quota is exceeded; then nothing happened. */
export async function withinSubscriptionQuota<Result>(
  services: Services,
  webhooks: Webhooks,
  { tenant, subject, run, workflow }: Subscription,
  add: () => Promise<Result>,
): Promise<Result> {
  const waiting = pendingByWebhooks.get(webhooks) ?? new Map<string, Promise<unknown>>();
  pendingByWebhooks.set(webhooks, waiting);
  const result = (waiting.get(tenant) ?? Promise.resolve()).then(async () => {
    await checkQuota(services, webhooks, { tenant, subject, to: run === '' ? { run, workflow } : { run } });
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

/** Each event is written once per subscription, in one transaction. */
const maxPerTarget = 1_000;
const maxPerTargetAndPrincipal = 100;

interface SubscriptionTarget {
  readonly tenant: string;
  readonly subject: string;
  /** The run, or the workflow. */
  readonly to: SubscriptionQuery;
}

async function checkQuota(
  { store, clock }: Services,
  { max, maxPerPrincipal }: Webhooks,
  { tenant, subject, to }: SubscriptionTarget,
): Promise<void> {
  const at = clock.now();
  const check = async (quota: QuotaName, limit: number | null, query: SubscriptionQuery): Promise<void> => {
    if (limit === null) return;
    const used = await store.subscriptions.count(tenant, query);
    if (used >= limit) throw quotaExceeded(quota, limit, used);
  };
  await check('subscriptions', max, { at });
  await check('subscriptionsOfPrincipal', maxPerPrincipal, { at, subject });
  await check('subscriptionsToOne', maxPerTarget, { at, ...to });
  await check('subscriptionsToOneOfPrincipal', maxPerTargetAndPrincipal, { at, subject, ...to });
}
