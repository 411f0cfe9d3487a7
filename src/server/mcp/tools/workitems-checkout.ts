import { z } from 'zod';
import { anything, object, record, text } from '../../../languages/answer-schema.ts';
import type { ItemView, MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { nextOfQuestion } from '../present/present-question.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
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

Use it when working on an item takes a while. A question that you can answer at once needs no checkout: workitems_complete does both. An item that is already checked out, also by you, is a conflict that says until when; renew: true extends your own lease. workitems_release returns it. A multi-instance item becomes several items: you get the first, sibling_ids are the others.
Next: workitems_complete with output_data that matches “schema”.`,
  operations: ['items.hold'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...itemRequestFields,
    lease_ms: leaseField('set by the operator'),
    renew: z
      .boolean()
      .default(false)
      .describe('Extend the lease of an item that you have checked out; only its holder can.'),
    include_xml: includeXmlField('the data to work with (workitem_xml)'),
  }),
  spellings: workItemSpellings,
  output: object({
    ...movedItemFields,
    workitem_data: anything('Data to work with.'),
    workitem_xml: text('The same as XML, if requested.'),
    schema: record('JSON Schema of the answer.'),
    left_out: record('By field: what was too big for this answer, and how to read it.'),
    next: text(),
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
