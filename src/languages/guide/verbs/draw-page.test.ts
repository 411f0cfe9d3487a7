import { expect, test } from 'vitest';
import { createStyles } from '../../../cli/print/styles.ts';
import { cleanText, displayWidth } from '../../../drawing/index.ts';
import type { StepOfGuide } from '../items/step-item.ts';
import { drawPage } from './draw-page.ts';
import { createPlan } from './guide-plan.ts';
import type { Page } from './read-page.ts';
import { summarizeGuide } from './summarize-guide.ts';
import { wrapLines } from './wrap-lines.ts';

const plan = createPlan({
  title: 'Review a change',
  remarks: [],
  nodes: [
    { id: 'triage', name: 'Triage', kind: 'call' },
    { id: 'files/enter', name: 'Read every file', kind: 'foreach' },
    { id: 'read', name: 'Read the file', kind: 'call' },
    { id: 'read/confirm', name: 'a person confirms', kind: 'question' },
    { id: 'note', name: 'Note findings', kind: 'call' },
    { id: 'report', name: 'Report', kind: 'call' },
  ],
});

const step: StepOfGuide = {
  kind: 'step',
  step: 'read',
  title: 'Read the file',
  requiresConfirmation: true,
  validationCriteria: ['Name what it does', 'At least 20 characters'],
  loops: [{ id: 'files', iteration: 2, total: 5, index: 1, item: 'b.ts' }],
  unset: [],
};

const page: Page = {
  step,
  role: 'You are a careful reader.',
  guidance: [
    'Read the tests first',
    'Take your time, and read it again whenever something in it surprises you.',
  ],
  prompt:
    'Read b.ts.\n\n1. What does it do, and who depends on it? Look at every one that calls it.\n2. What is odd?',
  remark: '',
  asksForFiles: true,
  output: null,
  checks: [],
};

const layout = { columns: 60, styles: createStyles(false) };

test('[U9.1] a step shows the progress, the prompt and the requirements for the output', () => {
  expect(
    drawPage(page, plan, layout).join('\n'),
  ).toBe(`── Step 2 of 4 · Read the file ────────────────────────────
  █████░░░░░░░░░░░░░░░ 25 %
  Read every file: pass 2 of 5, “b.ts”

  Your role
  You are a careful reader.

  Mind
  - Read the tests first
  - Take your time, and read it again whenever something in
    it surprises you.

  Read b.ts.

  1. What does it do, and who depends on it? Look at every
     one that calls it.
  2. What is odd?

  Requirements for the output
  - Name what it does
  - At least 20 characters

  Prepare
  - the files that the step is about

  Then
  A person must confirm the output.
`);
});

test('[U9.1][U8.3] a confirmation shows the output, and not the prompt', () => {
  const asked: Page = {
    ...page,
    step: { ...step, kind: 'confirmation', validationCriteria: [], requiresConfirmation: false },
    output: 'It adds numbers.\nNothing is odd.',
    checks: [{ title: 'Audit: Read the file', output: 'It is true.' }],
  };
  const lines = drawPage(asked, plan, layout);
  expect(lines[0]).toMatch(/^── Step 2 of 4 · confirm · Read the file ─+$/);
  expect(lines[1]).toBe('  ██████████░░░░░░░░░░ 50 %');
  expect(lines.join('\n')).toContain('  Output\n  It adds numbers.\n  Nothing is odd.\n');
  expect(lines.join('\n')).toContain('\n  Audit: Read the file\n  It is true.\n');
  expect(lines.join('\n')).not.toContain('What does it do');
});

test.each([20, 40, 80, 300])(
  '[U9.1] on %i columns no line of prose is wider, or wider than is readable',
  (columns) => {
    const widths = drawPage(page, plan, { ...layout, columns }).map(displayWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(30, Math.min(100, columns - 1)));
  },
);

test('[U9.1] code stays as it is, and no text contains terminal control codes', () => {
  const code = `${'word '.repeat(20)}`.trimEnd();
  expect(wrapLines(`a\n\`\`\`\n${code}\n\`\`\`\n${code}`, 30).slice(0, 4)).toEqual(['a', '```', code, '```']);
  const hostile = { ...page, prompt: 'x\u001b[2Jy', role: '\u001b]0;z\u0007', guidance: ['\u009b31m'] };
  const lines = drawPage(hostile, plan, layout);
  expect(lines).toEqual(lines.map(cleanText));
});

test('[U9.1] the summary has a line for each step with the beginning of its output', () => {
  const output = {
    context: {},
    outputs: { triage: 'small\nfix\nit', read: { ok: true }, note: null, report: 'x'.repeat(99) },
  };
  const once = (step: string, isSkipped = false) => ({ step, pass: 1, isSkipped });
  const done = [once('triage'), once('read', true), once('read'), once('report')];
  expect(summarizeGuide({ output }, plan, { done, reasons: new Map() }, 40)).toEqual([
    '✓ Triage: small (and 2 more lines)',
    '✓ Read the file: {"ok":true}',
    '– Note findings: did not apply',
    `✓ Report: ${'x'.repeat(28)}…`,
  ]);
});

test('[U9.1][U4.3] a step that was not done shows whether it was skipped, or why it did not apply', () => {
  const done = [{ step: 'triage', pass: 1, isSkipped: true }];
  const reasons = new Map([['read', 'size is not set.']]);
  expect(summarizeGuide({ output: null }, plan, { done, reasons }, 60).slice(0, 3)).toEqual([
    '– Triage: was skipped',
    '– Read the file: did not apply: size is not set.',
    '– Note findings: did not apply',
  ]);
});
