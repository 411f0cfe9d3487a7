/** What authors of graph documents, their editors and agents have to know. */
import { functionNames } from '../../expression/index.ts';
import { fillPage } from '../document/fill-page.ts';
import { jsonSchemaText, markdownTable } from '../document/json-schema.ts';
import type { LanguageReference, LanguageSchema } from '../language.ts';
import { text as expense } from './examples/expense.yaml';
import { text as reports } from './examples/reports.yaml';
import { text as trip } from './examples/trip.yaml';
import { graphShape, workflowShape } from './graph-shape.ts';
import { nodeKinds, nodeShape, ownKeys, typedKinds } from './node-keys.ts';
import { onErrorShape, optionShape, paramShape, undoShape, whoShape } from './part-shapes.ts';
import { text as page } from './reference.md';
import type { NodeKind } from './schema.ts';

export const graphSchema: LanguageSchema = jsonSchemaText('graph', graphShape, 'Graph document');

export const graphReference: LanguageReference = {
  title: 'Graph',
  summary: 'Workflows that the engine runs: calls, questions, decisions, loops, retries and undoing.',
  fileNames: ['*.yaml', '*.json'],
  page: fillPage(page, {
    'keys of the document': () => markdownTable(graphShape),
    'keys of a workflow': () => markdownTable(workflowShape),
    'keys of a parameter': () => markdownTable(paramShape),
    'keys of a node': () => markdownTable(nodeShape),
    'keys of an option': () => markdownTable(optionShape),
    'keys of undo': () => markdownTable(undoShape),
    'keys of on error': () => markdownTable(onErrorShape),
    'keys of who': () => markdownTable(whoShape),
    kinds: () => nodeKinds.map(describeKind).join('\n'),
    functions: () => functionNames.map((name) => `\`${name}\``).join(', '),
  }),
  examples: [
    { name: 'expense.yaml', title: 'A question, a decision, retries', text: expense },
    { name: 'trip.yaml', title: 'Parallel branches, a sub-workflow, undo, waiting for a date', text: trip },
    { name: 'reports.yaml', title: 'For each item, and a loop that waits', text: reports },
  ],
};

function describeKind(kind: NodeKind): string {
  const type = typedKinds.includes(kind) ? `\`type: ${kind}\`` : 'not needed';
  return `| ${kind} | ${type} | ${ownKeys[kind].map((key) => `\`${key}\``).join(' ')} |`;
}
