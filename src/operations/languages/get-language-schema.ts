/** Returns the schema of a language, or of another file: JSON Schema, or XML Schema. */
import type { z } from 'zod';
import { objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { getSchema } from './get-schema.ts';
import { languageInput } from './language-fields.ts';

const output = objectOf({
  language: text(),
  mediaType: text('Of the schema: “application/schema+json”, or “application/xml” for XML Schema.'),
  schema: text('The schema as text.'),
});

export type LanguageSchemaText = z.infer<typeof output>;

export const getLanguageSchema: Operation<z.infer<typeof languageInput>, LanguageSchemaText> = {
  name: 'languages.schema',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the schema of a language, for editors and agents.',
  rest: {
    method: 'GET',
    path: '/v1/schemas/{language}',
    tag: 'workflows',
    text: {
      textField: 'schema',
      typeField: 'mediaType',
      types: ['application/schema+json', 'application/xml'],
    },
  },
  verb: { name: 'schema' },
  input: languageInput,
  output,
  perform: async (_, { language }) => getSchema(language),
};
