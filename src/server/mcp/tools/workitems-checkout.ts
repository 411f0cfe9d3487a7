import { z } from 'zod';
import { anything, object, record, text } from '../../../languages/answer-schema.ts';
import type { ItemView, MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { nextOfQuestion } from '../present/present-question.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../present/resource-uri.ts';
import {
  includeXmlField,
  itemRequestFields,
  itemRequestOf,
  leaseField,
  workItemSpellings,
} from './tool-fields.ts';

export const workitemsCheckout = defineTool({
  name: 'workitems_checkout',
  title: 'Check out a work item',
  toolset: 'cases',
  isUsual: true,
  terms: 'cases',
  description: `Checks out a work item, so that only you can answer it until the lease ends, and shows its data and the JSON Schema of the answer.

Use it when the work takes a while; an answer at once needs no checkout. An item that is checked out is a conflict; renew: true extends your own lease. A multi-instance item becomes several: see sibling_ids.
Next: workitems_complete with output_data that matches “schema”.`,
  operations: ['items.hold'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...itemRequestFields,
    lease_ms: leaseField,
    renew: z.boolean().default(false).describe('Extend your lease.'),
    include_xml: includeXmlField,
  }),
  spellings: workItemSpellings,
  output: object({
    ...movedItemFields,
    workitem_data: anything,
    schema: record,
    next: text,
  }),
  aliases: ['workitems/checkout', 'workitems.checkout'],
  async perform(asking, call) {
    const { lease_ms: leaseMs, renew } = asking;
    const held = await call.perform<MovedItem>('items.hold', {
      ...itemRequestOf(asking),
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...(renew ? { renew } : {}),
    });
    const { inputXml: xml } = asking.include_xml
      ? await call.perform<ItemView>('items.get', { item: held.item.item, xml: true })
      : {};
    const value = {
      ...presentMovedItem(held),
      workitem_data: held.item.input,
      ...(xml === undefined ? {} : { workitem_xml: xml }),
      schema: held.item.answerSchema,
      next: nextOfQuestion(held.item),
    };
    const resource = uriOfRun(held.item.run, 'state');
    return { kind: 'answer', value, resource, bulky: ['workitem_data', 'workitem_xml', 'schema'] };
  },
});
