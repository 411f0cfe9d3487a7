/** Every interface of a real server, with and without the required rights. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asking, openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';

const greeting = `
workflows:
  hello:
    description: Greets
    params: { name: { type: str } }
    graph:
      ask: { type: yield, message: "May I greet $name?", expects: { yes: bool } }
`;

let securedServer: SecuredServer;

beforeAll(async () => {
  securedServer = await openSecuredServer({
    tenants: ['red', 'blue'],
    workflows: { 'hello.yaml': greeting },
  });
});

afterAll(() => securedServer.close());

const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'workflow_list', arguments: {} },
};

/** One request to each interface. */
const interfaces: readonly (readonly [path: string, asking: Asking])[] = [
  ['/', {}],
  ['/mcp', { body: message, headers: { accept: 'application/json, text/event-stream' } }],
  ['/mcp/tools/invoke', { body: { tool: 'workflow_list' } }],
  ['/.well-known/mcp.json', {}],
  ['/metrics', {}],
  ['/openapi.json', {}],
  ['/v1/workflows', {}],
  ['/v1/events', {}],
  ['/rpc', { body: { jsonrpc: '2.0', id: 1, method: 'workflow_list' } }],
];

test('[W1.1][W1.5] every interface refuses a caller without credentials, and says how to authenticate', async () => {
  for (const [path, asking] of interfaces) {
    const { status, headers } = await securedServer.ask(path, asking);
    expect([path, status]).toEqual([path, 401]);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer realm="signalbox", resource_metadata="http/);
    expect(headers.get('x-correlation-id')).not.toBeNull();
  }
});

test('[W1.5] the metadata that a challenge names is public', async () => {
  const challenge =
    (await securedServer.ask('/mcp', { body: message })).headers.get('www-authenticate') ?? '';
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
  const found = await fetch(address);
  expect([found.status, await found.json()]).toMatchObject([
    200,
    { resource: `${securedServer.url}/mcp`, bearer_methods_supported: ['header'] },
  ]);
});

test('[W1.1] every interface refuses an invalid token with the same message', async () => {
  const expired = tokenOf('red', { expiresIn: -600 });
  const [head = '', , signature = ''] = tokenOf('red').split('.');
  const [, claims = ''] = tokenOf('red', { subject: 'mallory' }).split('.');
  for (const token of [expired, `${head}.${claims}.${signature}`, 'garbage', 'a.b.c', 'x'.repeat(9_000)]) {
    for (const [path, asking] of interfaces.slice(0, 3)) {
      const { status, headers, text } = await securedServer.ask(path, { ...asking, token });
      expect([path, status]).toEqual([path, 401]);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
      expect(text).not.toContain(token);
    }
  }
});

test('[W2.1] every interface accepts a caller with the required rights', async () => {
  const token = tokenOf('red');
  for (const [path, asking] of interfaces.filter(([each]) => each !== '/v1/events')) {
    expect([path, (await securedServer.ask(path, { ...asking, token })).status]).toEqual([path, 200]);
  }
});

test('[W2.1] without a scope nothing is listed, and a call is refused with the missing scope', async () => {
  const token = tokenOf('red', { scopes: [] });
  const listed = await securedServer.ask('/.well-known/mcp.json', { token });
  expect(listed.json).toMatchObject({ tools: [] });
  for (const [path, asking] of interfaces.filter(
    ([each]) => !['/', '/.well-known/mcp.json', '/openapi.json', '/rpc'].includes(each),
  )) {
    const { status, headers } = await securedServer.ask(path, { ...asking, token });
    expect([path, status, headers.get('www-authenticate')]).toEqual([
      path,
      403,
      expect.stringContaining('insufficient_scope'),
    ]);
  }
  const { json } = await securedServer.ask('/rpc', {
    token,
    body: { jsonrpc: '2.0', id: 1, method: 'workflow_list' },
  });
  expect(json).toMatchObject({ error: { code: -32_007, data: { error_code: 'missing_scope' } } });
});

test('[W2.1] the scopes of seed tokens allow exactly their operations', async () => {
  const token = tokenOf('red', {
    scopes: ['workflows:launch', 'workflows:query', 'workitems:manage'],
    kind: 'agent',
  });
  const { json } = await securedServer.ask('/.well-known/mcp.json', { token });
  const names = (json as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['workflow_list', 'workflow_run', 'cases_status', 'workitems_list', 'w_hello']),
  );
  for (const hidden of ['workflow_save', 'workflow_get', 'cases_cancel']) expect(names).not.toContain(hidden);
  const run = await securedServer.ask('/v1/runs', {
    token,
    body: { workflow: 'hello', params: { name: 'Ada' }, waitMs: 1_000 } as object,
  });
  expect(run.status).toBe(201);
  const { run: id } = run.json as { run: string };
  const cancelled = await securedServer.ask(`/v1/runs/${id}/cancel`, { method: 'POST', token, body: {} });
  expect([cancelled.status, cancelled.json]).toMatchObject([
    403,
    { error_code: 'missing_scope', error: 'unauthorized', context: { scope: 'workflows:cancel' } },
  ]);
});

test('[W3.2][W2.4] the correlation id of a request is in the answer, the log, the journal and the audit log', async () => {
  const token = tokenOf('red');
  const id = 'order-4711';
  const started = await securedServer.ask('/v1/runs', {
    token,
    headers: { 'x-correlation-id': id },
    body: { workflow: 'hello', params: { name: 'Eve' } },
  });
  expect([started.status, started.headers.get('x-correlation-id')]).toEqual([201, id]);
  const { run } = started.json as { run: string };
  const history = await securedServer.ask(`/v1/runs/${run}/history`, { token });
  expect(history.json).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ correlationId: id })]),
  });
  const audit = await securedServer.ask(`/v1/audit?correlationId=${id}`, { token });
  expect(audit.json).toMatchObject({
    entries: [{ operation: 'runs.start', outcome: 'done', target: run, subject: 'ann' }],
  });
  expect(securedServer.logged()).toContain(`"correlationId":"${id}"`);
});

test('[W2.4] a refused caller is in the audit log of its tenant, and an unknown caller in that of no tenant', async () => {
  const token = tokenOf('blue', { subject: 'bob', scopes: ['workflows:query'] });
  await securedServer.ask('/v1/runs', { token, body: { workflow: 'hello' } });
  await securedServer.ask('/v1/runs', { body: { workflow: 'hello' } });
  const audit = async () =>
    (await securedServer.ask('/v1/audit?outcome=refused', { token: tokenOf('blue') })).json as {
      entries: object[];
    };
  while ((await audit()).entries.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await audit()).entries).toMatchObject([
    { subject: 'bob', operation: 'runs.start', code: 'missing_scope' },
  ]);
  const red = (await securedServer.ask('/v1/audit', { token: tokenOf('red') })).text;
  expect(red).not.toContain('bob');
});
