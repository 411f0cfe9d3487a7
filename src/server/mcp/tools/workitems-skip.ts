import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { keyField, waitField, workItemField, workItemSpellings } from './tool-fields.ts';

export const workitemsSkip = defineTool({
  name: 'workitems_skip',
  title: 'Skip a work item',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Ends a work item without an answer: the run goes on, and a step that needs the answer fails then. That cannot be taken back.

Use it only when what the item asks is not needed, and the user or your task says so; what the run does without the answer is for its workflow to say. An item that somebody else holds is a conflict. Approvals and doubts about a call cannot be skipped: they are answered (workitems_complete). To give an item back for others, use workitems_release.
It waits up to wait_ms for the run to come to its next stop, and says where it stands (case_status), as workitems_complete does.`,
  operations: ['items.skip'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    wait_ms: waitField(5_000, 'the run has ended or asks again'),
    idempotency_key: keyField,
  }),
  spellings: workItemSpellings,
  asks: true,
  output: afterItemAnswer,
  aliases: ['workitems/skip', 'workitems.skip'],
  async perform({ workitem_id: item, wait_ms: waitMs, idempotency_key: key }, call) {
    const operationInput = { item, ...(key === undefined ? {} : { idempotencyKey: key }) };
    return afterItem(call, await call.perform<MovedItem>('items.skip', operationInput), waitMs);
  },
});
