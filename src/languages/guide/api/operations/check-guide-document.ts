/**
 * Checks the text of a guide without saving it: reports all errors at once, and corrects those with a certain
 * correction.
 */
import { z } from 'zod';
import type { LanguageOperation } from '../../../language-api.ts';
import { flag, listOf, objectOf, text } from '../../../output-fields.ts';
import { violationSchema } from '../../../violation-schema.ts';

const input = z.strictObject({
  source: z.string().min(1).max(1_048_576).describe('The text of the guide: JSON, or YAML.'),
  path: z
    .string()
    .min(1)
    .max(200)
    .default('guide')
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

const example = `{
  "id": "review",
  "name": "Review",
  "description": "Reviews a change",
  "version": "1.0.0",
  "steps": [{ "id": "understand", "title": "Understand", "prompt": "Read the change." }]
}
`;

export const checkGuideDocument: LanguageOperation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'guides.check',
  summary: 'Checks the text of a guide without saving it, and can apply certain corrections.',
  rest: { method: 'POST', path: '/v1/guide-validations', linksSyntax: true },
  examples: [{ input: { source: example, repair: true } }],
  input,
  output,
};
