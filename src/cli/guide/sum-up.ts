/** What a walk through a guide has given: a line for each of its steps. */
import type { Json } from '../../expression/index.ts';
import type { RunView } from '../../operations/index.ts';
import { partOf } from '../../operations/offline.ts';
import { oneLine } from '../clean-lines.ts';
import { countOf } from '../count-of.ts';
import { cutEnd } from '../cut-end.ts';
import { jsonText } from '../print-json.ts';
import type { GuidePlan } from './guide-plan.ts';

/** @param states of the steps, by their ids */
export function sumUp(
  { output }: Pick<RunView, 'output'>,
  { steps, titles }: GuidePlan,
  states: { readonly [step: string]: string },
  columns: number,
): readonly string[] {
  const outputs = partOf(output, 'outputs');
  return steps.map((step) => {
    const title = oneLine(titles.get(step) ?? step);
    const isDone = states[step] === 'done';
    const given = isDone ? shortened(partOf(outputs, step) ?? null) : 'was left out';
    return cutEnd(`${isDone ? '✓' : '–'} ${title}${given === '' ? '' : `: ${given}`}`, columns - 1);
  });
}

/** The first line, and how many there are more. */
function shortened(output: Json): string {
  if (output === null) return '';
  const lines = (typeof output === 'string' ? output : jsonText(output, 0)).trim().split('\n');
  const more = lines.length > 1 ? ` (and ${countOf(lines.length - 1, 'more line')})` : '';
  return `${oneLine(lines[0] ?? '')}${more}`;
}
