/** Ends a subscription. Pending deliveries to it are dropped. */
import { z } from 'zod';
import { objectOf, text } from '../../languages/output-fields.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { getSubscription } from './get-subscription.ts';
import { subscriptionField } from './subscription-fields.ts';
import { subscriptionReceipts } from './subscription-receipt.ts';

const input = z.strictObject({ subscription: subscriptionField, idempotencyKey: keyField });

const output = objectOf({ subscription: text('Id of the ended subscription.') });

export type DeletedSubscription = z.infer<typeof output>;

const name = 'subscriptions.delete';

export const deleteSubscription: Operation<z.infer<typeof input>, DeletedSubscription> = {
  name,
  scope: 'workflows:query',
  writes: true,
  summary: 'Ends a subscription and drops its pending deliveries.',
  rest: { method: 'DELETE', path: '/v1/subscriptions/{subscription}', tag: 'webhooks' },
  verb: { name: 'webhook remove' },
  input,
  output,
  async perform(principal, given, services) {
    const { subscription: id } = given;
    if ((await findReceipt(services, principal, name, given)) !== undefined) return { subscription: id };
    const subscription = await getSubscription(services, principal, id);
    await services.store.subscriptions.remove(subscription.tenant, id, {
      audit: auditEntriesOf(services, principal, name, id),
      receipts: subscriptionReceipts(services, principal, name, given, subscription),
    });
    return { subscription: id };
  },
};
