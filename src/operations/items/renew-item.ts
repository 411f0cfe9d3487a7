/** Extends the lease of a work item. Only its holder can. */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { checkStillHeld } from './check-still-held.ts';
import { refuseApproval } from './find-item.ts';
import { leaseField, leaseOfRenewal } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem } from './moved-item.ts';

const input = z.strictObject({
  item: itemField,
  leaseMs: leaseField,
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

const name = 'items.renew';

export const renewItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'workitems:manage',
  writes: true,
  summary: 'Extends the lease of a work item that you hold.',
  rest: { method: 'POST', path: '/v1/items/{item}/renew', tag: 'items' },
  verb: { name: 'item renew' },
  input,
  output: movedItem,
  async perform(principal, given, services) {
    const moved = await moveItem(services, principal, name, given, (head, item) => {
      refuseApproval(item);
      return services.engine.renew({ ...head, item: item.id, lease: leaseOfRenewal(given, item, services) });
    });
    return checkStillHeld(services, principal, { operation: name, input: given, moved });
  },
};
