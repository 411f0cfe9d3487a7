/** A work item: what is asked, what answer fits, and who has it. */
import { z } from 'zod';
import { itemField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getWorkItem } from './find-item.ts';
import { createItemRights } from './item-rights.ts';
import { type ItemView, itemView, viewItem } from './item-view.ts';

const input = z.strictObject({ item: itemField });

export const getItem: Operation<z.infer<typeof input>, ItemView> = {
  name: 'items.get',
  scope: 'workitems:manage',
  writes: false,
  summary: 'Shows a work item: what is asked, what answer fits, and who has it.',
  input,
  output: itemView,
  async perform(principal, { item }, services) {
    const rights = createItemRights(services, principal);
    return viewItem(services, await getWorkItem(services, rights, item), rights);
  },
};
