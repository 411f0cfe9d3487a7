/** Draws a step for the user at the terminal: the progress, the prompt, and the requirements for the output. */

import { oneLine } from '../../../cli/print/clean-lines.ts';
import { cutEnd } from '../../../cli/print/cut-end.ts';
import { jsonText, valueText } from '../../../cli/print/print-json.ts';
import type { Styles } from '../../../cli/print/styles.ts';
import { displayWidth } from '../../../drawing/index.ts';
import type { StepOfGuide } from '../items/step-item.ts';
import type { GuidePlan } from './guide-plan.ts';
import type { Page } from './read-page.ts';
import { wrapLines } from './wrap-lines.ts';

/** Maximum line width, because longer lines are hard to read. */
const maxWidth = 100;
const minWidth = 30;
const indent = '  ';

interface PageLayout {
  readonly columns: number;
  readonly styles: Styles;
}

export function drawPage(page: Page, plan: GuidePlan, { columns, styles }: PageLayout): readonly string[] {
  const width = Math.max(minWidth, Math.min(maxWidth, columns - 1));
  const inside = (text: string) =>
    wrapLines(text, width - indent.length).map((line) => (indent + line).trimEnd());
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [indent + styles.quiet(title), ...lines, ''];
  const points = (texts: readonly string[]) => texts.flatMap((text) => inside(`- ${text}`));
  const { step, role, guidance, prompt, remark, asksForFiles } = page;
  const isConfirmation = step.kind === 'confirmation';
  return [
    styles.strong(pageHeading(step, plan, width)),
    ...progressOf(step, plan).map((line) => indent + line),
    ...step.loops.map((loop) => indent + cutEnd(describeLoop(loop, plan), width - indent.length)),
    '',
    ...part('Your role', role === '' ? [] : inside(role)),
    ...part('Mind', points(guidance)),
    ...part('Not confirmed', remark === '' ? [] : inside(remark)),
    ...(isConfirmation ? [] : [...inside(prompt), '']),
    ...part('Output', isConfirmation ? outputLines(page, inside) : []),
    ...page.checks.flatMap((check) => part(oneLine(check.title), outputLines(check, inside))),
    ...part('Requirements for the output', points(step.validationCriteria)),
    ...part('Prepare', asksForFiles ? points(['the files that the step is about']) : []),
    ...part('Then', step.requiresConfirmation ? inside('A person must confirm the output.') : []),
  ];
}

function pageHeading({ kind, step, title }: StepOfGuide, { steps }: GuidePlan, width: number): string {
  const at = steps.indexOf(step);
  const place = at < 0 ? 'Step' : `Step ${at + 1} of ${steps.length}`;
  const what = kind === 'confirmation' ? `${place} · confirm` : place;
  const head = cutEnd(`── ${what} · ${oneLine(title)} `, width);
  return head + '─'.repeat(Math.max(0, width - displayWidth(head)));
}

const cells = 20;

/** Steps before this one in the guide count as done. */
function progressOf({ kind, step }: StepOfGuide, { steps }: GuidePlan): readonly string[] {
  const at = steps.indexOf(step);
  if (at < 0) return [];
  const done = (at + (kind === 'confirmation' ? 1 : 0)) / steps.length;
  const full = Math.floor(done * cells);
  return [`${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.floor(done * 100)} %`];
}

/** `Read every file: pass 2 of 5, “b.ts”`. */
function describeLoop({ id, iteration, total, item }: StepOfGuide['loops'][number], plan: GuidePlan): string {
  const pass = `pass ${iteration}${total === undefined ? '' : ` of ${total}`}`;
  const about = item === undefined ? '' : `, ${typeof item === 'string' ? `“${item}”` : jsonText(item, 0)}`;
  return oneLine(`${plan.loops.get(id) ?? id}: ${pass}${about}`);
}

function outputLines(
  { output }: Pick<Page, 'output'>,
  inside: (text: string) => readonly string[],
): readonly string[] {
  return output === null ? inside('no output') : inside(valueText(output));
}
