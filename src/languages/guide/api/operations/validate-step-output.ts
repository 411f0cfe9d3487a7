/** Validates an output against a step of a guide [U5.1]. */
import { z } from 'zod';
import { byteLength } from '../../../byte-length.ts';
import type { LanguageOperation } from '../../../language-api.ts';
import { flag, listOf, objectOf, text } from '../../../output-fields.ts';
import { Refusal, refuseDocument } from '../../../refusal.ts';
import { createLookUp } from '../../conditions/look-up.ts';
import type { Guide, PromptStep } from '../../model/schema.ts';
import { refuseLargeContext } from '../../runs/guide-values.ts';
import { checkOutput } from '../../validation/check-output.ts';
import { contextField, stepField, workflowField } from '../views/guide-fields.ts';
import { type FoundGuide, getGuide, getStep } from './find-guide.ts';

const maxOutputLength = 1_048_576;

const input = z.strictObject({
  workflow: workflowField,
  step: stepField.describe('Id of the step, also of a nested one.'),
  output: z
    .json()
    .describe('The output of the step: a text, or data; at most 1 MB.')
    .refine(
      (value) => byteLength(typeof value === 'string' ? value : JSON.stringify(value)) <= maxOutputLength,
      `at most ${maxOutputLength} bytes`,
    ),
  context: contextField.default({}),
});

const output = objectOf({
  valid: flag('Whether the output meets the criteria of the step.'),
  issues: listOf(text(), 'The messages of the rules that are not met.'),
  suggestions: listOf(text(), 'How to correct the output.'),
});

export type ValidatedOutput = z.infer<typeof output>;

export const validateStepOutput: LanguageOperation<z.infer<typeof input>, ValidatedOutput> = {
  name: 'guides.validate',
  summary: 'Validates an output against the criteria of a step of a guide.',
  rest: { method: 'POST', path: '/v1/workflows/{workflow}/steps/{step}/validations' },
  examples: [
    {
      input: {
        workflow: 'code-review',
        step: 'understand',
        output: 'Read everything.',
        context: { taskScope: 'large' },
      },
    },
  ],
  input,
  output,
  async perform({ workflow, step: id, output: produced, context }, host) {
    const guided = await getGuide('guides.validate', host, workflow);
    const step = getStep(guided, id);
    const tooLarge = refuseLargeContext(context, { workflow: guided.found.id });
    if (tooLarge !== null) throw new Refusal(tooLarge);
    // Loops and parallel steps have no output.
    if (step.kind !== 'prompt') return { valid: true, issues: [], suggestions: [] };
    refuseMalformed(guided, step);
    const verdict = checkOutput(
      { ...step, assessments: assessmentsOf(step, guided.guide) },
      produced,
      createLookUp(context),
    );
    if (verdict.kind === 'malformed') throw malformed(guided, step, verdict.what, verdict.message);
    const { valid, issues, suggestions } = verdict;
    return { valid, issues: issues.map(({ message }) => message), suggestions };
  },
};

const assessmentsOf = ({ assessmentRefs }: PromptStep, { assessments }: Guide) =>
  assessments.filter(({ id }) => assessmentRefs.includes(id));

/** Criteria that could not be read are missing from the guide; the errors of the document report them. */
function refuseMalformed({ found }: FoundGuide, { id, at }: PromptStep): void {
  const criteriaPath = `${at.path}.validationCriteria`;
  const violations = found.violations.filter(({ path }) => path.startsWith(criteriaPath));
  if (violations.length === 0) return;
  const isSchema = violations.every(({ rule }) => rule === 'bad-schema');
  const report = refuseDocument(
    { violations, language: found.language },
    {
      what: isSchema
        ? `A schema of the step “${id}” is invalid`
        : `The criteria of the step “${id}” are invalid`,
      suggestedAction: 'Correct the listed errors in the document of the guide.',
      context: { workflow: found.id, step: id, path: found.path },
    },
  );
  throw new Refusal(isSchema ? report : { ...report, code: 'invalid_criteria' });
}

function malformed(
  { found }: FoundGuide,
  { id }: PromptStep,
  what: 'criteria' | 'schema',
  message: string,
): Refusal {
  return new Refusal({
    code: what === 'schema' ? 'invalid_definition' : 'invalid_criteria',
    message: `The criteria of the step “${id}” are invalid: ${message}`,
    context: { workflow: found.id, step: id },
  });
}
