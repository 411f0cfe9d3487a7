/** Releases a held work item: it can be taken again. Only its holder can. */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getReleasable, refuseApproval } from './find-item.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent } from './moved-item.ts';

const input = z.strictObject({
  item: itemField,
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const releaseItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.release',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Releases a held work item, so that it can be taken again.',
  rest: { method: 'POST', path: '/v1/items/{item}/release', tag: 'items' },
  verb: { name: 'item release' },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.release',
      given,
      (head, item) => {
        refuseApproval(item);
        return sendItemEvent(services, head, item, { kind: 'itemReleased', instance: item.instance });
      },
      getReleasable,
    ),
};
