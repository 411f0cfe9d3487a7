import { z } from 'zod';
import { keyText, type UploadedSpecifications } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { entry, flag, list, object, text } from '../present/answer-schema.ts';
import { presentViolation, violationAnswer } from '../present/present-document.ts';

export const specificationsUpload = defineTool({
  name: 'specifications_upload',
  title: 'Upload a specification',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Takes in a YAWL specification, verified first: one with mistakes is refused with all of them, each with line and column.

- The newest version of a specification starts new cases; the cases of older versions go on as they are.
- An older version than the newest is kept, and cannot start cases.
- The same version with another content is refused: give it a new version in its metaData. The very same again changes nothing.
Next: specifications_describe shows what case_data it takes; cases_submit starts it.`,
  operations: ['specifications.upload'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    spec_xml: z
      .string()
      .min(1)
      .max(1_048_576)
      .describe('The XML of the specification: a whole specificationSet.'),
    idempotency_key: keyText
      .optional()
      .describe('As other tools take one; not needed here, since the very same again changes nothing.'),
  }),
  spellings: { content: 'spec_xml', specification: 'spec_xml', source: 'spec_xml' },
  output: object({
    path: text('Path of the document that holds it.'),
    revision: text('SHA-256 of the document.'),
    specifications: list(
      entry(
        {
          spec_id: text(),
          uri: text(),
          identifier: text('Names it in whatever version.'),
          version: text(),
          starts_cases: flag('Whether it is the newest version.'),
          latest_version: text('The version that starts new cases.'),
        },
        ['identifier'],
      ),
    ),
    warnings: list(violationAnswer),
  }),
  aliases: ['specifications/upload', 'specifications.upload'],
  async perform({ spec_xml: source }, call) {
    const { path, revision, specifications, warnings } = await call.perform<UploadedSpecifications>(
      'specifications.upload',
      { spec_xml: source },
    );
    const value = { path, revision, specifications, warnings: warnings.map(presentViolation) };
    return { kind: 'answer', value, bulky: ['warnings'] };
  },
});
