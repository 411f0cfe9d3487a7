/** JSON Schemas of documents: as texts for editors and agents, and as tables of keys for reference pages. */
import type { Json } from '../../expression/index.ts';
import type { LanguageSchema } from '../language.ts';

export type JsonSchema = { readonly [keyword: string]: Json };

/** Draft 7: the newest that all editors support. @param language whose documents it describes */
export const describeJsonSchema = (language: string, schema: () => JsonSchema): LanguageSchema => ({
  mediaType: 'application/schema+json',
  text: () =>
    `${JSON.stringify(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: `signalbox://schemas/${language}`,
        ...schema(),
      },
      null,
      2,
    )}\n`,
});

/** The keys of a map with their descriptions, as a Markdown table; required keys are bold. */
export function keyTable({ properties = {}, required = [] }: JsonSchema): string {
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  const rows = Object.entries(properties as JsonSchema).map(([key, value]) => {
    const name = isRequired(key) ? `**\`${key}\`**` : `\`${key}\``;
    return `| ${name} | ${String((value as JsonSchema)['description'] ?? '').replaceAll('|', '\\|')} |`;
  });
  return ['| key | meaning |', '|---|---|', ...rows].join('\n');
}
