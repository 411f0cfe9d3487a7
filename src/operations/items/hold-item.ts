/** Takes a work item: nobody else can answer it until it is released, or its lease has ended. */
import { z } from 'zod';
import { itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { refuseApproval } from './find-item.ts';
import { leaseField, leaseOf } from './lease-field.ts';
import { type MovedItem, movedItem, moveItem, tellItem } from './moved-item.ts';

const input = z.strictObject({ item: itemField, leaseMs: leaseField, idempotencyKey: keyField });

export const holdItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.hold',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Takes a work item, so that nobody else can answer it for a while.',
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, 'items.hold', given, (head, item) => {
      refuseApproval(item);
      return tellItem(
        services,
        head,
        item,
        { kind: 'itemHeld', instance: item.instance },
        leaseOf(given, services),
      );
    }),
};
