/**
 * Ends a work item without an answer; a task that requires one fails. Only the holder can end a held item, unless the
 * caller is an administrator.
 */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getPrivileged, refuseApproval, refuseDoubt } from './find-item.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';
import { refuseShortcut } from './refuse-right.ts';

const input = z.strictObject({
  item: itemField,
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const skipItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.skip',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Ends a work item without an answer: the run continues without one.',
  rest: { method: 'POST', path: '/v1/items/{item}/skip', tag: 'items' },
  verb: { name: 'item skip' },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.skip',
      given,
      (head, item) => {
        refuseApproval(item);
        refuseDoubt(item);
        refuseShortcut(item, principal);
        const skipped = { kind: 'itemSkipped', instance: item.instance } as const;
        return sendItemEvent(services, head, item, skipped, sparesHolderUnlessAdmin(principal));
      },
      getPrivileged('skip'),
    ),
};
