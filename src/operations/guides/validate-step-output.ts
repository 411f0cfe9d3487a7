/** An output held against what its step asks for, wherever the step stands in its guide [U5.1]. */
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
  step: stepField.describe('Id of the step, wherever it stands in the guide.'),
  output: jsonField('What was produced: a text, or data; 1 MB at most.').refine(
    (value) =>
      Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value)) <= maxOutputLength,
    `at most ${maxOutputLength} bytes`,
  ),
  context: contextField.default({}),
});

const output = objectOf({
  valid: flag('Whether it is what the step asks for.'),
  issues: listOf(text(), 'What it lacks: the messages of the rules that are not met.'),
  suggestions: listOf(text(), 'What would put it right.'),
});

export type ValidatedOutput = z.infer<typeof output>;

export const validateStepOutput: Operation<z.infer<typeof input>, ValidatedOutput> = {
  name: 'guides.validate',
  scope: 'workflows:query',
  writes: false,
  summary: 'Holds an output against what a step of a guide asks for.',
  input,
  output,
  async perform(principal, { workflow, step: id, output: produced, context }, services) {
    const found = await getGuide('guides.validate', services, principal, workflow);
    const step = getStep(found, id);
    refuseLargeContext(context, { workflow: found.entry.id });
    // Loops and parallel steps have no output of their own.
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

/** What could not be read of the criteria is not there any more: it is told by the mistakes of the document. */
function refuseMalformed({ entry }: FoundGuide, { id, at }: PromptStep): void {
  const criteriaPath = `${at.path}.validationCriteria`;
  const violations = entry.document.violations.filter(({ path }) => path.startsWith(criteriaPath));
  if (violations.length === 0) return;
  const isSchema = violations.every(({ rule }) => rule === 'bad-schema');
  const error = invalidDefinition(
    { violations },
    {
      what: isSchema
        ? `A schema of the step “${id}” cannot be used`
        : `The criteria of the step “${id}” cannot be used`,
      suggestedAction: 'Correct what is listed in the document of the guide.',
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
    message: `What the step “${id}” asks for cannot be used: ${message}`,
    context: { workflow: entry.id, step: id },
  });
}
