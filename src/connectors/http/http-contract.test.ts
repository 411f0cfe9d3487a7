import type { ServerResponse } from 'node:http';
import { test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import type { Json } from '../../kernel/index.ts';
import { createRedactor, createSecretResolver, parseHostPattern } from '../../runtime/index.ts';
import { connectorCases, type OpenConnector } from '../../testing/index.ts';
import { createHttpClient } from './http-client.ts';
import { createHttpConnector } from './http-connector.ts';

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

const open: OpenConnector = async () => {
  const server = await startLocalServer(({ url = '' }, response) => answers[url]?.(response));
  const secrets = createSecretResolver({
    env: { TOKEN: 'hunter2-hunter2' },
    allow: [{ name: 'TOKEN', tenants: '*', hosts: [parseHostPattern('api.example.com') ?? []].flat() }],
  });
  const connector = createHttpConnector({
    client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] }, limits: { timeout: 300_000 } }),
    secrets,
    redactor: createRedactor(() => secrets.values()),
    now: () => 0,
    version: '1.2.3',
  });
  const get = (path: string, more: { readonly [name: string]: Json } = {}) => ({
    operation: 'http',
    input: { url: `${server.url}${path}`, ...more },
  });
  return {
    connector,
    good: get('/good'),
    endless: get('/endless', { method: 'POST', body: { a: 1 } }),
    unlucky: [
      ...Object.keys(answers).flatMap((path) => (path === '/good' ? [] : [get(path)])),
      { operation: 'http', input: { url: 'http://127.0.0.1:1/' } },
      { operation: 'http', input: { url: 'http://[::1]:1/', method: 'POST' } },
    ],
    malformed: [
      { operation: 'http', input: 'http://127.0.0.1/' },
      { operation: 'http', input: {} },
      { operation: 'http', input: { url: 'ftp://127.0.0.1/' } },
      get('/good', { method: 'FETCH' }),
      get('/good', { headers: { 'line\nbreak': 'x' } }),
      get('/good', { urll: 'x' }),
    ],
    // It is allowed for another host only.
    secret: get('/good', {
      headers: { 'x-token': `\${env:TOKEN}` },
      $secrets: [{ at: '/headers/x-token', name: 'TOKEN' }],
    }),
    async end() {
      await connector.close();
      await server.close();
    },
  };
};

test.each(connectorCases.listings)('[H1.3] http: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('[H1.3] http: $fact', ({ run }) => run(open));
test.each(connectorCases.arguments)('[H1.3] http: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('[H1.3] http: $fact', ({ run }) => run(open));
