/** A step for whoever does it at the terminal: how far they are, what is asked, and what the output has to be. */
import { displayWidth } from '../../drawing/index.ts';
import { oneLine } from '../clean-lines.ts';
import { cutEnd } from '../cut-end.ts';
import { jsonText, valueText } from '../print-json.ts';
import type { Styles } from '../styles.ts';
import type { GuidePlan } from './guide-plan.ts';
import type { ItemStep, Page } from './read-page.ts';
import { wrapLines } from './wrap-lines.ts';

/** Longer lines are hard to read, however wide the window is. */
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
    ...part('Who you are', role === '' ? [] : inside(role)),
    ...part('Mind', points(guidance)),
    ...part('Somebody did not agree', remark === '' ? [] : inside(remark)),
    ...(isConfirmation ? [] : [...inside(prompt), '']),
    ...part('What was produced', isConfirmation ? outputLines(page, inside) : []),
    ...page.checks.flatMap((check) => part(oneLine(check.title), outputLines(check, inside))),
    ...part('What the output has to be', points(step.validationCriteria)),
    ...part('Have at hand', asksForFiles ? points(['the files that it is about']) : []),
    ...part('Then', step.requiresConfirmation ? inside('A person confirms it.') : []),
  ];
}

function pageHeading({ kind, step, title }: ItemStep, { steps }: GuidePlan, width: number): string {
  const at = steps.indexOf(step);
  const place = at < 0 ? 'Step' : `Step ${at + 1} of ${steps.length}`;
  const what = kind === 'confirmation' ? `${place} · confirm` : place;
  const head = cutEnd(`── ${what} · ${oneLine(title)} `, width);
  return head + '─'.repeat(Math.max(0, width - displayWidth(head)));
}

const cells = 20;

/** What stands before the step in the guide counts as done. */
function progressOf({ kind, step }: ItemStep, { steps }: GuidePlan): readonly string[] {
  const at = steps.indexOf(step);
  if (at < 0) return [];
  const done = (at + (kind === 'confirmation' ? 1 : 0)) / steps.length;
  const full = Math.floor(done * cells);
  return [`${'█'.repeat(full)}${'░'.repeat(cells - full)} ${Math.floor(done * 100)} %`];
}

/** `Read every file: pass 2 of 5, “b.ts”`. */
function describeLoop({ id, iteration, total, item }: ItemStep['loops'][number], plan: GuidePlan): string {
  const pass = `pass ${iteration}${total === undefined ? '' : ` of ${total}`}`;
  const about = item === undefined ? '' : `, ${typeof item === 'string' ? `“${item}”` : jsonText(item, 0)}`;
  return oneLine(`${plan.loops.get(id) ?? id}: ${pass}${about}`);
}

function outputLines(
  { output }: Pick<Page, 'output'>,
  inside: (text: string) => readonly string[],
): readonly string[] {
  return output === null ? inside('nothing that was written down') : inside(valueText(output));
}
