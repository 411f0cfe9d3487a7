import type { ServerResponse } from 'node:http';
import { test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import type { Json } from '../../kernel/index.ts';
import { createRedactor } from '../../runtime/index.ts';
import { connectorCases, createFakeClock, type OpenConnector } from '../../testing/index.ts';
import { createHttpClient } from '../http/http-client.ts';
import { configuredSource } from './api-source.ts';
import { createOpenApiConnector } from './create-openapi-connector.ts';

/** Other requests wait. */
const answers: { readonly [path: string]: (response: ServerResponse) => void } = {
  '/good': (response) => response.setHeader('content-type', 'application/json').end('{"a":[1,null]}'),
  '/half': (response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half', () => response.socket?.end());
  },
  '/garbage': ({ socket }) => void socket?.end('this is no HTTP\r\n\r\n'),
  '/lost': ({ socket }) => void socket?.destroy(),
  '/error': (response) => response.writeHead(503).end('later'),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
};

const document: Json = {
  openapi: '3.0.3',
  paths: Object.fromEntries(
    [...Object.keys(answers), '/endless'].map((path) => {
      const parameters = [{ name: 'a', in: 'query', schema: { type: 'integer' } }];
      const operation = { operationId: path.slice(1), parameters };
      return [path, path === '/endless' ? { post: operation } : { get: operation }];
    }),
  ),
};

const open: OpenConnector = async () => {
  const server = await startLocalServer(({ url = '' }, response) => answers[url]?.(response));
  const connector = createOpenApiConnector({
    name: 'api',
    source: configuredSource(
      'api',
      { url: server.url, headers: {}, credentials: new Map() },
      async () => document,
    ),
    client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] }, limits: { timeout: 300_000 } }),
    redactor: createRedactor(() => []),
    clock: createFakeClock(0),
    version: '1.2.3',
  });
  const call = (operation: string, input: Json = {}) => ({ operation, input });
  return {
    connector,
    good: call('good'),
    endless: call('endless'),
    unlucky: Object.keys(answers).flatMap((path) => (path === '/good' ? [] : [call(path.slice(1))])),
    malformed: [call('good', 'a'), call('good', { b: 1 }), call('good', { a: 'x' }), call('good', [])],
    secret: call('good', { a: `\${env:TOKEN}`, $secrets: [{ at: '/a', name: 'TOKEN' }] }),
    async end() {
      await connector.close();
      await server.close();
    },
  };
};

test.each(connectorCases.listings)('[H6.1] openapi: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('[H6.1] openapi: $fact', ({ run }) => run(open));
test.each(connectorCases.arguments)('[H6.1] openapi: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('[H6.1] openapi: $fact', ({ run }) => run(open));
