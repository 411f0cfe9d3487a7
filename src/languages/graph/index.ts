/** Orchestration graphs: nodes that call, ask, decide, loop and compensate, written in YAML or JSON. */
import type { Language } from '../language.ts';
import { evaluators } from './evaluators.ts';
import { readGraph } from './read-graph.ts';
import { graphReference, graphSchema } from './reference.ts';

export const graphLanguage: Language = {
  id: 'graph',
  looksLike: 'a document with the key “workflows”',
  recognises: ({ text }) => /(?:^|[{,])\s*["']?workflows["']?\s*:/m.test(text.slice(0, 1_000_000)),
  read: readGraph,
  evaluators,
  schema: graphSchema,
  reference: graphReference,
};
