import { afterAll, beforeAll, expect, test } from 'vitest';
import { validateStepOutput } from '../../src/languages/guide/api/operations/validate-step-output.ts';
import { errorTable } from '../../src/operations/errors/error-table.ts';
import { toOperation } from '../../src/operations/language-operations.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { guideFiles } from './guide-files.ts';

const operation = toOperation(validateStepOutput);

let harness: OperationsHarness;
beforeAll(async () => {
  harness = await openOperationsHarness(guideFiles);
});
afterAll(() => harness.close());

const valid = { valid: true, issues: [], suggestions: [] };
const validated = (step: string, output: unknown, context = {}, workflow = 'code-review') =>
  harness.perform(operation, { workflow, step, output, context });
const refused = (step: string, workflow: string) =>
  harness.refused(operation, { workflow, step, output: 'yes' });

test('[U5.1] the output of a step in a loop is validated against its rules, conditional ones if their condition holds', async () => {
  expect(await validated('look-at', 'No risk.')).toEqual(valid);
  expect(await validated('look-at', 'Fine.', { scope: 'large' })).toEqual({
    valid: false,
    issues: ['Name the risk', 'Large changes need more words'],
    suggestions: expect.arrayContaining([expect.stringContaining('risk')]),
  });
  expect(await validated('understand', '')).toMatchObject({
    valid: false,
    issues: ['Output is empty or invalid.'],
  });
  expect(await validated('understand', { data: 1 })).toEqual(valid);
});

test('[U5.1] a step without an output has no requirements', async () => {
  expect(await validated('each-file', '')).toEqual(valid);
});

test('[U5.4] invalid criteria and malformed schemas have separate codes', async () => {
  const pattern = await refused('bad-one', 'bad-pattern');
  expect(pattern).toMatchObject({
    code: 'invalid_criteria',
    context: { step: 'bad-one', workflow: 'bad-pattern' },
    violations: [{ path: expect.stringContaining('steps[1].validationCriteria'), line: expect.any(Number) }],
  });
  const schema = await refused('bad-one', 'bad-schema');
  expect(schema).toMatchObject({ code: 'invalid_definition', context: { step: 'bad-one' } });
  expect([pattern, schema].map(({ code }) => errorTable[code].number)).toEqual([-32_004, -32_002]);
});

test('[U5.4] errors in other parts of the guide do not prevent a check of a step', async () => {
  expect(await validated('good-one', 'yes', {}, 'bad-pattern')).toEqual(valid);
  expect(await validated('good-one', 'no', {}, 'bad-schema')).toMatchObject({
    valid: false,
    issues: ['Say yes'],
  });
});

test('[U7.1] unknown guides and steps are refused, and so are outputs beyond the limit', async () => {
  expect(await refused('look-at', 'nobody')).toMatchObject({ code: 'workflow_not_found' });
  expect(await refused('lok-at', 'code-review')).toMatchObject({
    code: 'step_not_found',
    context: { step: 'lok-at', workflow: 'code-review' },
  });
  const input = { workflow: 'code-review', step: 'look-at', output: 'x'.repeat(1_048_577) };
  expect(await harness.refused(operation, input)).toMatchObject({
    code: 'invalid_input',
    violations: [{ path: 'output' }],
  });
});
