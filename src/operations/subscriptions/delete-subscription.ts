/** Ends a subscription: what waits to be delivered to it is not delivered any more. */
import { z } from 'zod';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { objectOf, text } from '../contract/output-fields.ts';
import { findReceipt } from '../contract/repeatable.ts';
import { getSubscription } from './get-subscription.ts';
import { subscriptionField } from './subscription-fields.ts';
import { subscriptionReceipts } from './subscription-receipt.ts';

const input = z.strictObject({ subscription: subscriptionField, idempotencyKey: keyField });

const output = objectOf({ subscription: text('Id of what has ended.') });

export type DeletedSubscription = z.infer<typeof output>;

const name = 'subscriptions.delete';

export const deleteSubscription: Operation<z.infer<typeof input>, DeletedSubscription> = {
  name,
  scope: 'workflows:query',
  writes: true,
  summary: 'Ends a subscription, with everything that waits to be delivered to it.',
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
