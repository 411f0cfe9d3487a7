/**
 * Fails the task of a work item because the work cannot be done. The retries and the error handling of the workflow
 * apply.
 */
import { z } from 'zod';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { refuseApproval, refuseDoubt } from './find-item.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent } from './moved-item.ts';
import { refuseUndivided } from './read-model/instances-of-item.ts';

const input = z.strictObject({
  item: itemField,
  message: z.string().min(1).max(4_000).describe('Why the work cannot be done.'),
  code: z.string().min(1).max(100).default('declined').describe('A short error code.'),
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const failItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.fail',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Fails the task of a work item: what it asks for cannot be done.',
  rest: { method: 'POST', path: '/v1/items/{item}/fail', tag: 'items' },
  examples: [{ input: { item: 'run_01KA.2', message: 'The telephone number does not exist.' } }],
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, 'items.fail', given, (head, item) => {
      refuseApproval(item);
      refuseDoubt(item);
      refuseUndivided(item);
      const { code, message } = given;
      const { instance } = item;
      return sendItemEvent(services, head, item, {
        kind: 'itemFailed',
        instance,
        failure: { code, message },
      });
    }),
};
