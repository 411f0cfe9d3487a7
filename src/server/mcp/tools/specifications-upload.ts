import { z } from 'zod';
import { entry, flag, list, object, text } from '../../../languages/answer-schema.ts';
import {
  keyText,
  presentViolation,
  type UploadedSpecifications,
  violationAnswer,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';

export const specificationsUpload = defineTool({
  name: 'specifications_upload',
  title: 'Upload a specification',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Uploads a specification in XML (specificationSet) after verifying it. One with errors is refused with all of them, each with line and column.

- The newest version of a specification starts new cases; the cases of older versions continue unchanged.
- A version older than the newest is stored, and cannot start cases.
- The same version with other content is refused: set a new version in its metaData. The same content again changes nothing.
Next: specifications_describe shows the case_data it takes; cases_submit starts it.`,
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
      .describe(
        'Accepted for consistency; not needed, since uploading the same content again changes nothing.',
      ),
  }),
  spellings: { content: 'spec_xml', specification: 'spec_xml', source: 'spec_xml' },
  output: object({
    path: text('Path of the document that contains it.'),
    revision: text('SHA-256 of the document.'),
    specifications: list(
      entry(
        {
          spec_id: text(),
          uri: text(),
          identifier: text('Identifies it across versions.'),
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
