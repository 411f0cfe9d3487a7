/** Every interface of a real server reports a failure with the same message and the correlation id of its request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodes, errorTable } from '../../src/operations/index.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';

let server: SecuredServer;

beforeAll(async () => {
  server = await openSecuredServer({
    tenants: ['acme'],
    workflows: { 'idle.yaml': 'workflows: { idle: { graph: { idle: { wait: 1 day } } } }\n' },
  });
});

afterAll(() => server.close());

const correlation = 'x-correlation-id';
const missing = 'run_00000000000000000000000000';
const token = tokenOf('acme');

/** The error object that an interface returns. */
async function responseAt(path: string, body: object | undefined, id: string): Promise<unknown> {
  const response = await server.ask(path, {
    token,
    headers: { [correlation]: id },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.headers.get(correlation)).toBe(id);
  const { error, ...others } = Object(response.json);
  return typeof error === 'object' ? error.data : { ...others, error };
}

test('[W3.1][W3.2] tools, REST and RPC report a missing run in the same way, each with its correlation id', async () => {
  const common = {
    error_code: 'run_not_found',
    category: 'not_found',
    message: `The run “${missing}” does not exist.`,
    context: { run_id: missing },
    retryable: false,
    error: 'case_not_found',
    http_status: 404,
    code: -32005,
  };
  const input = { case_id: missing };
  const asTools = {
    ...common,
    message: `The case “${missing}” does not exist.`,
    context: { run_id: missing, case_id: missing },
    suggested_action:
      'Use the id that “cases_submit” returned, or find it with “resources/list”. What ended long ago may have been purged.',
  };
  expect(await responseAt('/mcp/tools/invoke', { tool: 'cases_status', input }, 'id-1')).toEqual({
    ...asTools,
    correlation_id: 'id-1',
  });
  const message = { jsonrpc: '2.0', id: 1, method: 'cases_status', params: input };
  expect(await responseAt('/rpc', message, 'id-2')).toEqual({ ...asTools, correlation_id: 'id-2' });
  expect(await responseAt(`/v1/runs/${missing}`, undefined, 'id-3')).toEqual({
    ...common,
    type: `${server.url}/errors/run_not_found`,
    title: 'Run not found',
    status: 404,
    detail: common.message,
    instance: `/v1/runs/${missing}`,
    suggested_action:
      'Use the id that “POST /v1/runs” returned, or find it with “GET /v1/runs”. What ended long ago may have been purged.',
    correlation_id: 'id-3',
  });
});

test('[W3.1] every interface refuses an unauthenticated caller, each in its own format', async () => {
  const refused = {
    error_code: 'unauthenticated',
    error: 'unauthenticated',
    http_status: 401,
    retryable: false,
  };
  const plain = await server.ask('/mcp/tools/invoke', { body: { tool: 'cases_status' } });
  expect([plain.status, plain.json]).toMatchObject([401, refused]);
  const problem = await server.ask('/v1/runs');
  expect(problem.headers.get('content-type')).toBe('application/problem+json');
  expect([problem.status, problem.json]).toMatchObject([401, { ...refused, status: 401 }]);
  const rpc = await server.ask('/rpc', { body: { jsonrpc: '2.0', id: 1, method: 'cases_status' } });
  expect([rpc.status, rpc.json]).toMatchObject([401, { id: null, error: { code: -32_007, data: refused } }]);
  const mcp = await server.ask('/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  // Its numbers have other meanings in MCP.
  expect([mcp.status, mcp.json]).toMatchObject([401, { id: null, error: { code: -32_000, data: refused } }]);
});

test('[W3.1] the type of a problem leads to a public page with its meaning', async () => {
  const { type } = Object((await server.ask('/v1/workflows/nothing', { token })).json);
  expect(type).toBe(`${server.url}/errors/workflow_not_found`);
  const page = await server.ask(String(type).slice(server.url.length));
  expect([page.status, page.json]).toMatchObject([
    200,
    { type, meaning: errorTable.workflow_not_found.meaning, error: 'invalid_specification' },
  ]);
  const statuses = await Promise.all(
    errorCodes.map(
      async (code) => (await server.ask(`/errors/${code}`, { headers: { accept: 'text/html' } })).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await server.ask('/errors/nonsense')).status).toBe(404);
});

test('[W3.2] an error in the log has the correlation id of its answer', async () => {
  await responseAt(`/v1/runs/${missing}`, undefined, 'id-in-the-log');
  const logged = () =>
    server
      .logged()
      .split('\n')
      .filter((line) => line.includes('id-in-the-log'))
      .map((line) => JSON.parse(line));
  await expect
    .poll(logged)
    .toMatchObject([{ correlationId: 'id-in-the-log', code: 'run_not_found', status: 404 }]);
});
