import { z } from 'zod';
import { list, object } from '../../../languages/answer-schema.ts';
import type { ItemList } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { listThatFits } from '../present/list-that-fits.ts';
import { listedItemAnswer, presentListedItem } from '../present/present-work-item.ts';
import {
  caseField,
  cursorField,
  limitField,
  nextCursor,
  readOnlyHints,
  workflowField,
} from './tool-fields.ts';

const statuses = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'] as const;

export const workitemsList = defineTool({
  name: 'workitems_list',
  title: 'List work items',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Lists work items that are for you: the questions, approvals and tasks that runs wait for, oldest first. Default: the open ones; see “status”.

Use it to find out what needs an answer, in one case or in all of them. Each item has its message, its data (“workitem_data”) and the fields of its answer (“expects”); one with may_answer false is for other people (“offered_to”).
Next: answer one with workitems_complete; check it out first with workitems_checkout when working on it takes a while and no one else should do it.`,
  operations: ['items.list'],
  standsFor: ['items.get'],
  hints: readOnlyHints,
  input: z.strictObject({
    case_id: caseField.optional().describe('Only items of this case (run).'),
    spec_id: workflowField.optional().describe('Only items of cases of this specification (workflow).'),
    status: z
      .array(z.enum(statuses))
      .min(1)
      .max(statuses.length)
      .optional()
      .describe('Only items with one of these. Default: offered and held.'),
    mine: z.boolean().default(false).describe('Only those that you have checked out.'),
    limit: limitField(200, 50),
    cursor: cursorField,
  }),
  spellings: { workflow_id: 'spec_id', run_id: 'case_id', operation_id: 'case_id' },
  output: object({
    work_items: list(listedItemAnswer),
    next_cursor: nextCursor,
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
