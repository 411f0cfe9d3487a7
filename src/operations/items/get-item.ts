/** Returns a work item: its question, the expected answer, and its holder. */
import { z } from 'zod';
import { itemField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { itemDataXml } from '../data/item-data.ts';
import { getWorkItem } from './find-item.ts';
import { createItemRights } from './read-model/item-rights.ts';
import { type ItemView, itemView, viewItem } from './read-model/item-view.ts';

const input = z.strictObject({
  item: itemField,
  xml: z.boolean().default(false).describe('Also return its data as XML, if its language has it.'),
});

export const getItem: Operation<z.infer<typeof input>, ItemView> = {
  name: 'items.get',
  scope: 'workitems:manage',
  writes: false,
  summary: 'Shows a work item: its question, the expected answer, and its holder.',
  rest: { method: 'GET', path: '/v1/items/{item}', tag: 'items' },
  verb: { name: 'items' },
  input,
  output: itemView,
  async perform(principal, { item, xml }, services) {
    const rights = createItemRights(services, principal);
    const row = await getWorkItem(services, rights, item);
    const view = await viewItem(services, row, rights);
    const data = xml && row.reason === 'work' ? itemDataXml(row.item, view.input) : null;
    return data === null ? view : { ...view, inputXml: data };
  },
};
