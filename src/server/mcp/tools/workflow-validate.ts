import { z } from 'zod';
import { OperationError, type ValidatedOutput } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import { flag, list, object, text } from '../present/answer-schema.ts';
import { contextField, guideField, guideSpellings, stepField } from './guide-tool-fields.ts';
import { performRenamed } from './perform-renamed.ts';
import { readOnlyHints } from './tool-fields.ts';

const checkOutput = defineTool({
  name: 'workflow_validate',
  title: 'Validate the output of a step',
  toolset: 'guides',
  isUsual: false,
  description: `Validates the output of a step of a guide against the step's validation criteria: required texts, patterns, lengths, JSON Schemas, and combinations of them, as far as they apply to “context”.

Use it after you did a step of a guide and before you call workflow_next: while valid is false, correct the output by “issues” (what is missing) and “suggestions” (expected and actual), and validate again. It also finds steps inside loops. Nothing is stored.
To validate a workflow document, use workflow_validate_manifest; for a guide, workflow_validate_json.`,
  operations: ['guides.validate'],
  hints: readOnlyHints,
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
  async perform({ workflowId: workflow, stepId: step, ...rest }, call) {
    const names = { workflow: 'workflowId', step: 'stepId' };
    const operationInput = { workflow, step, ...rest };
    const { valid, issues, suggestions } = await performRenamed<ValidatedOutput>(
      call,
      'guides.validate',
      operationInput,
      names,
    );
    return { kind: 'answer', value: { valid, issues, suggestions } };
  },
});

/** A caller that sends a document to this tool gets the name of the tool that validates documents. */
export const workflowValidate: Tool = {
  ...checkOutput,
  input: {
    get schema() {
      return checkOutput.input.schema;
    },
    parse(given) {
      if (isDocument(given)) throw documentGiven();
      return checkOutput.input.parse(given);
    },
  },
};

const isDocument = (given: JsonObject): boolean =>
  ['manifest', 'manifest_content', 'content', 'workflowJson'].some((name) => Object.hasOwn(given, name)) &&
  !Object.hasOwn(given, 'stepId') &&
  !Object.hasOwn(given, 'step_id');

const documentGiven = (): OperationError =>
  new OperationError({
    code: 'wrong_tool',
    message: '“workflow_validate” validates the output of a step of a guide, but a document was sent.',
    suggestedAction: 'To validate a document, call “workflow_validate_manifest” with “manifest_content”.',
  });
