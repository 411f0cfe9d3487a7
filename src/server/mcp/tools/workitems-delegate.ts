import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { object, record, text } from '../present/answer-schema.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { keyField, leaseField, workItemField, workItemSpellings } from './tool-fields.ts';

export const workitemsDelegate = defineTool({
  name: 'workitems_delegate',
  title: 'Hand a work item on',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Hands a work item to somebody else, who has it checked out from then on. Nobody else can answer it before they give it back, or their lease ends, where it has one.

Use it when the user says who is to do it, or to hand on an item that is on offer to nobody. It gives them the item, not the right to answer it: they have to be one of those whom it is for. An item that somebody else holds is theirs to hand on, unless you administer.
Next: workitems_list shows who has it.`,
  operations: ['items.delegate'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workitem_id: workItemField,
    to: z.string().min(1).max(300).describe('Subject of whoever gets it.'),
    lease_ms: leaseField(
      'as the operator set it, and never where a YAWL specification says who gets the work',
    ),
    idempotency_key: keyField,
  }),
  spellings: { ...workItemSpellings, delegate_to: 'to', participant: 'to', subject: 'to', user: 'to' },
  output: object({
    ...movedItemFields,
    left_out: record('By field: what was too big for this answer, and how it is read.'),
    next: text(),
  }),
  aliases: ['workitems/delegate', 'workitems.delegate', 'workitems_reassign'],
  async perform({ workitem_id: item, to, lease_ms: leaseMs, idempotency_key: key }, call) {
    const operationInput = {
      item,
      to,
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const moved = await call.perform<MovedItem>('items.delegate', operationInput);
    const value = {
      ...presentMovedItem(moved),
      next: 'They have it now: workitems_list shows who has what.',
    };
    return { kind: 'answer', value, resource: uriOfRun(moved.item.run, 'state') };
  },
});
