/** Checks the text of a document without saving it: every mistake at once. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import type { FileReport } from '../read-definition.ts';
import { validate } from '../validate.ts';
import { pathField, sourceField } from './definition-fields.ts';

const input = z.strictObject({
  source: sourceField,
  path: pathField.default('definition.yaml'),
});

export const validateDefinition: Operation<z.infer<typeof input>, FileReport> = {
  name: 'definitions.validate',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(_, { source, path }) {
    return reportOfSource(path, source);
  },
};

export function reportOfSource(path: string, source: string): FileReport {
  const [report] = validate({ files: [{ path, text: source }], api: null }).files;
  if (report === undefined) throw new Error('A file that is validated has a report.');
  return report;
}
