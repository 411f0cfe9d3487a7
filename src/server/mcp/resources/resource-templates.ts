/** Resource templates. Resources of runs are found only by these. */
import type { ResourceTemplateType } from '@modelcontextprotocol/server';
import type { Principal } from '../../../operations/index.ts';

/** What can fill a variable of a template. */
export type Variable = 'domain' | 'name' | 'id' | 'language';

const forBoth = ['assistant', 'user'] satisfies ('assistant' | 'user')[];

export const resourceTemplates: readonly ResourceTemplateType[] = [
  {
    uriTemplate: 'workflow://{domain}/graph',
    name: 'workflow_graph',
    title: 'Workflows of a domain',
    description:
      'What the workflows of a domain do, step by step, which tool runs each, and what to call first. Read it before planning. Documents without a domain belong to “default”.',
    mimeType: 'text/markdown',
    annotations: { audience: ['assistant'], priority: 0.9 },
  },
  {
    uriTemplate: 'workflow://{domain}/{name}',
    name: 'workflow',
    title: 'A workflow',
    description:
      'Source of the document (if you may see it), JSON Schema of the parameters and drawing of a workflow, by its id. “io.signalbox/next” is the next page of a big source.',
    annotations: { audience: forBoth, priority: 0.6 },
  },
  {
    uriTemplate: 'workflow://{domain}/{name}/source',
    name: 'workflow_source',
    title: 'Source of a workflow',
    description: 'The document that defines the workflow, as its author wrote it: YAML, JSON or XML.',
    annotations: { audience: forBoth, priority: 0.4 },
  },
  {
    uriTemplate: 'workflow://{domain}/{name}/schema',
    name: 'workflow_schema',
    title: 'Parameters of a workflow',
    description: 'JSON Schema of the parameters.',
    mimeType: 'application/json',
    annotations: { audience: ['assistant'], priority: 0.4 },
  },
  {
    uriTemplate: 'workflow://{domain}/{name}/drawing.svg',
    name: 'workflow_drawing',
    title: 'Drawing of a workflow',
    description: 'The steps of the workflow and their order, as a picture.',
    mimeType: 'image/svg+xml',
    annotations: { audience: ['user'], priority: 0.4 },
  },
  {
    uriTemplate: 'run://{id}',
    name: 'run',
    title: 'A run',
    description:
      'Status of a run (the answer of “cases_status”) and its timeline, in pages of events: “io.signalbox/next” is the next page.',
    mimeType: 'application/json',
    annotations: { audience: forBoth, priority: 0.7 },
  },
  {
    uriTemplate: 'run://{id}/state',
    name: 'run_state',
    title: 'State of a run',
    description: 'The full answer of “cases_status” for a run, of any size, in pages.',
    mimeType: 'application/json',
    annotations: { audience: ['assistant'], priority: 0.3 },
  },
  {
    uriTemplate: 'run://{id}/output',
    name: 'run_output',
    title: 'Result of a run',
    description:
      'The whole result, of any size, in pages; for a failed run the partial result, and null before it has ended.',
    mimeType: 'application/json',
    annotations: { audience: forBoth, priority: 0.7 },
  },
  {
    uriTemplate: 'run://{id}/drawing.svg',
    name: 'run_drawing',
    title: 'Drawing of a run',
    description: 'The workflow of the run with the status of each step, as a picture.',
    mimeType: 'image/svg+xml',
    annotations: { audience: ['user'], priority: 0.4 },
  },
  {
    uriTemplate: 'signalbox://languages/{language}',
    name: 'language',
    title: 'Reference of a language',
    description: 'How documents of the language are written, with examples. Read it before writing one.',
    mimeType: 'text/markdown',
    annotations: { audience: ['assistant'], priority: 0.8 },
  },
  {
    uriTemplate: 'signalbox://schemas/{language}',
    name: 'language_schema',
    title: 'Schema of a language',
    description: 'JSON Schema of its documents; XML Schema if they are XML.',
    annotations: { audience: ['assistant'], priority: 0.4 },
  },
];

/** Those that the principal may read. */
export const templatesFor = ({ scopes }: Principal): readonly ResourceTemplateType[] =>
  resourceTemplates.filter(({ name }) =>
    scopes.has(name === 'workflow_source' ? 'specs:read' : 'workflows:query'),
  );

/** `undefined` if the template or the variable does not exist. */
export function variableOf(uriTemplate: string, name: string): Variable | undefined {
  if (!resourceTemplates.some((each) => each.uriTemplate === uriTemplate)) return undefined;
  return variables.find((each) => each === name && uriTemplate.includes(`{${each}}`));
}

const variables = ['domain', 'name', 'id', 'language'] as const satisfies readonly Variable[];
