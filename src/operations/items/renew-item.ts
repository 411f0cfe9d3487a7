/** Holds a work item for longer. Only its holder can. */
import { z } from 'zod';
import { itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { refuseApproval } from './find-item.ts';
import { leaseField, leaseOf } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem } from './moved-item.ts';

const input = z.strictObject({ item: itemField, leaseMs: leaseField, idempotencyKey: keyField });

export const renewItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.renew',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Holds a work item for longer.',
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, 'items.renew', given, (head, item) => {
      refuseApproval(item);
      return services.engine.renew({ ...head, item: item.id, lease: leaseOf(given, services) });
    }),
};
