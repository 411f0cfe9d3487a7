/** Lists waiting and given-up deliveries [F3.3], oldest first, a page at a time. */

import { z } from 'zod';
import { listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import type { MessageQuery } from '../../runtime/index.ts';
import { cursorField, limitField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { byCursor } from '../contract/rest-route.ts';
import { getSubscription } from '../subscriptions/get-subscription.ts';
import { subscriptionField } from '../subscriptions/subscription-fields.ts';
import { deliveryView, viewDelivery } from './delivery-view.ts';

const input = z.strictObject({
  subscription: subscriptionField.optional().describe('Only deliveries of this subscription.'),
  run: runField.optional().describe('Only deliveries about this run.'),
  state: z
    .enum(['waiting', 'given_up'])
    .optional()
    .describe('Only waiting deliveries, or only those that were given up.'),
  limit: limitField(200, 50),
  cursor: cursorField,
});

const output = objectOf({ deliveries: listOf(deliveryView), nextCursor: nextCursorField });

export type DeliveryList = z.infer<typeof output>;

export const listDeliveries: Operation<z.infer<typeof input>, DeliveryList> = {
  name: 'deliveries.list',
  scope: 'workflows:query',
  additionalScopes: [
    {
      scope: 'webhooks:manage',
      when: {
        description: 'without “subscription”',
        applies: ({ subscription }) => subscription === undefined,
      },
    },
  ],
  writes: false,
  summary: 'Lists deliveries to subscribers that wait or were given up.',
  rest: { method: 'GET', path: '/v1/deliveries', tag: 'webhooks', pagination: byCursor },
  verb: { name: 'webhook deliveries' },
  input,
  output,
  async perform(principal, { limit, cursor, ...filters }, services) {
    const { subscription, run, state } = filters;
    const after = decodeCursor(filters, cursor);
    // Only callers that manage all subscriptions see deliveries of a removed subscription.
    if (subscription !== undefined && !principal.scopes.has('webhooks:manage')) {
      await getSubscription(services, principal, subscription);
    }
    const query: MessageQuery = {
      ...presentFields({ run, target: subscription }),
      ...(state === undefined ? {} : { state: state === 'waiting' ? 'waiting' : 'given-up' }),
    };
    const found = await services.store.outbox.search(principal.tenant, query, {
      // One more than the page shows whether there is a next page.
      limit: limit + 1,
      ...(after === undefined ? {} : { after: after.id, afterCreatedAt: after.createdAt }),
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      deliveries: shown.map(viewDelivery),
      nextCursor: found.length > limit && last !== undefined ? encodeCursor(filters, last) : null,
    };
  },
};
