/** Defines a tool that performs one action on a work item and returns the item. The run does not advance. */
import { z } from 'zod';
import { object, record, text } from '../../../languages/answer-schema.ts';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { Tool } from '../contract/tool.ts';
import { movedItemFields, presentMovedItem } from '../present/present-work-item.ts';
import { uriOfRun } from '../resources/resource-uri.ts';
import { itemRequestFields, itemRequestOf, workItemSpellings } from './tool-fields.ts';

interface ItemActionTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operation: string;
  readonly aliases: readonly string[];
  /** What to do next, after the action. */
  readonly next: string;
}

export const defineItemAction = ({
  name,
  title,
  description,
  operation,
  aliases,
  next,
}: ItemActionTool): Tool =>
  defineTool({
    name,
    title,
    toolset: 'cases',
    isUsual: false,
    terms: 'cases',
    description,
    operations: [operation],
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject(itemRequestFields),
    spellings: workItemSpellings,
    output: object({
      ...movedItemFields,
      left_out: record('By field: what was too big for this answer, and how to read it.'),
      next: text(),
    }),
    aliases,
    async perform(asking, call) {
      const moved = await call.perform<MovedItem>(operation, itemRequestOf(asking));
      const value = { ...presentMovedItem(moved), next };
      return { kind: 'answer', value, resource: uriOfRun(moved.item.run, 'state') };
    },
  });
