/** Notes that the user declined to answer a work item in a form: the caller may not answer in their place [P4.4]. */
import { z } from 'zod';
import { itemField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type MovedItem, movedItem, moveItem } from './moved-item.ts';

const input = z.strictObject({ item: itemField });

const name = 'items.decline';

export const declineItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'workitems:manage',
  writes: true,
  summary: 'Notes that the user of the caller declined to answer a work item.',
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, name, given, (head, { id }) =>
      services.engine.decline({ ...head, item: id }),
    ),
};
