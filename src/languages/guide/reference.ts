/** What authors of guides, their editors and agents have to know. */
import { fillPage } from '../document/fill-page.ts';
import { jsonSchemaText, markdownTable } from '../document/json-schema.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as fixABug } from './examples/fix-a-bug.yaml';
import { text as translatePages } from './examples/translate-pages.yaml';
import { guideShape } from './parse/guide-shape.ts';
import { loopShape, promptStepShape } from './parse/step-shapes.ts';
import { languageId } from './read-guide.ts';
import { text as page } from './reference.md';

export const guideSchema: LanguageSchema = jsonSchemaText(languageId, guideShape, 'Guide');

export const guideReference: LanguageReference = {
  title: 'Guides',
  summary: 'Procedures that an agent or a person follows step by step; each output can be checked.',
  fileNames: ['*.yaml', '*.json'],
  page: fillPage(page, {
    'keys of a guide': () => markdownTable(guideShape),
    'keys of a step': () => markdownTable(promptStepShape),
    'keys of a loop': () => markdownTable(loopShape),
  }),
  examples: [
    { name: 'fix-a-bug.yaml', title: 'Conditions, rules for outputs, confirmation', text: fixABug },
    { name: 'translate-pages.yaml', title: 'Loops', text: translatePages },
  ],
};
