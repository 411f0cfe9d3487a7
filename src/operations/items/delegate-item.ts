/**
 * Delegates a work item to another subject, who holds it from then on. If it is held, only its holder can delegate it.
 */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getPrivileged, refuseApproval } from './find-item.ts';
import { leaseField, leaseOfDelegation } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';
import { refuseDelegate } from './refuse-right.ts';

const input = z.strictObject({
  item: itemField,
  to: z.string().min(1).max(300).describe('Subject of the new holder.'),
  leaseMs: leaseField.describe(
    'Milliseconds until the item is free again, unless it is renewed. Default: as the operator configured; without end if the workflow assigns the work.',
  ),
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const delegateItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.delegate',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Delegates a work item to another subject, who holds it from then on.',
  rest: { method: 'POST', path: '/v1/items/{item}/delegate', tag: 'items' },
  verb: { name: 'item delegate' },
  tool: {
    name: 'workitems_delegate',
    title: 'Delegate a work item',
    toolset: 'cases',
    terms: 'cases',
    description: `Delegates a work item to another person, who has it checked out from then on.

Use it when the user says who should do it, or to assign an item that is offered to no one. They must be allowed to answer it. An item that another person holds can be delegated only by them or an administrator.
Next: workitems_list shows who has it.`,
    aliases: ['workitems/delegate', 'workitems.delegate', 'workitems_reassign'],
    spellings: { delegate_to: 'to', participant: 'to', subject: 'to', user: 'to' },
    next: 'They have it now: workitems_list shows who holds which item.',
  },
  examples: [{ input: { item: 'run_01KA.2', to: 'bob' } }],
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
