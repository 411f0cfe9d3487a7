/** Hands a work item to somebody else, who holds it from then on. What others hold is theirs to hand on. */
import { z } from 'zod';
import { itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getPrivileged, refuseApproval } from './find-item.ts';
import { leaseField, leaseOfDelegation } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';
import { refuseDelegate } from './refuse-right.ts';

const input = z.strictObject({
  item: itemField,
  to: z.string().min(1).max(300).describe('Subject of whoever gets it.'),
  leaseMs: leaseField.describe(
    'Milliseconds until the item is free again, unless it is renewed. Where absent: as the operator set it, and without end where the workflow says who gets the work (YAWL).',
  ),
  idempotencyKey: keyField,
});

export const delegateItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.delegate',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Hands a work item to somebody else, who holds it from then on.',
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.delegate',
      given,
      async (head, item, rights) => {
        refuseApproval(item);
        const { to } = given;
        await refuseDelegate(rights, item, to);
        const delegated = { kind: 'itemDelegated', instance: item.instance, to } as const;
        return sendItemEvent(services, head, item, delegated, {
          lease: leaseOfDelegation(given, item, services),
          ...sparesHolderUnlessAdmin(principal),
        });
      },
      getPrivileged('delegate'),
    ),
};
