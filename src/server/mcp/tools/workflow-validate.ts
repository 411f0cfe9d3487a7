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
  title: 'Check the output of a step',
  toolset: 'guides',
  isUsual: false,
  description: `Holds the output of a step of a guide against the step's validation criteria: texts it has to contain, patterns, lengths, JSON Schemas, and combinations of them, as far as they apply to “context”.

Use it after you did a step of a guide and before you call workflow_next: while valid is false, correct the output by “issues” (what is missing) and “suggestions” (what was expected, what was found), and check again. Steps inside loops are found, too. Nothing is stored.
To check a workflow document, use workflow_validate_manifest; that of a guide, workflow_validate_json.`,
  operations: ['guides.validate'],
  hints: readOnlyHints,
  input: z.strictObject({
    workflowId: guideField,
    stepId: stepField('Id of the step.'),
    output: z.unknown().describe('What the step produced: a text, or data where a schema is asked for.'),
    context: contextField.optional(),
  }),
  spellings: { ...guideSpellings, step_id: 'stepId', step: 'stepId' },
  output: object({
    valid: flag(),
    issues: list(text(), 'Empty where it is valid.'),
    suggestions: list(text(), 'Empty where it is valid.'),
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

/** Whoever means the check of a document by this name is told what that is called. */
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
    message: '“workflow_validate” is about the output of a step of a guide, and a document was sent.',
    suggestedAction: 'To check a document, call “workflow_validate_manifest” with “manifest_content”.',
  });
