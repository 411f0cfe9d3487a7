import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { itemRequestFields, itemRequestOf, waitField, workItemSpellings } from './tool-fields.ts';

export const workitemsSkip = defineTool({
  name: 'workitems_skip',
  title: 'Skip a work item',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Skips a work item: ends it without an answer. The run continues, and a step that needs the answer fails. This cannot be undone.

Use it only when the answer is not needed, and the user or your task says so. An item that another person holds is a conflict; approvals and calls with an unknown outcome cannot be skipped. workitems_release returns an item for others.
It answers as workitems_complete does.`,
  operations: ['items.skip'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    ...itemRequestFields,
    wait_ms: waitField(5_000),
  }),
  spellings: workItemSpellings,
  asks: true,
  output: afterItemAnswer,
  aliases: ['workitems/skip', 'workitems.skip'],
  async perform(asking, call) {
    return afterItem(
      call,
      await call.perform<MovedItem>('items.skip', itemRequestOf(asking)),
      asking.wait_ms,
    );
  },
});
