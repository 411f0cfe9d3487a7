/** The shape of a graph document: workflows, with their parameters, nodes and results. */
import { shape } from '../document/shape.ts';
import { described, text } from '../document/value-types.ts';
import { nodes } from './node-keys.ts';
import { expression, namedSchema, params, reservedParams } from './part-shapes.ts';

/** A template for a first workflow. */
export const skeleton = { graph: { first: { call: 'todo' } } };

export const workflowShape = shape({
  name: 'workflow',
  what: 'A workflow',
  keys: {
    description: {
      type: text,
      what: 'A description',
      doc: 'What the workflow does. People and agents choose a workflow by it.',
    },
    params: {
      type: params({ not: { anyOf: reservedParams.map((name) => ({ required: [name] })) } }),
      doc: 'The parameters, by name: a type, or a map.',
      aliases: ['parameters', 'inputs'],
      example: { city: 'str', nights: { type: 'int', default: 1 } },
    },
    graph: {
      type: nodes('graph', (node) => namedSchema(node, { minProperties: 1 })),
      doc: 'The nodes, by name.',
      placeholder: skeleton.graph,
      aliases: ['nodes', 'steps', 'tasks'],
    },
    result: {
      type: expression,
      doc: 'The result. Default: the output of the last node; if several nodes are the last, that of the only one which completed, otherwise an object of their outputs by name.',
      aliases: ['output', 'outputs'],
    },
  },
});

export const graphShape = shape({
  name: 'graph',
  what: 'A document of workflows',
  keys: {
    domain: { type: text, what: 'The domain', doc: 'What the workflows are about, for lists of workflows.' },
    version: { type: text, what: 'The version', doc: 'The version of the document.', example: '1.0' },
    description: { type: text, what: 'A description', doc: 'What the document is for.' },
    workflows: {
      type: described('map of workflows', (refer) => namedSchema(refer(workflowShape), { minProperties: 1 })),
      doc: 'The workflows, by name.',
      placeholder: { first: skeleton },
    },
  },
});
