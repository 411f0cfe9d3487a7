/** What authors of guides, their editors and agents have to know. */
import { parse } from 'yaml';
import { describeJsonSchema, type JsonSchema, keyTable } from '../document/json-schema.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as fixABug } from './examples/fix-a-bug.yaml';
import { text as translatePages } from './examples/translate-pages.yaml';
import { text as schemaText } from './json-schema.yaml';
import { languageId } from './read-guide.ts';
import { text as page } from './reference.md';

// The file is a JSON Schema.
const readSchema = (): JsonSchema => parse(schemaText) as JsonSchema;

export const guideSchema: LanguageSchema = describeJsonSchema(languageId, readSchema);

export const guideReference: LanguageReference = {
  title: 'Guides',
  summary: 'Procedures that an agent or a person follows step by step; each output can be checked.',
  fileNames: ['*.yaml', '*.json'],
  page() {
    const schema = readSchema();
    const definitions = schema['$defs'] as Readonly<Record<string, JsonSchema>>;
    const table = (name: string) => keyTable(definitions[name] ?? {});
    return page.replace(
      '<!-- keys -->',
      [
        `## Keys of a guide\n\n${keyTable(schema)}`,
        `## Keys of a step\n\n${table('promptStep')}`,
        `A loop has \`type: loop\`, \`loop\` and \`body\` instead of a prompt. A parallel step has \`type: parallel\`:\n\n${table('parallelStep')}`,
      ].join('\n\n'),
    );
  },
  examples: [
    { name: 'fix-a-bug.yaml', title: 'Conditions, rules for outputs, confirmation', text: fixABug },
    { name: 'translate-pages.yaml', title: 'Loops', text: translatePages },
  ],
};
