/**
 * Describes the routes besides `/v1` by hand: other interfaces to the same operations, and information about the
 * server.
 */
import type { Json } from '../../kernel/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { refer } from './openapi-parts.ts';

interface DescribedEndpoint {
  readonly id: string;
  readonly summary: string;
  /** No authentication. */
  readonly isOpen?: true;
  readonly parameters?: Json;
  readonly body?: JsonObject;
  readonly answers: JsonObject;
}

const describeEndpoint = ({
  id,
  summary,
  isOpen,
  parameters,
  body,
  answers,
}: DescribedEndpoint): JsonObject => ({
  operationId: id,
  tags: ['interfaces'],
  summary,
  ...(isOpen === true ? { security: [{}] } : {}),
  ...(parameters === undefined ? {} : { parameters }),
  ...(body === undefined
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
  responses: answers,
});

const usual = ['X-Correlation-Id', 'Cache-Control'];

/** @param content the schema by media type */
const answer = (description: string, content: JsonObject, more: readonly string[] = []): JsonObject => ({
  description,
  headers: Object.fromEntries([...usual, ...more].map((name) => [name, refer('headers', name)])),
  content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
});

const anything: JsonObject = { type: 'object' };
const text: JsonObject = { type: 'string' };

const json = (description: string, schema = anything): JsonObject =>
  answer(description, { 'application/json': schema });

/** The error object, without the members of problem details. */
const refused: JsonObject = {
  default: answer('The request failed; the body contains the reason.', { 'application/json': anything }, [
    'Retry-After',
    'WWW-Authenticate',
  ]),
};

/** Cacheable with an ETag. */
const kept = (description: string, content: JsonObject): JsonObject => ({
  '200': answer(description, content, ['ETag']),
  '304': refer('responses', 'NotModified'),
});

const message: JsonObject = {
  description: 'A JSON-RPC 2.0 message, or a list of them.',
  type: ['object', 'array'],
};

const mcp = (id: string, summary: string): JsonObject =>
  describeEndpoint({
    id,
    summary,
    answers: { default: { description: 'Defined by the protocol: see docs/mcp.md.' } },
  });

const published = (id: string, summary: string, type = 'application/json'): JsonObject => ({
  get: describeEndpoint({
    id,
    summary,
    isOpen: true,
    answers: { ...kept('A document.', { [type]: anything }), ...refused },
  }),
});

export const otherPaths: JsonObject = {
  '/openapi.json': {
    get: describeEndpoint({
      id: 'openapi',
      summary: 'This document.',
      answers: {
        ...kept('An OpenAPI document.', { 'application/json': anything }),
        default: refer('responses', 'Problem'),
      },
    }),
  },
  '/rpc': {
    post: describeEndpoint({
      id: 'rpc',
      summary: 'Operations by JSON-RPC 2.0; methods are the names of tools.',
      body: message,
      answers: {
        '200': json('The answer, or one for each request.', message),
        '204': { description: 'The request contained only notifications.' },
        ...refused,
      },
    }),
  },
  '/mcp': {
    post: mcp('mcp.send', 'Messages of the Model Context Protocol.'),
    get: mcp('mcp.listen', 'Messages of the server to a session.'),
    delete: mcp('mcp.end', 'Ends a session.'),
  },
  '/mcp/tools/invoke': {
    post: describeEndpoint({
      id: 'mcp.invoke',
      summary: 'Calls one tool, without the protocol.',
      body: {
        type: 'object',
        properties: { tool: text, input: anything },
        required: ['tool'],
        additionalProperties: false,
      },
      answers: { '200': json('The result of the tool.'), ...refused },
    }),
  },
  '/health': {
    get: describeEndpoint({
      id: 'health',
      summary: 'Whether the process is alive.',
      isOpen: true,
      answers: {
        '200': json('It is alive.', {
          type: 'object',
          properties: { status: { const: 'alive' }, version: text },
          required: ['status', 'version'],
        }),
      },
    }),
  },
  '/ready': {
    get: describeEndpoint({
      id: 'ready',
      summary: 'Whether the server is ready for requests.',
      isOpen: true,
      answers: { '200': json('Ready.'), '503': json('Not ready.') },
    }),
  },
  '/metrics': {
    get: describeEndpoint({
      id: 'metrics',
      summary: 'Metrics for Prometheus: see docs/metrics.md. Needs the scope `admin`.',
      answers: { '200': answer('Figures.', { 'text/plain': text }), ...refused },
    }),
  },
  '/errors': {
    get: describeEndpoint({
      id: 'errors.list',
      summary: 'All error codes: as JSON, or as a page.',
      isOpen: true,
      answers: {
        ...kept('The error codes.', { 'application/json': anything, 'text/html': text }),
        ...refused,
      },
    }),
  },
  '/errors/{code}': {
    get: describeEndpoint({
      id: 'errors',
      summary: 'What an error means, and what to do: as JSON, or as a page.',
      isOpen: true,
      parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
      answers: {
        ...kept('The error code.', { 'application/json': anything, 'text/html': text }),
        ...refused,
      },
    }),
  },
  '/': {
    get: describeEndpoint({
      id: 'page',
      summary: 'A page for people: status of the server, and how to connect to it.',
      answers: { '200': answer('A page.', { 'text/html': text }), ...refused },
    }),
  },
  '/mcp/server-card': published(
    'mcp.card',
    'Description of the server for MCP clients.',
    'application/mcp-server-card+json',
  ),
  '/.well-known/ai-catalog.json': published('catalog', 'Available resources.', 'application/ai-catalog+json'),
  '/.well-known/mcp/catalog.json': published(
    'mcp.catalog',
    'Available resources.',
    'application/ai-catalog+json',
  ),
  '/.well-known/oauth-protected-resource': published('resource', 'Trusted issuers (RFC 9728).'),
  '/.well-known/oauth-protected-resource/mcp': published('mcp.resource', 'Trusted issuers (RFC 9728).'),
  '/.well-known/mcp.json': {
    get: describeEndpoint({
      id: 'mcp.tools',
      summary: 'The tools that the caller may use.',
      answers: { ...kept('A document.', { 'application/json': anything }), ...refused },
    }),
  },
};
