/** Validates the text of a document without saving it, and reports all errors at once. */
import { z } from 'zod';
import { listViolations } from '../../languages/index.ts';
import { flag, integer, listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { violationSchema } from '../../languages/violation-schema.ts';
import type { Operation } from '../contract/operation.ts';
import { exampleSource, pathField, sourceField } from './definition-fields.ts';
import { parameterSchema, parameterView } from './parameter-view.ts';
import { readSubmitted } from './read-submitted.ts';
import { warnOfCalls } from './warn-of-calls.ts';

const input = z.strictObject({
  source: sourceField,
  path: pathField.default('definition.yaml'),
});

const output = objectOf({
  path: text(),
  language: orNull(text(), 'Null if none was detected.'),
  valid: flag('Whether there are no errors.'),
  workflows: listOf(
    objectOf({
      name: text(),
      valid: flag('Whether it can be run.'),
      description: text(),
      parameters: listOf(parameterSchema),
      line: integer('Counted from 1.'),
      column: integer('Counted from 1.'),
    }),
  ),
  violations: listOf(violationSchema, 'Errors. A document with errors cannot be saved.'),
  warnings: listOf(violationSchema),
});

export type ValidatedDefinition = z.infer<typeof output>;

export const validateDefinition: Operation<z.infer<typeof input>, ValidatedDefinition> = {
  name: 'definitions.validate',
  scope: 'workflows:query',
  writes: false,
  summary: 'Validates the text of a document without saving it.',
  rest: { method: 'POST', path: '/v1/validations', tag: 'workflows', linksSyntax: true },
  verb: { name: 'validate' },
  examples: [{ input: { source: exampleSource } }],
  input,
  output,
  async perform(principal, { source: text, path }, services, signal) {
    const file = { path, text };
    const found = await readSubmitted(services, principal, file, services.operations ?? null, { signal });
    const { workflows, ...report } = found.report;
    const missing = await warnOfCalls(services, principal, file, found.readResult);
    const views = workflows.map((each) => ({ ...each, parameters: each.parameters.map(parameterView) }));
    return { ...report, warnings: listViolations([...report.warnings, ...missing]), workflows: views };
  },
};
