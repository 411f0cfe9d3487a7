/** Checks the text of a document without saving it: every mistake at once. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { type FileReport, readDefinition, type WorkflowReport } from '../read-definition.ts';
import { pathField, sourceField } from './definition-fields.ts';
import { type ParameterView, parameterView } from './parameter-view.ts';

const input = z.strictObject({
  source: sourceField,
  path: pathField.default('definition.yaml'),
});

export interface ValidatedDefinition extends Omit<FileReport, 'workflows'> {
  readonly workflows: readonly ValidatedWorkflow[];
}

export interface ValidatedWorkflow extends Omit<WorkflowReport, 'parameters'> {
  readonly parameters: readonly ParameterView[];
}

export const validateDefinition: Operation<z.infer<typeof input>, ValidatedDefinition> = {
  name: 'definitions.validate',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(_, { source, path }, { operations = null }) {
    const { workflows, ...report } = readDefinition({ path, text: source }, operations).report;
    const views = workflows.map((each) => ({ ...each, parameters: each.parameters.map(parameterView) }));
    return { ...report, workflows: views };
  },
};
