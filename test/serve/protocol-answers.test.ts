/** A real server: what callers of the protocols get when a request is refused or repeated. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';

const hello =
  'workflows: { hello: { params: { name: str }, graph: { a: { call: echo, args: { text: $name } } } } }';

let server: SecuredServer;
beforeAll(async () => {
  server = await openSecuredServer({ tenants: ['acme'], workflows: { 'hello.yaml': hello } });
});
afterAll(() => server.close());

const accept = { accept: 'application/json, text/event-stream' };

test('[W6.2] a message that is refused for a missing scope gets its id back', async () => {
  const token = tokenOf('acme', { scopes: ['workflows:query'] });
  const params = { name: 'workflow_run', arguments: { workflow_id: 'hello' } };
  const call = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'tools/call', params });
  for (const id of [7, 'seven']) {
    const refused = await server.ask('/mcp', { token, headers: accept, body: call(id) });
    expect(refused).toMatchObject({
      status: 403,
      json: { id, error: { data: { error_code: 'missing_scope' } } },
    });
    const { json } = await server.ask('/rpc', {
      token,
      body: { ...call(id), method: 'workflow_run', params: params.arguments },
    });
    expect(json).toMatchObject({ id, error: { data: { error_code: 'missing_scope' } } });
  }
  // What cannot be an id is not repeated.
  const refused = await server.ask('/mcp', { token, headers: accept, body: call({ a: 1 }) });
  expect(refused).toMatchObject({ status: 403, json: { id: null } });
});

test('[F2.5] at /mcp/tools/invoke the header Idempotency-Key is the key of the call', async () => {
  const token = tokenOf('acme');
  const invoke = (tool: string, input: object, key: string) =>
    server.ask('/mcp/tools/invoke', { token, body: { tool, input }, headers: { 'idempotency-key': key } });
  const start = { workflow_id: 'hello', inputs: { name: 'Ann' } };
  const first = await invoke('workflow_run', start, 'once');
  const again = await invoke('workflow_run', { ...start, idempotency_key: 'once' }, '"once"');
  const { run_id: run } = first.json as { readonly run_id: string };
  expect([first, again]).toMatchObject([
    { status: 200, json: { run_id: run } },
    { status: 200, json: { run_id: run } },
  ]);
  expect(await invoke('w_hello', { name: 'Ann' }, 'k')).toMatchObject({ status: 200 });
  expect(await invoke('w_hello', { name: 'Bo' }, 'k')).toMatchObject({ status: 409 });
  // It fulfils the requirement of a key, and is ignored if there is nothing to repeat.
  expect(await invoke('cases_submit', { spec_id: 'hello', case_data: { name: 'A' } }, 's')).toMatchObject({
    status: 200,
  });
  expect(await invoke('workflow_list', {}, 'k')).toMatchObject({ status: 200 });
  expect(await invoke('workflow_run', { ...start, idempotency_key: 'twice' }, 'once')).toMatchObject({
    status: 400,
    json: { error_code: 'invalid_input', message: expect.stringContaining('Idempotency-Key') },
  });
});

test('[P2.7] without the case tools, an agent that follows the answers still reaches the end of a run that asks', async () => {
  const ask = `workflows:
  ask: { graph: { a: { type: yield, message: Which word?, expects: { word: str } } }, result: $a.word }
`;
  const env = { YAWL_MCP_ENABLE_ZAI_TOOLS: 'false' };
  const other = await openSecuredServer({ tenants: ['acme'], workflows: { 'ask.yaml': ask }, env });
  onTestFinished(() => other.close());
  const token = tokenOf('acme');
  const rpc = async (method: string, params: object) => {
    const { json } = await other.ask('/rpc', { token, body: { jsonrpc: '2.0', id: 1, method, params } });
    return json as { readonly result: Record<string, unknown> };
  };
  const { result: listed } = await rpc('tools/list', {});
  const tools = (listed['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
  const { result: asked } = await rpc('w_ask', {});
  expect(asked['status']).toBe('input_required');
  const [, tool = '', workitem_id] =
    /call (\w+) \{"workitem_id": "([^"]+)"/.exec(String(asked['next'])) ?? [];
  expect(tools).toContain(tool);
  const answer = { workitem_id, output_data: { word: 'yes' } };
  expect(await rpc(tool, answer)).toMatchObject({ result: { case_status: 'completed', result: 'yes' } });
});
