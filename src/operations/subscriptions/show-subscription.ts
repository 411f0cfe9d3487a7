/** Shows one subscription, without its secret. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { getSubscription } from './get-subscription.ts';
import { subscriptionField } from './subscription-fields.ts';
import { type SubscriptionView, subscriptionView, viewSubscription } from './subscription-view.ts';

const input = z.strictObject({ subscription: subscriptionField });

export const showSubscription: Operation<z.infer<typeof input>, SubscriptionView> = {
  name: 'subscriptions.get',
  scope: 'workflows:query',
  writes: false,
  summary: 'Shows a subscription, without its secret.',
  rest: { method: 'GET', path: '/v1/subscriptions/{subscription}', tag: 'webhooks' },
  input,
  output: subscriptionView,
  perform: async (principal, { subscription }, services) =>
    viewSubscription(services, principal, await getSubscription(services, principal, subscription)),
};
