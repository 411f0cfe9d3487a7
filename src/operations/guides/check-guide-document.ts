/**
 * Checks the text of a guide without saving it: reports all errors at once, and corrects those with a certain
 * correction.
 */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { flag, listOf, objectOf, text } from '../contract/output-fields.ts';
import { pathField } from '../definitions/definition-fields.ts';
import { violationSchema } from '../definitions/violation-schema.ts';
import { runJob } from '../jobs/run-job.ts';

const input = z.strictObject({
  source: z.string().min(1).max(1_048_576).describe('The text of the guide: JSON, or YAML.'),
  path: pathField
    .optional()
    .describe('File name of the guide; its extension decides between JSON and YAML if the text does not.'),
  repair: z
    .boolean()
    .default(false)
    .describe('Also returns the text with all certain corrections applied; for texts of up to 256 KB.'),
});

const output = objectOf({
  language: text('Id of the language of guides.'),
  valid: flag('Whether the guide has no errors.'),
  issues: listOf(text(), 'One sentence per error, in the order of the text.'),
  suggestions: listOf(text(), 'How to correct them.'),
  violations: listOf(violationSchema, 'The same errors, with their locations and edits of the text.'),
  warnings: listOf(violationSchema, 'Unsupported or suspicious parts; the guide can be used nevertheless.'),
  repaired: z.exactOptional(text('The corrected text, if “repair” is set and something could be corrected.')),
  repair_stopped: z.exactOptional(text('The limit at which “repair” stopped, if it could correct more.')),
});

export type CheckedGuide = z.infer<typeof output>;

export const checkGuideDocument: Operation<z.infer<typeof input>, CheckedGuide> = {
  name: 'guides.check',
  scope: 'workflows:query',
  writes: false,
  summary: 'Checks the text of a guide without saving it, and can apply certain corrections.',
  input,
  output,
  perform: (principal, { source, path = 'guide', repair }, services, signal) =>
    runJob(services, principal, 'checkGuide', { path, source, repair }, { signal }),
};
