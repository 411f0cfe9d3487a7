/** What a work item asks, in words. */
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';

/** @param input the whole value */
export function messageOf(
  { reason, task, item }: Pick<WorkItem, 'reason' | 'task' | 'item'>,
  input: Json,
): string {
  if (reason === 'doubt') {
    return `Nobody knows what became of the call of “${task}”: did it succeed, did it fail, or should it be made again?`;
  }
  const message = wordsOf(item) || textAt(input, 'message');
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from: may it count here, too?${message === '' ? '' : ` (${message})`}`;
}

/** Of a language whose tasks have names and words of their own; empty elsewhere. */
const wordsOf = (item: Json): string => textAt(item, 'documentation') || textAt(item, 'name');

function textAt(value: Json, key: string): string {
  const found = typeof value === 'object' && value !== null && key in value ? Object(value)[key] : null;
  return typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found);
}
