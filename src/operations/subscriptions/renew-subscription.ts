/** Extends a subscription from now on. One that has ended is activated again and misses the events in between. */
import { z } from 'zod';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { endOfLife } from './end-of-life.ts';
import { getSubscription, subscriptionNotFound } from './get-subscription.ts';
import { lifeField, subscriptionField } from './subscription-fields.ts';
import { subscriptionReceipts } from './subscription-receipt.ts';
import { type SubscriptionView, subscriptionView, viewSubscription } from './subscription-view.ts';
import { withinSubscriptionQuota } from './within-subscription-quota.ts';

const input = z.strictObject({
  subscription: subscriptionField,
  lifeMs: lifeField,
  idempotencyKey: keyField,
});

const name = 'subscriptions.renew';

export const renewSubscription: Operation<z.infer<typeof input>, SubscriptionView> = {
  name,
  scope: 'workflows:query',
  writes: true,
  summary: 'Extends a subscription from now on.',
  rest: { method: 'POST', path: '/v1/subscriptions/{subscription}/renew', tag: 'webhooks' },
  input,
  output: subscriptionView,
  async perform(principal, given, services) {
    const { subscription: id, lifeMs } = given;
    const { store, clock, webhooks } = services;
    const subscription = await getSubscription(services, principal, id);
    if ((await findReceipt(services, principal, name, given)) !== undefined) {
      return viewSubscription(services, principal, subscription);
    }
    const expiresAt = await endOfLife(services, subscription, lifeMs);
    const renew = () =>
      store.subscriptions.renew(subscription.tenant, id, expiresAt, {
        audit: auditEntriesOf(services, principal, name, id),
        receipts: subscriptionReceipts(services, principal, name, given, subscription),
      });
    // An ended one was no longer counted.
    const needsQuota = webhooks !== undefined && clock.now() >= subscription.expiresAt;
    const renewed = await (needsQuota
      ? withinSubscriptionQuota(services, webhooks, subscription, renew)
      : renew());
    if (renewed === undefined) throw subscriptionNotFound(id);
    return viewSubscription(services, principal, renewed);
  },
};
