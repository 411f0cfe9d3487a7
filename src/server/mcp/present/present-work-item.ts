/** Presents a work item, in the terms of work items. */

import {
  anything,
  choice,
  entry,
  flag,
  list,
  record,
  text,
  whole,
} from '../../../languages/answer-schema.ts';
import {
  expectsByName,
  type ItemView,
  itemFieldsOf,
  type MovedItem,
  offerOf,
} from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { languageItemFields, offerFields } from './present-question.ts';

export const repeatedAnswer = flag('The same key was used before: nothing was done again.');

const workItemFields = {
  workitem_id: text(),
  case_id: text('Its run.'),
  spec_id: text('Its specification: the workflow of the run.'),
  task_name: text('The task that asks.'),
  index: whole('Position in the list that the task iterates over.'),
  status: choice(['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn']),
  reason: choice(
    ['work', 'doubt', 'approval'],
    'work: the workflow asks; doubt: a call with an unknown outcome; approval: of a fork.',
  ),
  message: text('What is asked.'),
  expects: record('Fields of the answer, by name.'),
  holder: text('Who has checked it out; empty if free.'),
  lease_until: text('When its lease ends.'),
  ...offerFields,
  ...languageItemFields,
  suspended: flag('Suspended until workitems_resume.'),
  created_at: text(),
  updated_at: text(),
};

const dataFields = {
  workitem_data: anything('Its data; before the item is started, the data that it shows by then.'),
  left_out: record('By field: what was too big for a list, and how to read it.'),
};

export const listedItemAnswer = entry({ ...workItemFields, ...dataFields }, [
  'index',
  'lease_until',
  'suspended',
  ...Object.keys(offerFields),
  ...Object.keys(languageItemFields),
  ...Object.keys(dataFields),
]);

/** A list of items shows the data of an item only if it is short. */
export function presentListedItem(item: ItemView): JsonObject {
  const { input } = item;
  const shown = presentWorkItem(item);
  if (input === null) return shown;
  const size = JSON.stringify(input).length;
  if (size <= maxDataSize) return { ...shown, workitem_data: input };
  const note = `${size} characters of JSON are left out: workitems_checkout shows them.`;
  return { ...shown, left_out: { workitem_data: note } };
}

/** Characters of JSON. */
const maxDataSize = 2_000;

/** After an action on it. */
export const movedItemFields = {
  ...workItemFields,
  repeated: repeatedAnswer,
  parent_id: text('For a multi-instance item: the work item that the instances come from.'),
  sibling_ids: list(text(), 'For a multi-instance item: the other instances.'),
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
    workitem_id: item.item,
    task_name: task,
    case_id: run,
    spec_id: workflow,
    ...(index < 0 ? {} : { index }),
    status: state,
    reason,
    message,
    expects: expectsByName(reason, expects),
    holder,
    ...(leaseUntil === null ? {} : { lease_until: leaseUntil }),
    ...offerOf(item),
    ...itemFieldsOf(item),
    ...(item.paused ? { suspended: true } : {}),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
  };
}
