/** What authors of graph documents, their editors and agents have to know. */
import { functionNames } from '../../expression/index.ts';
import { jsonSchemaText } from '../document/json-schema-text.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as expense } from './examples/expense.yaml';
import { text as reports } from './examples/reports.yaml';
import { text as trip } from './examples/trip.yaml';
import { text as page } from './reference.md';

const readSchema = () => ({ type: 'object' });

export const graphSchema: LanguageSchema = jsonSchemaText('graph', readSchema);

export const graphReference: LanguageReference = {
  title: 'Graph',
  summary: 'Workflows that the engine runs: calls, questions, decisions, loops, retries and undoing.',
  fileNames: ['*.yaml', '*.json'],
  page: () =>
    page
      .replace('<!-- functions -->', functionNames.map((name) => `\`${name}\``).join(', '))
      .replace('<!-- keys -->', ''),
  examples: [
    { name: 'expense.yaml', title: 'A question, a decision, retries', text: expense },
    { name: 'trip.yaml', title: 'Parallel branches, a sub-workflow, undo, waiting for a date', text: trip },
    { name: 'reports.yaml', title: 'For each item, and a loop that waits', text: reports },
  ],
};
