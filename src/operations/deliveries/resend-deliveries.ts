/** Resends all given-up deliveries of one subscription, in the order of their events [F3.3]. */
import { z } from 'zod';
import { flag, integer, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getSubscription } from '../subscriptions/get-subscription.ts';
import { subscriptionField } from '../subscriptions/subscription-fields.ts';

const input = z.strictObject({ subscription: subscriptionField });

const output = objectOf({
  subscription: text('Id of the subscription.'),
  resent: integer('Number of deliveries that are sent again.'),
  more: flag('Whether there are more: call it again.'),
});

export type ResentDeliveries = z.infer<typeof output>;

/** Maximum per call. */
const maxMessages = 1_000;

export const resendDeliveries: Operation<z.infer<typeof input>, ResentDeliveries> = {
  name: 'deliveries.resendAll',
  scope: 'workflows:query',
  writes: true,
  summary: 'Resends all given-up deliveries of a subscription.',
  rest: { method: 'POST', path: '/v1/subscriptions/{subscription}/resend', tag: 'webhooks' },
  verb: { name: 'webhook resend' },
  input,
  output,
  targetOf: ({ subscription }) => subscription,
  async perform(principal, { subscription: id }, services) {
    const { store, engine, clock } = services;
    const { tenant } = await getSubscription(services, principal, id);
    const query = { target: id, state: 'given-up' } as const;
    const found = await store.outbox.search(tenant, query, { limit: maxMessages + 1 });
    let resent = 0;
    for (const message of found.slice(0, maxMessages)) {
      if (await store.outbox.resend(tenant, message.id, clock.now())) resent += 1;
    }
    engine.checkOutbox();
    return { subscription: id, resent, more: found.length > maxMessages };
  },
};
