/** The routes of the server, without a port. */
import { expect, test } from 'vitest';
import { ask, base, openTestHttpApp, post } from '../../../test/server/open-test-http-app.ts';
import {
  openAuthenticator,
  scriptedEndpoint,
  scriptedOptions,
} from '../../../test/server/scripted-endpoint.ts';
import { OperationError } from '../../operations/index.ts';
import { refuse } from '../message/refusal.ts';
import { httpLimits } from './contract/http-limits.ts';
import type { EndedRequest } from './contract/http-options.ts';

test('[P7.1] /mcp passes on the request with its principal, its toolsets and its body', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const app = openTestHttpApp({ mcpEndpoint });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect(await (await post(app, '/mcp', message)).json()).toEqual({ ok: true });
  await post(app, '/mcp?toolsets=cases, authoring', message);
  await post(app, '/mcp?toolsets=cases', message, { 'x-mcp-toolsets': 'all' });
  await ask(app, '/mcp');
  await ask(app, '/mcp', { method: 'DELETE' });
  expect(
    mcpEndpoint.asked.map(({ request, caller }) => [request.method, caller.choice, caller.body]),
  ).toEqual([
    ['POST', ['default'], message],
    ['POST', ['cases', 'authoring'], message],
    ['POST', ['all'], message],
    ['GET', ['default'], undefined],
    ['DELETE', ['default'], undefined],
  ]);
  expect(mcpEndpoint.asked[0]?.caller.principal).toMatchObject({
    subject: 'ann',
    tenant: 'default',
    kind: 'agent',
  });
});

test('[P7.1] a tool is invoked without the protocol, and answers with its own status', async () => {
  const mcpEndpoint = scriptedEndpoint({
    invoke: async ({ tool }) =>
      tool === 'w_hello'
        ? { status: 200, body: { said: 'hello' } }
        : { status: 404, body: { error: 'tool_not_found', message: 'No.', http_status: 404 } },
  });
  const app = openTestHttpApp({ mcpEndpoint });
  const found = await post(app, '/mcp/tools/invoke', { tool: 'w_hello', input: { name: 'Ada' } });
  expect([found.status, await found.json()]).toEqual([200, { said: 'hello' }]);
  const lost = await post(app, '/mcp/tools/invoke', { tool: 'w_bye' });
  expect([lost.status, await lost.json()]).toMatchObject([404, { error: 'tool_not_found' }]);
  expect(mcpEndpoint.invoked.map(({ invocation }) => [invocation.tool, invocation.input])).toEqual([
    ['w_hello', { name: 'Ada' }],
    ['w_bye', {}],
  ]);
});

test('[P7.2] an invalid request is refused before any tool is called', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const app = openTestHttpApp({ mcpEndpoint });
  for (const body of [
    [],
    'null',
    '5',
    {},
    { tool: 5 },
    { tool: '' },
    { tool: 'a', input: [] },
    { tool: 'a', input: 'x' },
    { tool: 'a', arguments: {} },
  ]) {
    const response = await post(app, '/mcp/tools/invoke', body);
    expect([body, response.status, await response.json()]).toMatchObject([
      body,
      400,
      { error: 'invalid_request', http_status: 400 },
    ]);
  }
  expect(mcpEndpoint.invoked).toEqual([]);
});

test('[P7.2] a malformed request is refused in the format of the route', async () => {
  const app = openTestHttpApp();
  const deep = `${'['.repeat(101)}${']'.repeat(101)}`;
  const rows: readonly (readonly [string, Record<string, string>, number, string, number])[] = [
    ['{"jsonrpc"', {}, 400, 'malformed_json', -32_700],
    ['', {}, 400, 'malformed_json', -32_700],
    [deep, {}, 400, 'nested_too_deeply', -32_600],
    ['{}', { 'content-type': 'text/plain' }, 415, 'not_json', -32_000],
    ['{}', { 'content-encoding': 'gzip' }, 415, 'encoded_body', -32_000],
    ['{}', { 'content-length': `${httpLimits.bodyBytes + 1}` }, 413, 'body_too_big', -32_600],
    [`"${'x'.repeat(httpLimits.bodyBytes)}"`, {}, 413, 'body_too_big', -32_600],
  ];
  for (const [body, headers, status, error, code] of rows) {
    const plain = await post(app, '/mcp/tools/invoke', body, headers);
    expect([plain.status, await plain.json()]).toMatchObject([status, { error, http_status: status }]);
    const protocol = await post(app, '/mcp', body, headers);
    expect([protocol.status, await protocol.json()]).toMatchObject([
      status,
      { jsonrpc: '2.0', id: null, error: { code, data: { error } } },
    ]);
  }
});

test('[P7.1] an unauthenticated request is refused before the body is read', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const app = openTestHttpApp({
    mcpEndpoint,
    authenticatorFor: () => openAuthenticator(() => refuse('unauthenticated', 'Who are you?')),
  });
  for (const path of ['/mcp', '/mcp/tools/invoke']) {
    const response = await post(app, path, '{ not read');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(`resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`),
    ]);
  }
  for (const path of ['/', '/metrics', '/.well-known/mcp.json'])
    expect((await ask(app, path)).status).toBe(401);
  for (const path of ['/health', '/ready', '/mcp/server-card', '/.well-known/oauth-protected-resource/mcp'])
    expect((await ask(app, path)).status).toBe(200);
  expect([mcpEndpoint.asked, mcpEndpoint.invoked]).toEqual([[], []]);
});

test('[P7.1] the server card and the catalog contain the address, are public, and cacheable', async () => {
  const app = openTestHttpApp();
  const card = await ask(app, '/mcp/server-card', { headers: { origin: 'https://elsewhere.example' } });
  expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect(card.headers.get('access-control-allow-origin')).toBe('*');
  expect(card.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await card.json()).toMatchObject({
    name: 'io.github.signalbox/signalbox',
    version: '1.2.3',
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      },
    ],
  });
  const etag = card.headers.get('etag') ?? '';
  const again = await ask(app, '/mcp/server-card', { headers: { 'if-none-match': `"other", W/${etag}` } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  for (const path of ['/.well-known/ai-catalog.json', '/.well-known/mcp/catalog.json']) {
    const catalog = await ask(app, path);
    expect(catalog.headers.get('content-type')).toBe('application/ai-catalog+json');
    expect(await catalog.json()).toEqual({
      specVersion: '1.0',
      entries: [
        {
          identifier: 'urn:air:127.0.0.1:mcp:signalbox',
          type: 'application/mcp-server-card+json',
          url: `${base}/mcp/server-card`,
        },
      ],
    });
  }
});

test('[P7.1] /.well-known/mcp.json lists the tools with their schemas, for the chosen toolsets', async () => {
  const app = openTestHttpApp();
  const found = await ask(app, '/.well-known/mcp.json');
  expect(found.headers.get('cache-control')).toBe('private, max-age=60');
  expect(await found.json()).toMatchObject({
    endpoint: `${base}/mcp`,
    transports: [{ type: 'streamable-http' }],
    tools: [
      {
        name: 'w_hello',
        description: 'Greets.',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
        outputSchema: { type: 'object' },
        annotations: { openWorldHint: true },
      },
    ],
  });
  expect(await (await ask(app, '/.well-known/mcp.json?toolsets=none')).json()).toMatchObject({ tools: [] });
  const unknown = new OperationError({
    code: 'unknown_toolset',
    message: 'No such set.',
  });
  const ended: EndedRequest[] = [];
  const strict = openTestHttpApp({
    tools: { ...scriptedOptions().tools, list: () => Promise.reject(unknown) },
    onRequestEnded: (each) => void ended.push(each),
  });
  const refused = await ask(strict, '/.well-known/mcp.json?toolsets=nonsense');
  const body = Object(await refused.json());
  expect([refused.status, body]).toMatchObject([400, { message: 'No such set.', http_status: 400 }]);
  expect(ended).toMatchObject([
    {
      method: 'GET',
      route: '/.well-known/mcp.json',
      code: 'unknown_toolset',
      correlationId: body.correlation_id,
    },
  ]);
  expect(await (await ask(strict, '/?toolsets=nonsense')).text()).toContain(
    '<p class="bad">No such set. Choose a toolset that the message lists.</p>',
  );
  // The list of workflows is private.
  const foreign = await ask(app, '/.well-known/mcp.json', {
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(foreign.status).toBe(403);
});

test('[P7.1][P7.4] the server is ready while the store answers and it is not closing; it is alive until the end', async () => {
  let trouble: Error | undefined;
  const probe = async () => {
    if (trouble !== undefined) throw trouble;
  };
  const app = openTestHttpApp({ probe });
  const ready = async () => {
    const response = await ask(app, '/ready');
    return [response.status, await response.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  const details = {
    code: 'store_unavailable',
    message: '/secret/path is full.',
  } as const;
  trouble = new OperationError(details);
  expect(await ready()).toEqual([503, { status: 'not_ready', reason: 'store_unavailable' }]);
  trouble = new Error('a fault');
  expect(await ready()).toEqual([503, { status: 'not_ready', reason: 'internal_error' }]);
  trouble = undefined;
  app.drain();
  expect(await ready()).toEqual([503, { status: 'not_ready', reason: 'shutting_down' }]);
  expect(await (await ask(app, '/health')).json()).toEqual({ status: 'alive', version: '1.2.3' });
});

test('[P7.1] a store that does not answer is not ready', async () => {
  const limits = { ...httpLimits, readyTimeout: 1 };
  const app = openTestHttpApp({ limits, probe: () => new Promise(() => {}) });
  expect(await (await ask(app, '/ready')).json()).toEqual({ status: 'not_ready', reason: 'store_silent' });
});

test('[P7.1] /metrics has the metrics of calls, requests, the endpoint and the app', async () => {
  const options = scriptedOptions();
  const app = openTestHttpApp(options);
  options.metrics.noteCall({ tool: 'w_hello', era: 'modern', outcome: 'ok', milliseconds: 20 });
  options.metrics.noteRequest({
    method: 'GET',
    route: 'other',
    status: 404,
    code: 'not_found',
    milliseconds: 1,
  });
  const found = await ask(app, '/metrics');
  expect(found.headers.get('content-type')).toContain('text/plain');
  const lines = (await found.text()).split('\n');
  for (const line of [
    'signalbox_tool_calls_total{tool="w_hello",outcome="ok",era="modern"} 1',
    'signalbox_tool_call_seconds_bucket{le="0.025",tool="w_hello"} 1',
    'signalbox_tool_call_seconds_bucket{le="0.01",tool="w_hello"} 0',
    'signalbox_http_requests_total{method="GET",route="other",status="404"} 1',
    'signalbox_open_streams 0',
    'signalbox_sessions 1',
    'signalbox_subscriptions 2',
    'signalbox_open_calls 3',
    'signalbox_app_up 1',
    'signalbox_runs{state="completed"} 5',
    'signalbox_open_work_items 1',
    'signalbox_definitions{validity="invalid"} 1',
    'signalbox_engine_load{what="queued"} 4',
  ]) {
    expect(lines).toContain(line);
  }
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
});

test('[P7.1] /metrics answers even if the app does not', async () => {
  const app = openTestHttpApp({ status: () => Promise.reject(new Error('down')) });
  const found = await ask(app, '/metrics');
  expect([found.status, (await found.text()).includes('\nsignalbox_app_up 0\n')]).toEqual([200, true]);
});

test('[P7.1] an unknown path is answered with the available ones, and a wrong method with the supported ones', async () => {
  const app = openTestHttpApp();
  const lost = await ask(app, '/mpc');
  expect([lost.status, await lost.json()]).toMatchObject([
    404,
    { error: 'not_found', message: expect.stringContaining('POST, GET, DELETE /mcp;') },
  ]);
  const rows: readonly (readonly [string, string, string])[] = [
    ['PUT', '/mcp', 'POST, GET, DELETE, OPTIONS'],
    ['HEAD', '/mcp', 'POST, GET, DELETE, OPTIONS'],
    ['GET', '/mcp/tools/invoke', 'POST, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/', 'GET, HEAD, OPTIONS'],
  ];
  for (const [method, path, allow] of rows) {
    const response = await ask(app, path, { method });
    expect([method, path, response.status, response.headers.get('allow')]).toEqual([
      method,
      path,
      405,
      allow,
    ]);
    expect(await response.json()).toMatchObject(
      path === '/mcp' ? { jsonrpc: '2.0' } : { error: 'method_not_allowed' },
    );
  }
  expect((await ask(app, '/health', { method: 'HEAD' })).status).toBe(200);
});

test('[P7.2] only a page of this machine may send requests and read answers', async () => {
  const app = openTestHttpApp();
  const origin = 'http://localhost:6274';
  const preflight = await ask(app, '/mcp', {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-headers': 'content-type, mcp-protocol-version' },
  });
  expect(preflight.status).toBe(204);
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'content-type, mcp-protocol-version',
    'access-control-allow-methods': 'POST, GET, DELETE, OPTIONS',
    vary: 'Origin',
  });
  const asked = await post(app, '/mcp', {}, { origin });
  expect(asked.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id');
  for (const foreign of ['https://elsewhere.example', 'null', 'http://localhost.elsewhere.example']) {
    for (const method of ['POST', 'OPTIONS']) {
      const refused = await ask(app, '/mcp', { method, headers: { origin: foreign } });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  }
});

test('[P7.2] an internal error is answered as one, without its message, and reported', async () => {
  const reports: unknown[] = [];
  const mcpEndpoint = scriptedEndpoint({ fetch: () => Promise.reject(new Error('a secret')) });
  const app = openTestHttpApp({ mcpEndpoint, report: (line, error) => void reports.push([line, error]) });
  const response = await post(app, '/mcp', {});
  const body = await response.text();
  expect([response.status, JSON.parse(body)]).toMatchObject([
    500,
    { error: { code: -32_603, data: { correlation_id: expect.stringMatching(/^[\da-f-]{36}$/) } } },
  ]);
  expect(body).not.toContain('a secret');
  const id: string = JSON.parse(body).error.data.correlation_id;
  expect(mcpEndpoint.asked[0]?.caller.correlationId).toBe(id);
  expect(reports).toEqual([
    [`POST /mcp failed with an internal error (${id}).`, expect.objectContaining({ message: 'a secret' })],
  ]);
});
