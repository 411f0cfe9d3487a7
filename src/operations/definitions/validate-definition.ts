/** Checks the text of a document without saving it: every mistake at once. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { type FileReport, readDefinition, type WorkflowReport } from '../read-definition.ts';
import { pathField, sourceField } from './definition-fields.ts';
import { type ParameterView, parameterView } from './parameter-view.ts';
import { warnOfMissing } from './warn-of-missing.ts';

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
  async perform(_, { source: text, path }, services) {
    const { workflows, ...report } = readDefinition({ path, text }, services.operations ?? null).report;
    const missing = await warnOfMissing(services, { path, text });
    const views = workflows.map((each) => ({ ...each, parameters: each.parameters.map(parameterView) }));
    return { ...report, warnings: [...report.warnings, ...missing], workflows: views };
  },
};
