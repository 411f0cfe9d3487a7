import { z } from 'zod';
import { flag, list, object, record, text } from '../../../languages/answer-schema.ts';
import { presentViolation, type UploadedSpecifications } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { keyField } from './tool-fields.ts';

export const specificationsUpload = defineTool({
  name: 'specifications_upload',
  title: 'Upload a specification',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Uploads a specification in XML (specificationSet). One with errors is refused with all of them.

The newest version starts new cases; cases of older versions continue unchanged. An older version is stored, and starts no cases. The same version with other content is refused: set a new one in its metaData. The same content again changes nothing.
Next: specifications_describe shows its case_data; cases_submit starts it.`,
  operations: ['specifications.upload'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    spec_xml: z.string().min(1).max(1_048_576).describe('A whole specificationSet.'),
    idempotency_key: keyField,
  }),
  spellings: { content: 'spec_xml', specification: 'spec_xml', source: 'spec_xml' },
  output: object({
    path: text,
    revision: text,
    specifications: list(object({ spec_id: text, version: text, starts_cases: flag, latest_version: text })),
    warnings: list(record),
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
