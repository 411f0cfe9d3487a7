/** What authors of graph documents, their editors and agents have to know. */
import { functionNames } from '../../expression/index.ts';
import { jsonSchema, markdownTable } from '../document/json-schema.ts';
import { jsonSchemaText } from '../document/json-schema-text.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as expense } from './examples/expense.yaml';
import { text as reports } from './examples/reports.yaml';
import { text as trip } from './examples/trip.yaml';
import { graphShape, workflowShape } from './graph-shape.ts';
import { keysOf, nodeKinds, nodeShape, typedKinds } from './node-keys.ts';
import { onErrorShape, paramShape, whoShape } from './part-shapes.ts';
import { text as page } from './reference.md';

const ofEveryNode: readonly string[] = ['type', 'description', 'depends_on', 'join', 'if'];

export const graphSchema: LanguageSchema = jsonSchemaText('graph', () =>
  jsonSchema(graphShape, { title: 'Graph document' }),
);

export const graphReference: LanguageReference = {
  title: 'Graph',
  summary: 'Workflows that the engine runs: calls, questions, decisions, loops, retries and undoing.',
  fileNames: ['*.yaml', '*.json'],
  page: () => page.replaceAll(/<!-- ([a-z ]+) -->/g, (_, name: string) => generated[name]?.() ?? ''),
  examples: [
    { name: 'expense.yaml', title: 'A question, a decision, retries', text: expense },
    { name: 'trip.yaml', title: 'Parallel branches, a sub-workflow, undo, waiting for a date', text: trip },
    { name: 'reports.yaml', title: 'For each item, and a loop that waits', text: reports },
  ],
};

/** Parts of the page that the declarations of the language contain. */
const generated: Readonly<Record<string, () => string>> = {
  'keys of the document': () => markdownTable(graphShape),
  'keys of a workflow': () => markdownTable(workflowShape),
  'keys of a parameter': () => markdownTable(paramShape),
  'keys of a node': () => markdownTable(nodeShape),
  'keys of on error': () => markdownTable(onErrorShape),
  'keys of who': () => markdownTable(whoShape),
  kinds: () =>
    nodeKinds
      .map((kind) => {
        const type = typedKinds.includes(kind) ? `\`type: ${kind}\`` : 'no `type`';
        const own = keysOf(kind, 'graph').filter((key) => !ofEveryNode.includes(key));
        return `| ${kind} | ${type} | ${own.map((key) => `\`${key}\``).join(' ')} |`;
      })
      .join('\n'),
  functions: () => functionNames.map((name) => `\`${name}\``).join(', '),
};
