import { z } from 'zod';
import { flag, list, object, text } from '../../../answer-schema.ts';
import type { Values } from '../../../facets.ts';
import type { OperationTool } from '../../../operation-tool.ts';
import type { RefusalReport } from '../../../refusal.ts';
import { contextField, guideField, guideSpellings, stepField, toolset } from './guide-tool-fields.ts';

export const workflowValidate: OperationTool = {
  name: 'workflow_validate',
  title: 'Validate the output of a step',
  toolset,
  description: `Validates the output of a step of a guide against the step's validation criteria: required texts, patterns, lengths, JSON Schemas, and combinations of them, as far as they apply to “context”.

Use it after you did a step of a guide and before you call workflow_next: while valid is false, correct the output by “issues” (what is missing) and “suggestions” (expected and actual), and validate again. It also finds steps inside loops. Nothing is stored.
To validate a workflow document, use workflow_validate_manifest; for a guide, workflow_validate_json.`,
  input: z.strictObject({
    workflowId: guideField,
    stepId: stepField('Id of the step.'),
    output: z.unknown().describe('What the step produced: text, or data if a schema is required.'),
    context: contextField.optional(),
  }),
  spellings: { ...guideSpellings, step_id: 'stepId', step: 'stepId' },
  output: object({
    valid: flag(),
    issues: list(text(), 'Empty if valid.'),
    suggestions: list(text(), 'Empty if valid.'),
  }),
  fields: { workflow: 'workflowId', step: 'stepId' },
  /** A caller that sends a document gets the name of the tool that validates documents. */
  misdirected: (given) => (isDocument(given) ? documentGiven : null),
  present: (verdict) => verdict as Values,
};

const isDocument = (given: Values): boolean =>
  ['manifest', 'manifest_content', 'content', 'workflowJson'].some((name) => Object.hasOwn(given, name)) &&
  !Object.hasOwn(given, 'stepId') &&
  !Object.hasOwn(given, 'step_id');

const documentGiven: RefusalReport = {
  code: 'wrong_tool',
  message: '“workflow_validate” validates the output of a step of a guide, but a document was sent.',
  suggestedAction: 'To validate a document, call “workflow_validate_manifest” with “manifest_content”.',
};
