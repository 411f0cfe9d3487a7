import { z } from 'zod';
import { object, record, text } from '../../../languages/answer-schema.ts';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { itemRequestFields, itemRequestOf, leaseField, workItemSpellings } from './tool-fields.ts';

export const workitemsDelegate = defineTool({
  name: 'workitems_delegate',
  title: 'Delegate a work item',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Delegates a work item to another person, who has it checked out from then on. Only they can answer it until they release it or their lease ends.

Use it when the user says who should do it, or to assign an item that is offered to no one. It assigns the item, not the right to answer it: they must be allowed to answer it. An item that another person holds can be delegated only by them or an administrator.
Next: workitems_list shows who has it.`,
  operations: ['items.delegate'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...itemRequestFields,
    to: z.string().min(1).max(300).describe('Subject of the new holder.'),
    lease_ms: leaseField('set by the operator; no lease if the specification assigns the work'),
  }),
  spellings: { ...workItemSpellings, delegate_to: 'to', participant: 'to', subject: 'to', user: 'to' },
  output: object({
    ...movedItemFields,
    left_out: record('By field: what was too big for this answer, and how to read it.'),
    next: text(),
  }),
  aliases: ['workitems/delegate', 'workitems.delegate', 'workitems_reassign'],
  async perform(asking, call) {
    const { to, lease_ms: leaseMs } = asking;
    const operationInput = {
      ...itemRequestOf(asking),
      to,
      ...(leaseMs === undefined ? {} : { leaseMs }),
    };
    const moved = await call.perform<MovedItem>('items.delegate', operationInput);
    const value = {
      ...presentMovedItem(moved),
      next: 'They have it now: workitems_list shows who holds which item.',
    };
    return { kind: 'answer', value, resource: uriOfRun(moved.item.run, 'state') };
  },
});
