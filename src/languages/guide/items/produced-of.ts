/** What a confirmation asks about: the output of the step, and what its checks found. */
import type { Json } from '../../../kernel/index.ts';
import { partOf } from '../../part-of.ts';

/** @param input of the confirmation, the whole value */
export function producedOf(input: Json): string {
  const checks = partOf(input, 'checks');
  const found = (Array.isArray(checks) ? checks : []).flatMap((check: Json) => {
    const text = shownOutput(partOf(check, 'output'));
    return text === '' ? [] : [`${shownOutput(partOf(check, 'title'))}\n${text}`];
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
