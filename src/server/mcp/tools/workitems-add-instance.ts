import { z } from 'zod';
import { object, record, text } from '../../../languages/answer-schema.ts';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { performRenamed } from './perform-renamed.ts';
import { itemRequestFields, itemRequestOf, workItemField, workItemSpellings } from './tool-fields.ts';

export const workitemsAddInstance = defineTool({
  name: 'workitems_add_instance',
  title: 'Add an instance to a task',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Adds a work item to a multi-instance task, next to one that you have checked out. The new item is offered at once.

Use it when you find one more thing to do while you work on such an item. Only tasks that their specification declares dynamic accept more instances, up to their maximum, and only while one of them is checked out.
Next: workitems_checkout of the new item, or leave it to others.`,
  operations: ['items.add'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    ...itemRequestFields,
    workitem_id: workItemField.describe('Id of an instance that you have checked out.'),
    instance_data: z
      .unknown()
      .describe('Data of the new instance: the value that differs between the instances.'),
  }),
  spellings: { ...workItemSpellings, input: 'instance_data', param_value: 'instance_data' },
  output: object({
    ...movedItemFields,
    left_out: record('By field: what was too big for this answer, and how to read it.'),
    next: text(),
  }),
  aliases: ['workitems/add_instance', 'workitems.add_instance', 'workitems_create_instance'],
  async perform(asking, call) {
    const operationInput = { ...itemRequestOf(asking), input: asking.instance_data };
    const added = await performRenamed<MovedItem>(call, 'items.add', operationInput, {
      input: 'instance_data',
    });
    const next = 'The new instance is offered: workitems_checkout takes it.';
    const value = { ...presentMovedItem(added), next };
    return { kind: 'answer', value, resource: uriOfRun(added.item.run, 'state') };
  },
});
