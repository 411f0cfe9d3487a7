/** Suspends a work item until it is resumed; its timers continue. If it is held, only its holder can. */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getPrivileged, refuseApproval } from './find-item.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';

const input = z.strictObject({
  item: itemField,
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const suspendItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.suspend',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Suspends a work item until it is resumed.',
  rest: { method: 'POST', path: '/v1/items/{item}/suspend', tag: 'items' },
  verb: { name: 'item suspend' },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.suspend',
      given,
      (head, item) => {
        refuseApproval(item);
        const suspended = { kind: 'itemSuspended', instance: item.instance } as const;
        return sendItemEvent(services, head, item, suspended, sparesHolderUnlessAdmin(principal));
      },
      getPrivileged('suspend'),
    ),
};
