/** Presents a work item, in the terms of work items. */

import { text } from '../../../languages/answer-schema.ts';
import {
  expectsByName,
  type ItemView,
  itemFieldsOf,
  type MovedItem,
  offerOf,
} from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

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
export const movedItemFields = { workitem_id: text, case_id: text, status: text, holder: text };

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
