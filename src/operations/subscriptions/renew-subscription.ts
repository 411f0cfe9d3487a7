/** Keeps a subscription in force for longer, from now on; one that has ended begins again, and misses what was between. */
import { z } from 'zod';
import { entriesOf } from '../audit/audit-call.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { getSubscription, subscriptionNotFound } from './get-subscription.ts';
import { lifeField, subscriptionField } from './subscription-fields.ts';
import { subscriptionReceipts } from './subscription-receipt.ts';
import { type SubscriptionView, subscriptionView, viewSubscription } from './subscription-view.ts';

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
  summary: 'Keeps a subscription in force for longer, from now on.',
  input,
  output: subscriptionView,
  async perform(principal, given, services) {
    const { subscription: id, lifeMs } = given;
    const { store, clock } = services;
    const subscription = await getSubscription(services, principal, id);
    if ((await findReceipt(services, principal, name, given)) !== undefined) {
      return viewSubscription(services, principal, subscription);
    }
    const renewed = await store.subscriptions.renew(subscription.tenant, id, clock.now() + lifeMs, {
      audit: entriesOf(services, principal, name, id),
      receipts: subscriptionReceipts(services, principal, name, given, subscription),
    });
    if (renewed === undefined) throw subscriptionNotFound(id);
    return viewSubscription(services, principal, renewed);
  },
};
