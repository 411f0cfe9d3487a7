import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type GuidePosition,
  nextGuideStep,
} from '../../src/languages/guide/api/operations/next-guide-step.ts';
import { errorTable } from '../../src/operations/errors/error-table.ts';
import { toOperation } from '../../src/operations/language-operations.ts';
import {
  ann,
  type OperationsHarness,
  openOperationsHarness,
  stranger,
} from '../operations/operations-harness.ts';
import { guideFiles } from './guide-files.ts';

const operation = toOperation(nextGuideStep);

let harness: OperationsHarness;
beforeAll(async () => {
  harness = await openOperationsHarness(guideFiles);
});
afterAll(() => harness.close());

const context = { ticket: 'T-1', scope: 'small', files: ['a.ts', 'b.ts'] };
const next = (input: object, by = ann): Promise<GuidePosition> =>
  harness.perform(operation, { workflow: 'code-review', context, ...input }, by);
const refused = (input: object, by = ann) =>
  harness.refused(operation, { workflow: 'code-review', context, ...input }, by);

test('[U4.4] the answer contains the step, its role and guidance, its loops, its criteria and unset variables', async () => {
  const first = await next({ completedSteps: [], context: { files: [] } });
  expect(first).toMatchObject({
    step: {
      id: 'understand',
      prompt: 'Read [unset: ticket].',
      requireConfirmation: true,
      askForFiles: false,
    },
    guidance: {
      prompt: expect.stringMatching(/careful reviewer.*- Read everything.*Read \[unset: ticket\]/s),
      requiresConfirmation: true,
      validationCriteria: [],
    },
    isComplete: false,
    unset: ['ticket'],
    loops: [],
    beside: [],
    warnings: [],
  });
  const looped = await next({ completedSteps: ['understand', 'look-at'] });
  expect(looped).toMatchObject({
    step: { id: 'look-at', prompt: 'Look at b.ts.' },
    guidance: { validationCriteria: ['Name the risk'] },
    loops: [{ id: 'each-file', iteration: 2, total: 2, index: 1, item: 'b.ts' }],
    skipped: [{ id: 'measure', title: 'The step measure', reason: expect.stringContaining('scope') }],
    progress: { total: 4 },
  });
});

test('[U4.4] a complete guide has no step, and the message of the design', async () => {
  const done = await next({ completedSteps: ['understand', 'look-at', 'look-at', 'sum-up'] });
  expect(done).toMatchObject({
    step: null,
    guidance: { prompt: 'Workflow complete.' },
    isComplete: true,
    progress: { done: 4, total: 4 },
  });
});

test('[U4.5] unknown and early steps are reported, with the intended one', async () => {
  const answer = await next({ completedSteps: ['understnd', 'sum-up'] });
  expect(answer).toMatchObject({ step: { id: 'understand' }, unknown: ['understnd'], early: ['sum-up'] });
  expect(answer.warnings).toEqual([
    expect.stringMatching(/“understnd” .*Did you mean “understand”\?/),
    expect.stringContaining('“sum-up” was completed before it is due'),
  ]);
});

test('[U4.5] the current step must be a step of the guide, and another next step is reported', async () => {
  expect(await refused({ completedSteps: [], currentStep: 'sum-upp' })).toMatchObject({
    code: 'step_not_found',
    message: 'The guide “code-review” has no step “sum-upp”. Did you mean “sum-up”?',
    context: { step: 'sum-upp', workflow: 'code-review' },
  });
  const warnings = async (currentStep: string, completedSteps: readonly string[] = []) =>
    (await next({ completedSteps, currentStep })).warnings;
  expect(await warnings('understand')).toEqual([]);
  expect(await warnings('understand', ['understand'])).toEqual([]);
  expect(await warnings('each-file', ['understand'])).toEqual([]);
  expect(await warnings('sum-up')).toEqual(['“sum-up” is not the next step. The next step is “understand”.']);
  expect(await warnings('measure', ['understand'])).toEqual([
    expect.stringMatching(/^“measure” is skipped: .*scope/),
  ]);
});

test('[U4.5] a loop without its list is refused, with the variable to send', async () => {
  const error = await refused({ completedSteps: ['understand'], context: { files: 'a.ts' } });
  expect(error).toMatchObject({
    code: 'guide_blocked',
    context: { workflow: 'code-review', variable: 'files' },
    violations: [{ path: 'context.files', expected: expect.stringContaining('list') }],
  });
  expect(errorTable[error.code].number).toBe(-32_005);
});

test('[U4.5] a context that is too large is refused with its size, and one near the limit gets a warning', async () => {
  const text = (length: number) => ({ ...context, text: 'x'.repeat(length) });
  expect(await refused({ completedSteps: [], context: text(262_144) })).toMatchObject({
    code: 'context_too_large',
    context: { most: 262_144, bytes: expect.any(Number) },
  });
  const { warnings } = await next({ completedSteps: [], context: text(220_000) });
  expect(warnings).toEqual([expect.stringMatching(/^The context has 2200\d\d bytes, 83 %/)]);
});

test('[U4.5] either the list or the token is required, and lists have a limit', async () => {
  const error = await refused({});
  expect(error).toMatchObject({ code: 'invalid_input', violations: [{ path: 'completedSteps' }] });
  expect(await refused({ completedSteps: Array.from({ length: 10_001 }, () => 'a') })).toMatchObject({
    code: 'invalid_input',
  });
});

test('[U4.6] the token returns the same answer as the list, and accepts more completed steps', async () => {
  const completed: string[] = [];
  let token = '';
  for (const id of ['understand', 'look-at', 'look-at', 'sum-up']) {
    const { token: last, ...listed } = await next({ completedSteps: completed });
    expect(last.length).toBeLessThanOrEqual(120);
    const { token: again, ...tokened } = await next({ token: last });
    expect(tokened).toEqual(listed);
    if (token !== '') {
      const { token: _, ...added } = await next({ token, completedSteps: completed.slice(-1) });
      expect(added).toEqual(listed);
    }
    token = again;
    completed.push(id);
  }
});

test('[U4.6] a changed token, or one of another caller, guide or revision is refused, each with its own message', async () => {
  const { token } = await next({ completedSteps: ['understand'] });
  const other = await harness.perform(operation, { workflow: 'plain-guide', completedSteps: [] });
  const changed = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  const documented = [
    await refused({ token: changed }),
    await refused({ token: 'nonsense' }),
    await refused({ token }, stranger),
    await refused({ token: other.token }),
  ];
  expect(documented.map(({ code }) => errorTable[code].number)).toEqual([-32_007, -32_007, -32_007, -32_007]);
  expect(documented.map(({ message }) => message)).toEqual([
    expect.stringContaining('it was changed'),
    expect.stringContaining('it was changed'),
    'The token was issued to another caller.',
    'The token belongs to another guide than “code-review”.',
  ]);
});

test('[U7.1] a workflow that is not a guide, is invalid or does not exist is refused with the code of the design', async () => {
  const by = (workflow: string) => harness.refused(operation, { workflow, completedSteps: [] });
  expect(await by('nobody')).toMatchObject({ code: 'workflow_not_found' });
  const broken = await by('bad-pattern');
  expect(broken).toMatchObject({ code: 'invalid_definition', context: { workflow: 'bad-pattern' } });
  expect(broken.violations).toHaveLength(1);
  expect(await by('other')).toMatchObject({
    code: 'invalid_input',
    suggestedAction: expect.stringContaining('“runs.start”'),
  });
});
