/** Summarizes a finished session of a guide: one line per step. */

import { oneLine } from '../../../cli/print/clean-lines.ts';
import { cutEnd } from '../../../cli/print/cut-end.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { jsonText } from '../../../cli/print/print-json.ts';
import type { Json } from '../../../expression/index.ts';
import type { RunView } from '../../../operations/index.ts';
import { partOf } from '../../../operations/offline.ts';
import type { GuidePlan } from './guide-plan.ts';
import type { StepDone } from './steps-done.ts';

interface StepResults {
  readonly done: readonly StepDone[];
  /** Why steps did not apply, by their ids, as far as known. */
  readonly reasons: ReadonlyMap<string, string>;
}

export function summarizeGuide(
  { output }: Pick<RunView, 'output'>,
  { steps, titles }: GuidePlan,
  { done, reasons }: StepResults,
  columns: number,
): readonly string[] {
  const outputs = partOf(output, 'outputs');
  return steps.map((step) => {
    const title = oneLine(titles.get(step) ?? step);
    const times = done.filter((each) => each.step === step);
    const isDone = times.some(({ isSkipped }) => !isSkipped);
    const result = isDone
      ? shortened(partOf(outputs, step) ?? null)
      : describeNotDone(times, reasons.get(step) ?? '');
    return cutEnd(`${isDone ? '✓' : '–'} ${title}${result === '' ? '' : `: ${result}`}`, columns - 1);
  });
}

/** For a step that was not done. */
function describeNotDone(times: readonly StepDone[], reason: string): string {
  if (times.length > 0) return 'was skipped';
  return reason === '' ? 'did not apply' : `did not apply: ${oneLine(reason)}`;
}

/** The first line, and the number of further lines. */
function shortened(output: Json): string {
  if (output === null) return '';
  const lines = (typeof output === 'string' ? output : jsonText(output, 0)).trim().split('\n');
  const more = lines.length > 1 ? ` (and ${pluralize(lines.length - 1, 'more line')})` : '';
  return `${oneLine(lines[0] ?? '')}${more}`;
}
