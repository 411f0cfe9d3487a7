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
  tool: {
    name: 'workitems_release',
    title: 'Release a work item',
    toolset: 'cases',
    terms: 'cases',
    description: `Releases a work item that you have checked out: others can take it at once, instead of when your lease ends. The run does not change.

Use it when you cannot finish what you checked out. Only its holder can; an item without a holder, or with another holder, is a conflict. To end it without an answer, use workitems_skip.
Next: workitems_list shows what is open.`,
    aliases: ['workitems/release', 'workitems.release'],
    next: 'Others can take it now; workitems_list shows what is open.',
  },
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
