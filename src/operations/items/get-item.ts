/** A work item: what is asked, what answer fits, and who has it. */
import { z } from 'zod';
import { itemField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getWorkItem } from './find-item.ts';
import { type ItemView, viewItem } from './item-view.ts';

const input = z.strictObject({ item: itemField });

export const getItem: Operation<z.infer<typeof input>, ItemView> = {
  name: 'items.get',
  scope: 'workitems:manage',
  writes: false,
  input,
  async perform(principal, { item }, services) {
    return viewItem(services, await getWorkItem(services, principal, item));
  },
};
