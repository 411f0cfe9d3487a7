/** What a work item asks, in words. */
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { writtenStep } from '../guides/step-item.ts';
import { partOf } from './item-part.ts';

/** @param input the whole value */
export function messageOf(
  { reason, task, item }: Pick<WorkItem, 'reason' | 'task' | 'item'>,
  input: Json,
): string {
  if (reason === 'doubt') {
    return `Nobody knows what became of the call of “${task}”: did it succeed, did it fail, or should it be made again?`;
  }
  const message = (wordsOf(item) || textAt(input, 'message')) + producedOf(item, input);
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from: may it count here, too?${message === '' ? '' : ` (${message})`}`;
}

/** Whoever confirms a step of a guide sees what they agree to. */
function producedOf(item: Json, input: Json): string {
  const output = partOf(input, 'output') ?? null;
  if (writtenStep(item)?.kind !== 'confirmation' || output === null) return '';
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return `\n\n${text.length <= mostShown ? text : `${text.slice(0, mostShown).replace(/[\uD800-\uDBFF]$/, '')}…`}`;
}

/** Characters: more than that is read where it is kept. */
const mostShown = 4_000;

/** Of a language whose tasks have names and words of their own; empty elsewhere. */
const wordsOf = (item: Json): string => textAt(item, 'documentation') || textAt(item, 'name');

function textAt(value: Json, key: string): string {
  const found = typeof value === 'object' && value !== null && key in value ? Object(value)[key] : null;
  return typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found);
}
