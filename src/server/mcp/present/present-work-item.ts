/** A work item, in the words of those who know work items. */
import { expectsByName, type ItemView, type MovedItem, offerOf } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { anything, choice, entry, flag, list, record, text, whole } from './answer-schema.ts';
import { guideFields, guideOf, namesOf, offerFields, yawlFields, yawlOf } from './present-question.ts';

export const repeatedAnswer = flag('The same key was used before: nothing was done again.');

const workItemFields = {
  workitem_id: text(),
  work_item_id: text('The same.'),
  case_id: text('The run that it belongs to.'),
  run_id: text('The same.'),
  spec_id: text('Its specification: the workflow of the run.'),
  workflow_id: text('The same.'),
  task_name: text('The task that asks.'),
  step_id: text('The same.'),
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
  ...guideFields,
  suspended: flag('It takes nothing before workitems_resume.'),
  ...yawlFields,
  created_at: text(),
  updated_at: text(),
};

const dataFields = {
  workitem_data: anything('What it is about: of an item that is not begun, what it shows before it is.'),
  left_out: record('By field: what was too big for a list, and how it is read.'),
};

export const listedItemAnswer = entry({ ...workItemFields, ...dataFields }, [
  'index',
  'lease_until',
  'suspended',
  ...Object.keys(offerFields),
  ...Object.keys(guideFields),
  ...Object.keys(yawlFields),
  ...Object.keys(dataFields),
]);

/** In a list, which shows many: what an item is about, unless that is long. */
export function presentListedItem(item: ItemView): JsonObject {
  const { input } = item;
  const shown = presentWorkItem(item);
  if (input === null) return shown;
  const size = JSON.stringify(input).length;
  if (size <= maxDataSize) return { ...shown, workitem_data: input };
  const note = `${size} characters of JSON are not here: workitems_checkout shows them.`;
  return { ...shown, left_out: { workitem_data: note } };
}

/** Characters of JSON. */
const maxDataSize = 2_000;

/** After something was done with it. */
export const movedItemFields = {
  ...workItemFields,
  repeated: repeatedAnswer,
  parent_id: text('Of one of several instances: the work item that they came from.'),
  sibling_ids: list(text(), 'Of one of several instances: the others.'),
};

export const presentMovedItem = ({ item, repeated, parent, siblings }: MovedItem): JsonObject => ({
  ...presentWorkItem(item),
  ...(repeated ? { repeated } : {}),
  ...(parent === undefined ? {} : { parent_id: parent }),
  ...(siblings === undefined ? {} : { sibling_ids: siblings }),
});

function presentWorkItem(item: ItemView): JsonObject {
  const { run, workflow, task, index, state, reason, message, expects, holder, leaseUntil } = item;
  return {
    ...namesOf(item.item, task),
    case_id: run,
    run_id: run,
    spec_id: workflow,
    workflow_id: workflow,
    ...(index < 0 ? {} : { index }),
    status: state,
    reason,
    message,
    expects: expectsByName(reason, expects),
    holder,
    ...(leaseUntil === null ? {} : { lease_until: leaseUntil }),
    ...offerOf(item),
    ...guideOf(item),
    ...(item.paused ? { suspended: true } : {}),
    ...yawlOf(item),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
