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
  const message = (describeValue(item) || textAt(input, 'message')) + producedOf(item, input);
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from: may it count here, too?${message === '' ? '' : ` (${message})`}`;
}

/** Whoever confirms a step of a guide sees what they agree to, and what was found in it. */
function producedOf(item: Json, input: Json): string {
  if (writtenStep(item)?.kind !== 'confirmation') return '';
  const checks = partOf(input, 'checks');
  const found = (Array.isArray(checks) ? checks : []).flatMap((check: Json) => {
    const text = shownOutput(partOf(check, 'output'));
    return text === '' ? [] : [`${textAt(check, 'title')}\n${text}`];
  });
  return [shownOutput(partOf(input, 'output')), ...found]
    .filter((text) => text !== '')
    .map((text) => `\n\n${text}`)
    .join('');
}

function shownOutput(output: Json | undefined): string {
  if (output === undefined || output === null) return '';
  const text = typeof output === 'string' ? output : JSON.stringify(output, null, 2);
  return text.length <= maxShownLength
    ? text
    : `${text.slice(0, maxShownLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Characters: more than that is read where it is kept. */
const maxShownLength = 4_000;

/** Of a language whose tasks have names and words of their own; empty elsewhere. */
const describeValue = (item: Json): string => textAt(item, 'documentation') || textAt(item, 'name');

function textAt(value: Json, key: string): string {
  const found = typeof value === 'object' && value !== null && key in value ? Object(value)[key] : null;
  return typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found);
}
