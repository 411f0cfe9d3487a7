import { z } from 'zod';
import { list, object, record, text } from '../../../languages/answer-schema.ts';
import type { ItemList } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { presentListedItem } from '../present/present-work-item.ts';
import { caseField, cursorField, limitField, readOnlyHints, workflowField } from './tool-fields.ts';

const statuses = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'] as const;

export const workitemsList = defineTool({
  name: 'workitems_list',
  title: 'List work items',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Lists work items: the questions, approvals and tasks that runs wait for, oldest first.

Use it to find what needs an answer, in one case or all. Each has its message, data and the fields of its answer (“expects”); with may_answer false it is for others.
Next: workitems_complete; before long work, workitems_checkout.`,
  operations: ['items.list'],
  standsFor: ['items.get'],
  hints: readOnlyHints,
  input: z.strictObject({
    case_id: caseField.optional().describe('Only of this case.'),
    spec_id: workflowField.optional().describe('Only of this specification.'),
    status: z
      .array(z.enum(statuses))
      .min(1)
      .max(statuses.length)
      .optional()
      .describe('Default: offered and held.'),
    mine: z.boolean().default(false).describe('Only those you checked out.'),
    limit: limitField(200, 50),
    cursor: cursorField,
  }),
  spellings: { workflow_id: 'spec_id', run_id: 'case_id', operation_id: 'case_id' },
  output: object({
    work_items: list(object({ workitem_id: text, message: text, expects: record })),
    next_cursor: text,
  }),
  aliases: ['workitems/list', 'workitems.list'],
  async perform({ case_id: run, spec_id: workflow, status: states, ...rest }, call) {
    const asked = {
      ...rest,
      ...(run === undefined ? {} : { run }),
      ...(workflow === undefined ? {} : { workflow }),
      ...(states === undefined ? {} : { states }),
    };
    const read = (limit: number) => call.perform<ItemList>('items.list', { ...asked, limit });
    const { entries, page } = await listThatFits(read, rest.limit, ({ items }) =>
      items.map(presentListedItem),
    );
    const { nextCursor: cursor } = page;
    const value = { work_items: entries, ...(cursor === null ? {} : { next_cursor: cursor }) };
    return { kind: 'answer', value };
  },
});
