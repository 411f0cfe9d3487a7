/** The JSON Schema of a language as a text, for editors and agents. */
import type { Json } from '../../expression/index.ts';
import type { LanguageSchema } from '../language.ts';

/** @param language whose documents it describes */
export const jsonSchemaText = (
  language: string,
  schema: () => { readonly [keyword: string]: Json },
): LanguageSchema => ({
  mediaType: 'application/schema+json',
  text() {
    const { $schema: _, ...keywords } = schema();
    // The newest draft that all editors support.
    const head = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `signalbox://schemas/${language}`,
    };
    return `${JSON.stringify({ ...head, ...keywords })}\n`;
  },
});
