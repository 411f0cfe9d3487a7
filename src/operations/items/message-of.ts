/** Returns the question of a work item as text. */
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
    return `The outcome of the call of “${task}” is unknown. Did it succeed, did it fail, or should it be made again?`;
  }
  const message = (describeValue(item) || textAt(input, 'message')) + producedOf(item, input);
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from. May that answer count here, too?${message === '' ? '' : ` (${message})`}`;
}

/** A confirmation of a guide step shows the output and the findings in it. */
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

/** In characters. Longer texts are read from the run. */
const maxShownLength = 4_000;

/** For languages whose tasks have their own labels and descriptions; empty otherwise. */
const describeValue = (item: Json): string => textAt(item, 'documentation') || textAt(item, 'name');

function textAt(value: Json, key: string): string {
  const found = typeof value === 'object' && value !== null && key in value ? Object(value)[key] : null;
  return typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found);
}
