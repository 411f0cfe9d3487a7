/** Returns the question of a work item as text. */
import type { Json } from '../../../kernel/index.ts';
import type { WorkItem } from '../../../runtime/index.ts';
import { itemFacetOf } from '../../language-lists/languages.ts';

/** @param input the whole value */
export function messageOf(
  { reason, task, item }: Pick<WorkItem, 'reason' | 'task' | 'item'>,
  input: Json,
): string {
  if (reason === 'doubt') {
    return `The outcome of the call of “${task}” is unknown. Did it succeed, did it fail, or should it be made again?`;
  }
  const details = itemFacetOf(item).messageDetails?.(item, input) ?? '';
  const message = (describeValue(item) || textAt(input, 'message')) + details;
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from. May that answer count here, too?${message === '' ? '' : ` (${message})`}`;
}

/** For languages whose tasks have their own labels and descriptions; empty otherwise. */
const describeValue = (item: Json): string => textAt(item, 'documentation') || textAt(item, 'name');

function textAt(value: Json, key: string): string {
  const found = typeof value === 'object' && value !== null && key in value ? Object(value)[key] : null;
  return typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found);
}
