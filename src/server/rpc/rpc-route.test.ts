import { afterEach, expect, test } from 'vitest';
import { fetchFrom } from '../../../test/server/platform-exchange.ts';
import { openPortFixture } from '../../../test/server/port-fixture.ts';
import { scriptedEndpoint, scriptedOptions } from '../../../test/server/scripted-endpoint.ts';
import { createAuthenticator } from '../auth/authenticator.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import { createHostPolicy } from '../http/guard-request.ts';
import { createHttpApp } from '../http/http-app.ts';

const fixture = openPortFixture();

afterEach(() => fixture.clear());

const post = (
  url: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/rpc`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

const request = (id: unknown, method = 'w_hello') => ({ jsonrpc: '2.0', id, method });

test('[W6.1] a message is answered with status 200, whatever its outcome', async () => {
  const { server, mcpEndpoint } = await fixture.serve({
    invoke: async ({ tool }) =>
      tool === 'w_hello'
        ? { status: 200, body: { said: 'hello' } }
        : { status: 404, body: { error_code: 'run_not_found', message: 'No.', code: -32005 } },
  });
  const found = await post(server.url, JSON.stringify(request('a')), { 'x-correlation-id': 'trace-1' });
  expect([found.status, await found.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 'a', result: { said: 'hello' } },
  ]);
  expect(found.headers.get('content-type')).toBe('application/json');
  expect(mcpEndpoint.invoked[0]?.caller).toMatchObject({
    correlationId: 'trace-1',
    principal: { subject: 'ann' },
  });
  const missing = await post(server.url, JSON.stringify(request('b', 'cases_status')));
  expect([missing.status, await missing.json()]).toMatchObject([200, { id: 'b', error: { code: -32005 } }]);
});

test('[W6.1] notifications alone are answered with 204, after they are performed', async () => {
  const { server, mcpEndpoint } = await fixture.serve();
  const one = { jsonrpc: '2.0', method: 'w_hello' };
  for (const body of [one, [one, one]]) {
    const answer = await post(server.url, JSON.stringify(body));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  }
  expect(mcpEndpoint.invoked).toHaveLength(3);
});

test('[W6.1] a body that is not JSON, or nested too deeply, is answered by the protocol', async () => {
  const { server } = await fixture.serve();
  const rows: readonly (readonly [body: string | Uint8Array, code: number])[] = [
    ['{"jsonrpc": "2.0", "method"', -32700],
    ['', -32700],
    [new Uint8Array([0x22, 0xff, 0x22]), -32700],
    ['['.repeat(200), -32600],
  ];
  for (const [body, code] of rows) {
    const answer = await post(server.url, body);
    expect([String(body), answer.status, await answer.json()]).toMatchObject([
      String(body),
      200,
      { jsonrpc: '2.0', id: null, error: { code, data: { code } } },
    ]);
  }
});

test('[W6.1] a request that is refused unread has its status, and a JSON-RPC body', async () => {
  const { server } = await fixture.serve({}, { bodyBytes: 1_000 });
  const big = await post(server.url, JSON.stringify(request('x'.repeat(2_000))));
  expect([big.status, await big.json()]).toMatchObject([
    413,
    { jsonrpc: '2.0', id: null, error: { code: -32600 } },
  ]);
  const plain = await post(server.url, '{}', { 'content-type': 'text/plain' });
  expect([plain.status, await plain.json()]).toMatchObject([415, { jsonrpc: '2.0', error: {} }]);
  const get = await fetch(`${server.url}/rpc`);
  expect([get.status, get.headers.get('allow'), await get.json()]).toMatchObject([
    405,
    'POST, OPTIONS',
    { jsonrpc: '2.0', error: {} },
  ]);
});

test('[W6.1] shutdown over HTTP ends nothing', async () => {
  const { server } = await fixture.serve();
  const answer = await post(server.url, JSON.stringify(request(1, 'shutdown')));
  expect([answer.status, await answer.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: null }]);
  expect((await post(server.url, JSON.stringify(request(2)))).status).toBe(200);
});

test('[W6.1][W7.1] each message of a batch counts as a request, and a batch above the rate is not started', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const rates = createRateLimits({ principal: 1, tenant: null, burst: 10 }, () => 0);
  const authenticator = createAuthenticator({
    identify: () => developmentPrincipal('ann'),
    rates,
    demandsTls: false,
    wrongCredentials: 10,
    recheckEvery: 1_000,
  });
  const hostPolicy = createHostPolicy(true, []);
  const app = createHttpApp(
    scriptedOptions({ mcpEndpoint, authenticatorFor: () => authenticator }),
    hostPolicy,
    'http://localhost',
  );
  const send = async (count: number): Promise<readonly [status: number, answer: unknown]> => {
    const body = JSON.stringify(Array.from({ length: count }, (_, id) => request(id)));
    const headers = { 'content-type': 'application/json', host: 'localhost' };
    const answer = await fetchFrom(
      app,
      new Request('http://localhost/rpc', { method: 'POST', body, headers }),
    );
    return [answer.status, await answer.json()];
  };
  expect((await send(8))[0]).toBe(200);
  expect(await send(5)).toMatchObject([429, { jsonrpc: '2.0', id: null, error: { code: -32008 } }]);
  expect(mcpEndpoint.invoked).toHaveLength(8);
});
