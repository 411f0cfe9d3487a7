/** The ways beside `/v1`, described by hand: other doors to the same operations, and what there is about the server. */
import type { Json } from '../../kernel/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { refer } from './openapi-parts.ts';

const problem = { default: refer('responses', 'Problem') };
const open: Json = [{}];

const content = (type: string, schema: JsonObject = {}): JsonObject => ({ content: { [type]: { schema } } });

const json = (description: string, schema: JsonObject = { type: 'object' }): JsonObject => ({
  description,
  ...content('application/json', schema),
});

interface Door {
  readonly id: string;
  readonly summary: string;
  readonly security?: Json;
  readonly parameters?: Json;
  readonly body?: JsonObject;
  readonly answers: JsonObject;
}

const door = ({ id, summary, security, parameters, body, answers }: Door): JsonObject => ({
  operationId: id,
  tags: ['doors'],
  summary,
  ...(security === undefined ? {} : { security }),
  ...(parameters === undefined ? {} : { parameters }),
  ...(body === undefined ? {} : { requestBody: { required: true, ...content('application/json', body) } }),
  responses: answers,
});

/** The one error object, without the members of problem details around it. */
const plainProblem = { default: json('It was not done, and this says why.') };

const message: JsonObject = {
  description: 'A message of JSON-RPC 2.0, or a list of them.',
  type: ['object', 'array'],
};

export const otherPaths: JsonObject = {
  '/openapi.json': {
    get: door({
      id: 'openapi',
      summary: 'This document.',
      answers: { '200': json('An OpenAPI document.'), '304': refer('responses', 'NotModified'), ...problem },
    }),
  },
  '/rpc': {
    post: door({
      id: 'rpc',
      summary: 'Operations by JSON-RPC 2.0; methods are the names of tools.',
      body: message,
      answers: {
        '200': json('The answer, or one for each request.', message),
        '204': { description: 'Nothing was asked that has an answer.' },
        default: json('It was not done, and this says why.'),
      },
    }),
  },
  '/mcp': {
    post: door({
      id: 'mcp',
      summary: 'The Model Context Protocol: see docs/mcp.md.',
      body: message,
      answers: { default: { description: 'As the protocol says.' } },
    }),
  },
  '/mcp/tools/invoke': {
    post: door({
      id: 'invokeTool',
      summary: 'One tool, without the protocol around it.',
      body: {
        type: 'object',
        properties: { tool: { type: 'string' }, input: { type: 'object' } },
        required: ['tool'],
        additionalProperties: false,
      },
      answers: { '200': json('What the tool gave.'), ...plainProblem },
    }),
  },
  '/health': {
    get: door({
      id: 'health',
      summary: 'Whether the process is alive.',
      security: open,
      answers: {
        '200': json('It is.', {
          type: 'object',
          properties: { status: { const: 'alive' }, version: { type: 'string' } },
          required: ['status', 'version'],
        }),
      },
    }),
  },
  '/ready': {
    get: door({
      id: 'ready',
      summary: 'Whether the server can do what it is asked.',
      security: open,
      answers: { '200': json('It can.'), '503': json('Not now.') },
    }),
  },
  '/metrics': {
    get: door({
      id: 'metrics',
      summary: 'Figures for Prometheus: see docs/metrics.md.',
      answers: { '200': { description: 'Figures.', ...content('text/plain') }, ...plainProblem },
    }),
  },
  '/errors/{code}': {
    get: door({
      id: 'errorPage',
      summary: 'What an error means, and what to do.',
      security: open,
      parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string' } }],
      answers: { '200': { description: 'A page.', ...content('text/html') }, ...plainProblem },
    }),
  },
};
