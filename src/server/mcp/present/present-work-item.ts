/** A work item, in the words of those who know work items. */
import { expectsByName, type ItemView, type MovedItem, offerOf } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { choice, flag, record, text, whole } from './answer-schema.ts';
import { offerFields } from './present-question.ts';

export const repeatedAnswer = flag('The same key was used before: nothing was done again.');

export const workItemFields = {
  workitem_id: text(),
  case_id: text('The run that it belongs to.'),
  run_id: text('The same.'),
  spec_id: text('Its specification: the workflow of the run.'),
  workflow_id: text('The same.'),
  task_name: text(),
  index: whole('Position in the list that the task goes over.'),
  status: choice(['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn']),
  reason: choice(
    ['work', 'doubt', 'approval'],
    'work: the workflow asks; doubt: what became of a call; approval: of a fork.',
  ),
  message: text('What is asked.'),
  expects: record('Fields of the answer, by name.'),
  holder: text('Who has checked it out; empty where nobody has.'),
  lease_until: text('When it is free again.'),
  ...offerFields,
  created_at: text(),
  updated_at: text(),
};

/** After something was done with it. */
export const movedItemFields = { ...workItemFields, repeated: repeatedAnswer };

export const presentMovedItem = ({ item, repeated }: MovedItem): JsonObject => ({
  ...presentWorkItem(item),
  ...(repeated ? { repeated } : {}),
});

export function presentWorkItem(item: ItemView): JsonObject {
  const { run, workflow, task, index, state, reason, message, expects, holder, leaseUntil } = item;
  return {
    workitem_id: item.item,
    case_id: run,
    run_id: run,
    spec_id: workflow,
    workflow_id: workflow,
    task_name: task,
    ...(index < 0 ? {} : { index }),
    status: state,
    reason,
    message,
    expects: expectsByName(reason, expects),
    holder,
    ...(leaseUntil === null ? {} : { lease_until: leaseUntil }),
    ...offerOf(item),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
