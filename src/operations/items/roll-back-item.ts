/** Rolls back the start of a work item: it stays begun and can be taken again. Only its holder can. */
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

export const rollBackItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.rollback',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Rolls back the start of a work item, so that it can be started again.',
  rest: { method: 'POST', path: '/v1/items/{item}/rollback', tag: 'items' },
  verb: { name: 'item rollback' },
  tool: {
    name: 'workitems_rollback',
    title: 'Roll back a work item',
    toolset: 'cases',
    terms: 'cases',
    description: `Rolls back the start of a work item: your work on it is discarded, and anyone it is for can start it again.

Use it when work on an item that you checked out should start over. Only its holder can; an item without a holder, or with another holder, is a conflict.
Next: workitems_checkout starts it again.`,
    aliases: ['workitems/rollback', 'workitems.rollback'],
    next: 'It can be started again, with workitems_checkout.',
  },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.rollback',
      given,
      (head, item) => {
        refuseApproval(item);
        return sendItemEvent(services, head, item, { kind: 'itemRolledBack', instance: item.instance });
      },
      getReleasable,
    ),
};
