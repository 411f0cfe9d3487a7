/** Takes a work item: only its holder can answer it until it is released or its lease ends. */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { checkStillHeld } from './check-still-held.ts';
import { refuseApproval } from './find-item.ts';
import { leaseField, leaseOf, leaseOfRenewal } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent } from './moved-item.ts';

const input = z.strictObject({
  item: itemField,
  leaseMs: leaseField,
  renew: z
    .boolean()
    .optional()
    .describe('Extend the lease if you already hold the item. Without it, that is a conflict.'),
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

const name = 'items.hold';

export const holdItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'workitems:manage',
  writes: true,
  summary: 'Takes a work item: for a while only you can answer it.',
  rest: { method: 'POST', path: '/v1/items/{item}/hold', tag: 'items' },
  verb: { name: 'item hold' },
  input,
  output: movedItem,
  async perform(principal, given, services) {
    const moved = await moveItem(services, principal, name, given, (head, item) => {
      refuseApproval(item);
      if (given.renew === true) {
        const lease = leaseOfRenewal(given, item, services);
        return services.engine.renew({ ...head, item: item.id, lease });
      }
      const lease = leaseOf(given, services);
      return sendItemEvent(services, head, item, { kind: 'itemHeld', instance: item.instance }, { lease });
    });
    return checkStillHeld(services, principal, { operation: name, input: given, moved });
  },
};
