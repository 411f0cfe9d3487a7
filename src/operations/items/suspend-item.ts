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
  tool: {
    name: 'workitems_suspend',
    title: 'Suspend a work item',
    toolset: 'cases',
    terms: 'cases',
    description: `Suspends a work item until it is resumed: it cannot be checked out, answered, skipped or delegated. Its holder keeps it; its timers continue.

Use it when work on one item has to pause, and the user or your task says so. An item that another person holds can be suspended only by them or an administrator; some workflows restrict who may. To pause a whole case, use cases_suspend.
Next: workitems_resume resumes it.`,
    aliases: ['workitems/suspend', 'workitems.suspend'],
    next: 'The item is suspended until workitems_resume.',
  },
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
