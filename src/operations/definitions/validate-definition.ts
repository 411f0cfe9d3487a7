/** Checks the text of a document without saving it: every mistake at once. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import type { FileReport, WorkflowReport } from '../read-definition.ts';
import { validate } from '../validate.ts';
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
  async perform(_, { source, path }) {
    const { workflows, ...report } = reportOfSource(path, source);
    const views = workflows.map((each) => ({ ...each, parameters: each.parameters.map(parameterView) }));
    return { ...report, workflows: views };
  },
};

export function reportOfSource(path: string, source: string): FileReport {
  const [report] = validate({ files: [{ path, text: source }], api: null }).files;
  if (report === undefined) throw new Error('A file that is validated has a report.');
  return report;
}
