import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { object, record, text } from '../present/answer-schema.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { keyField, workItemField, workItemSpellings } from './tool-fields.ts';

export const workitemsRelease = defineTool({
  name: 'workitems_release',
  title: 'Give a work item back',
  toolset: 'cases',
  isUsual: false,
  words: 'cases',
  description: `Gives back a work item that you have checked out: others can take it at once, instead of when your lease ends. Nothing of the run changes.

Use it when you cannot finish what you checked out. Only its holder can; an item that nobody holds, or somebody else does, is a conflict. To end it without an answer, use workitems_skip.
Next: workitems_list shows what is open.`,
  operations: ['items.release'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ workitem_id: workItemField, idempotency_key: keyField }),
  spellings: workItemSpellings,
  output: object({
    ...movedItemFields,
    left_out: record('By field: what was too big for this answer, and how it is read.'),
    next: text(),
  }),
  aliases: ['workitems/release', 'workitems.release'],
  async perform({ workitem_id: item, idempotency_key: key }, call) {
    const order = { item, ...(key === undefined ? {} : { idempotencyKey: key }) };
    const released = await call.perform<MovedItem>('items.release', order);
    const next = 'Others can take it now; workitems_list shows what is open.';
    const value = { ...presentMovedItem(released), next };
    return { kind: 'answer', value, resource: uriOfRun(released.item.run, 'state') };
  },
});
