/** What authors of guides, their editors and agents have to know. */
import { parse } from 'yaml';
import type { Json } from '../../expression/index.ts';
import { jsonSchemaText } from '../document/json-schema-text.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as fixABug } from './examples/fix-a-bug.yaml';
import { text as translatePages } from './examples/translate-pages.yaml';
import { text as schemaText } from './json-schema.yaml';
import { languageId } from './read-guide.ts';
import { text as page } from './reference.md';

interface MapSchema {
  readonly [keyword: string]: Json;
  readonly properties: { readonly [key: string]: { readonly description: string } };
  readonly required: readonly string[];
}

type GuideSchema = MapSchema & {
  readonly $defs: { readonly promptStep: MapSchema };
};

// The file is such a schema.
const readSchema = (): GuideSchema => parse(schemaText);

export const guideSchema: LanguageSchema = jsonSchemaText(languageId, readSchema);

export const guideReference: LanguageReference = {
  title: 'Guides',
  summary: 'Procedures that an agent or a person follows step by step; each output can be checked.',
  fileNames: ['*.yaml', '*.json'],
  page() {
    const schema = readSchema();
    return page
      .replace('<!-- keys of a guide -->', keyTable(schema))
      .replace('<!-- keys of a step -->', keyTable(schema.$defs.promptStep));
  },
  examples: [
    { name: 'fix-a-bug.yaml', title: 'Conditions, rules for outputs, confirmation', text: fixABug },
    { name: 'translate-pages.yaml', title: 'Loops', text: translatePages },
  ],
};

/** Required keys are bold. */
function keyTable({ properties, required }: MapSchema): string {
  const rows = Object.entries(properties).map(([key, { description }]) => {
    const name = required.includes(key) ? `**\`${key}\`**` : `\`${key}\``;
    return `| ${name} | ${description} |`;
  });
  return ['| key | meaning |', '|---|---|', ...rows].join('\n');
}
