/** Fields of languages. */
import { z } from 'zod';
import { listOf, text } from '../../languages/output-fields.ts';

export const languageInput = z.strictObject({
  language: z.string().min(1).max(50).describe('Id of the language.'),
});

export const summaryFields = {
  language: text('Its id.'),
  title: text(),
  description: text('What it is for, in one sentence.'),
  fileNames: listOf(text(), 'File name patterns of its documents.'),
  mediaType: text('Media type of its schema.'),
};
