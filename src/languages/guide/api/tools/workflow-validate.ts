import { z } from 'zod';
import { flag, list, object, text } from '../../../answer-schema.ts';
import type { Values } from '../../../facets.ts';
import type { OperationTool } from '../../../operation-tool.ts';
import { contextField, guideField, guideSpellings, stepField, toolset } from './guide-tool-fields.ts';

const spellings = { ...guideSpellings, step_id: 'stepId', step: 'stepId' };

export const workflowValidate: OperationTool = {
  name: 'workflow_validate',
  title: 'Validate the output of a step',
  toolset,
  isUsual: true,
  joins: ['workflowId', 'stepId', 'output', ...Object.keys(spellings)],
  description: `Validates the output of a step of a guide (workflowId, stepId, output) against its validation criteria. Nothing is stored.

Use it after you did a step and before workflow_next: while valid is false, correct the output by “issues” and “suggestions”, and validate again.`,
  input: z.strictObject({
    workflowId: guideField,
    stepId: stepField('Id of the step.'),
    output: z.unknown().describe('What the step produced: text or data.'),
    context: contextField.optional(),
  }),
  spellings,
  output: object({ valid: flag, issues: list(text), suggestions: list(text) }),
  fields: { workflow: 'workflowId', step: 'stepId' },
  present: (verdict) => verdict as Values,
};
