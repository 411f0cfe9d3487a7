/** Validates an output against a step of a guide [U5.1]. */
import { z } from 'zod';
import { checkOutput, createLookUp, type Guide, type PromptStep } from '../../languages/index.ts';
import { jsonField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { flag, listOf, objectOf, text } from '../contract/output-fields.ts';
import { invalidDefinition } from '../definitions/invalid-definition.ts';
import { refuseLargeContext } from './context-size.ts';
import { type FoundGuide, getGuide, getStep } from './find-guide.ts';
import { contextField, stepField } from './guide-fields.ts';

const maxOutputLength = 1_048_576;

const input = z.strictObject({
  workflow: workflowField,
  step: stepField.describe('Id of the step, also of a nested one.'),
  output: jsonField('The output of the step: a text, or data; at most 1 MB.').refine(
    (value) =>
      Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) <= maxOutputLength,
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

export const validateStepOutput: Operation<z.infer<typeof input>, ValidatedOutput> = {
  name: 'guides.validate',
  scope: 'workflows:query',
  writes: false,
  summary: 'Validates an output against the criteria of a step of a guide.',
  input,
  output,
  async perform(principal, { workflow, step: id, output: produced, context }, services) {
    const found = await getGuide('guides.validate', services, principal, workflow);
    const step = getStep(found, id);
    refuseLargeContext(context, { workflow: found.entry.id });
    // Loops and parallel steps have no output.
    if (step.kind !== 'prompt') return { valid: true, issues: [], suggestions: [] };
    refuseMalformed(found, step);
    const verdict = checkOutput(
      { ...step, assessments: assessmentsOf(step, found.guide) },
      produced,
      createLookUp(context),
    );
    if (verdict.kind === 'malformed') throw malformed(found, step, verdict.what, verdict.message);
    const { valid, issues, suggestions } = verdict;
    return { valid, issues: issues.map(({ message }) => message), suggestions };
  },
};

const assessmentsOf = ({ assessmentRefs }: PromptStep, { assessments }: Guide) =>
  assessments.filter(({ id }) => assessmentRefs.includes(id));

/** Criteria that could not be read are missing from the guide; the errors of the document report them. */
function refuseMalformed({ entry }: FoundGuide, { id, at }: PromptStep): void {
  const criteriaPath = `${at.path}.validationCriteria`;
  const violations = entry.document.violations.filter(({ path }) => path.startsWith(criteriaPath));
  if (violations.length === 0) return;
  const isSchema = violations.every(({ rule }) => rule === 'bad-schema');
  const error = invalidDefinition(
    { violations, language: entry.document.language },
    {
      what: isSchema
        ? `A schema of the step “${id}” is invalid`
        : `The criteria of the step “${id}” are invalid`,
      suggestedAction: 'Correct the listed errors in the document of the guide.',
      context: { workflow: entry.id, step: id, path: entry.document.path },
    },
  );
  throw isSchema ? error : new OperationError({ ...error.details, code: 'invalid_criteria' });
}

function malformed(
  { entry }: FoundGuide,
  { id }: PromptStep,
  what: 'criteria' | 'schema',
  message: string,
): OperationError {
  return new OperationError({
    code: what === 'schema' ? 'invalid_definition' : 'invalid_criteria',
    message: `The criteria of the step “${id}” are invalid: ${message}`,
    context: { workflow: entry.id, step: id },
  });
}
