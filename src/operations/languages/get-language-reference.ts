/** Returns what an author of documents has to know about a language: its reference page and examples. */
import type { z } from 'zod';
import { listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { referenceOf } from './describe-language.ts';
import { getLanguage } from './get-language.ts';
import { languageInput, summaryFields } from './language-fields.ts';

const output = objectOf({
  ...summaryFields,
  page: text('The reference with all examples, as Markdown.'),
  examples: listOf(
    objectOf({ name: text('File name.'), title: text(), text: text('The whole document.') }),
    'Documents that are valid as they are.',
  ),
});

export type LanguageDetails = z.infer<typeof output>;

export const getLanguageReference: Operation<z.infer<typeof languageInput>, LanguageDetails> = {
  name: 'languages.get',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the syntax of a language: its reference page and examples.',
  rest: { method: 'GET', path: '/v1/languages/{language}', tag: 'workflows' },
  verb: { name: 'schema' },
  input: languageInput,
  output,
  perform: async (_, { language }) => referenceOf(getLanguage(language)),
};
