/** A work item, in the words of those who know work items. */
import { z } from 'zod';
import type { ItemView } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { presentExpected } from './present-question.ts';

export const workItemFields = {
  workitem_id: z.string(),
  case_id: z.string().describe('The run that it belongs to.'),
  run_id: z.string().describe('The same.'),
  workflow_id: z.string(),
  task_name: z.string(),
  index: z.int().optional().describe('Position in the list that the task goes over.'),
  status: z.enum(['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn']),
  reason: z
    .enum(['work', 'doubt', 'approval'])
    .describe('work: the workflow asks; doubt: what became of a call; approval: of a fork.'),
  message: z.string().describe('What is asked.'),
  expects: z.looseObject({}).describe('Fields of the answer, by name.'),
  holder: z.string().describe('Who has checked it out; empty where nobody has.'),
  lease_until: z.string().optional().describe('When it is free again.'),
  created_at: z.string(),
  updated_at: z.string(),
};

export function presentWorkItem(item: ItemView): JsonObject {
  const { run, workflow, task, index, state, reason, message, expects, holder, leaseUntil } = item;
  return {
    workitem_id: item.item,
    case_id: run,
    run_id: run,
    workflow_id: workflow,
    task_name: task,
    ...(index < 0 ? {} : { index }),
    status: state,
    reason,
    message,
    expects: presentExpected(expects),
    holder,
    ...(leaseUntil === null ? {} : { lease_until: leaseUntil }),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
