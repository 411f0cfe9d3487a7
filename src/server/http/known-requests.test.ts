/** Identification, logging and refusal of requests. */
import { expect, test } from 'vitest';
import { ask, openTestHttpApp, post } from '../../../test/server/open-test-http-app.ts';
import {
  openAuthenticator,
  scriptedEndpoint,
  scriptedOptions,
} from '../../../test/server/scripted-endpoint.ts';
import { createAuthenticator } from '../auth/authenticator.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import { HttpResponse } from '../message/http-response.ts';
import { refuse } from '../message/refusal.ts';
import type { EndedRequest } from './contract/http-options.ts';

test("[W3.2] a request has one id: the caller's, or a new one; in the answer and in the log", async () => {
  const ended: EndedRequest[] = [];
  const mcpEndpoint = scriptedEndpoint();
  const app = openTestHttpApp({ mcpEndpoint, onRequestEnded: (each) => void ended.push(each) });
  const told = async (headers: Record<string, string>) =>
    (await post(app, '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, headers)).headers.get(
      'x-correlation-id',
    );
  expect(await told({ 'x-correlation-id': 'order-7:a/b' })).toBe('order-7:a/b');
  expect(await told({ 'x-request-id': 'r1' })).toBe('r1');
  const made = await told({ 'x-correlation-id': 'no "quotes"' });
  expect(made).toMatch(/^[\da-f-]{36}$/);
  expect(await told({ 'x-correlation-id': 'x'.repeat(129) })).toMatch(/^[\da-f-]{36}$/);
  expect(ended.slice(0, 3).map(({ correlationId }) => correlationId)).toEqual(['order-7:a/b', 'r1', made]);
  expect(mcpEndpoint.asked.slice(0, 3).map(({ caller }) => caller.principal.correlationId)).toEqual([
    'order-7:a/b',
    'r1',
    made,
  ]);
});

test('[W10.1] each request is recorded once: who, which route, how it ended; never the requested path', async () => {
  const ended: EndedRequest[] = [];
  const app = openTestHttpApp({ onRequestEnded: (each) => void ended.push(each) });
  await ask(app, '/health?secret=1');
  await ask(app, '/somewhere/secret');
  await ask(app, '/mcp', { headers: { host: 'evil.example' } });
  await post(app, '/mcp/tools/invoke', { tool: 'w_hello' });
  expect(
    ended.map(({ route, status, code, principal }) => [route, status, code, principal?.subject]),
  ).toEqual([
    ['/health', 200, null, undefined],
    ['other', 404, 'not_found', undefined],
    ['/mcp', 403, 'foreign_host', undefined],
    ['/mcp/tools/invoke', 200, null, 'ann'],
  ]);
  expect(JSON.stringify(ended)).not.toContain('secret');
});

test('[W2.1] metrics are for administrators', async () => {
  const watcher = { ...developmentPrincipal('ann'), scopes: new Set(['workflows:query'] as const) };
  const app = openTestHttpApp({ authenticatorFor: () => openAuthenticator(() => watcher) });
  const refused = await ask(app, '/metrics');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('error="insufficient_scope", error_description="'),
  ]);
  expect(refused.headers.get('www-authenticate')).toContain('scope="admin"');
});

test('[W1.5] a tool without its scope is refused by status, with the scope', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const tools = { ...scriptedOptions().tools, missingScope: async () => 'workflows:launch' as const };
  const nobody = { ...developmentPrincipal('ann'), scopes: new Set<never>() };
  const app = openTestHttpApp({
    mcpEndpoint,
    tools,
    authenticatorFor: () => openAuthenticator(() => nobody),
  });
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'w_hello', arguments: {} } };
  const refused = await post(app, '/mcp', call);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    expect.stringContaining('scope="workflows:launch"'),
  ]);
  expect(await refused.json()).toMatchObject({
    jsonrpc: '2.0',
    error: { data: { error_code: 'missing_scope' } },
  });
  expect(mcpEndpoint.asked).toEqual([]);
});

test('[W1.5] a refused browser gets a page, and a program the error', async () => {
  const app = openTestHttpApp({
    authenticatorFor: () => openAuthenticator(() => refuse('unauthenticated', 'Who are <you>?')),
  });
  const page = await ask(app, '/', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
  expect(page.headers.get('www-authenticate')).toContain('resource_metadata=');
  expect(await page.text()).toContain('Who are &lt;you&gt;?');
  expect(await (await ask(app, '/')).json()).toMatchObject({ error: 'unauthenticated', http_status: 401 });
});

test('[W2.2] with credentials the page does not show the process and its folders', async () => {
  const page = await (await ask(openTestHttpApp({ isDevelopment: false }), '/')).text();
  expect(page).not.toContain('Data folder');
  expect(page).not.toContain('sessions');
  expect(page).toContain('Authorization: Bearer');
  expect(await (await ask(openTestHttpApp(), '/')).text()).toContain('Data folder');
});

test('[W7.1] each message of a batch counts', async () => {
  const mcpEndpoint = scriptedEndpoint();
  const rates = createRateLimits({ principal: 5, tenant: null, burst: 1 }, () => 0);
  const authenticator = createAuthenticator({
    identify: () => developmentPrincipal('ann'),
    rates,
    demandsTls: false,
    wrongCredentials: 60,
    recheckEvery: 30_000,
  });
  const app = openTestHttpApp({ mcpEndpoint, authenticatorFor: () => authenticator });
  const batch = (length: number) =>
    Array.from({ length }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
  expect((await post(app, '/mcp', batch(6))).status).toBe(429);
  expect(mcpEndpoint.asked).toEqual([]);
});

test('[W7.2] MCP streams count as streams', async () => {
  const mcpEndpoint = scriptedEndpoint({
    fetch: async () => new HttpResponse('', { headers: { 'content-type': 'text/event-stream' } }),
  });
  const app = openTestHttpApp({ mcpEndpoint, streamQuotas: { perPrincipal: 2, perTenant: null } });
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
  expect((await post(app, '/mcp', listen)).status).toBe(200);
  expect((await ask(app, '/mcp')).status).toBe(200);
  const refused = await post(app, '/mcp', listen);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect((await ask(app, '/mcp')).status).toBe(429);
});
