/** A real server: each request leaves one log line, and every metric is documented. */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedaction, resolveSettings } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openServer, type RunningServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';

const workflows = `workflows:
  payroll_of_acme:
    description: Says something
    params: { text: str }
    graph: { say: { call: echo, args: { text: $text } } }
    result: $say.text
`;

type Line = Readonly<Record<string, unknown>>;

let folder = '';
let server: RunningServer;
let written = '';

const lines = (): readonly Line[] =>
  written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-telemetry-'));
  await mkdir(join(folder, 'workflows'));
  await writeFile(join(folder, 'workflows/w.yaml'), workflows);
  const env = { HOME: folder, SIGNALBOX_TENANTS: 'true', BANK_TOKEN: 'hush-hush-value' };
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--port', ['0']],
  ]);
  const { settings } = resolveSettings({ flags, env, folder });
  const log = createLog({
    level: 'info',
    form: 'json',
    write: (text) => {
      written += text;
    },
    redact: createRedaction(env),
  });
  server = await openServer({
    settings,
    env,
    version: '1',
    developer: developmentPrincipal('subject-ann'),
    stdioCommand: { command: 'signalbox', args: ['stdio'] },
    log,
  });
}, 60_000);

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Requests, and the lines that they leave. */
async function ask(path: string, init: RequestInit = {}) {
  const before = lines().length;
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  await expect.poll(() => lines().length).toBeGreaterThan(before);
  return { response, text, left: lines().slice(before) };
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const person = { subject: 'subject-ann', tenant: 'default', kind: 'agent' };
const nobody = { subject: null, tenant: null, kind: null };

const toolCall = (name: string, args: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name,
    arguments: args,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});

const toolHeaders = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

test.each<[string, () => ReturnType<typeof ask>, Line]>([
  [
    'of nobody',
    () => ask('/health?token=hush-hush-value'),
    { method: 'GET', route: '/health', status: 200, ...nobody, operation: '', code: null },
  ],
  [
    'that leads nowhere',
    () => ask('/no/such/way?secret=1'),
    { method: 'GET', route: 'other', status: 404, ...nobody, code: 'not_found' },
  ],
  [
    'with a wrong method',
    () => ask('/health', { method: 'DELETE' }),
    { method: 'DELETE', route: '/health', status: 405, code: 'method_not_allowed' },
  ],
  [
    'for an operation',
    () => ask('/v1/runs?limit=5'),
    { method: 'GET', route: '/v1/runs', status: 200, ...person, operation: 'runs.list', code: null },
  ],
  [
    'for something that there is not',
    () => ask('/v1/runs/run_that_is_not'),
    { method: 'GET', route: '/v1/runs/{run}', status: 404, ...person, code: 'run_not_found' },
  ],
  [
    'that cannot be read',
    () => post('/mcp', '{"half"'),
    { method: 'POST', route: '/mcp', status: 400, ...person, code: 'malformed_json' },
  ],
  [
    'that calls a tool',
    () => post('/mcp', toolCall('workflow_list', {}), toolHeaders('workflow_list')),
    { method: 'POST', route: '/mcp', status: 200, ...person, operation: 'workflow_list', code: null },
  ],
  [
    'that calls a tool with a mistake',
    () => post('/mcp', toolCall('workflow_get', { nam: 'a' }), toolHeaders('workflow_get')),
    { method: 'POST', route: '/mcp', ...person, operation: 'workflow_get', code: 'invalid_input' },
  ],
  [
    'that calls a tool plainly',
    () => post('/mcp/tools/invoke', { tool: 'w_payroll_of_acme', input: { text: 'a secret text' } }),
    { route: '/mcp/tools/invoke', status: 200, ...person, operation: 'w_payroll_of_acme', code: null },
  ],
  [
    'that calls a method',
    () => post('/rpc', { jsonrpc: '2.0', id: 1, method: 'workflow_list', params: {} }),
    { method: 'POST', route: '/rpc', status: 200, ...person, operation: 'workflow_list', code: null },
  ],
  [
    'for figures',
    () => ask('/metrics'),
    { method: 'GET', route: '/metrics', status: 200, ...person, code: null },
  ],
])('[W10.1] a request %s leaves one line', async (_, send, expected) => {
  const { response, left } = await send();
  const { correlationId } = left[0] ?? {};
  expect(left).toMatchObject([{ message: 'request', ...expected, address: '127.0.0.1' }]);
  expect(left[0]?.['milliseconds']).toBeGreaterThanOrEqual(0);
  expect(correlationId).toBe(response.headers.get('x-correlation-id'));
});

test('[W10.1] a started run is in the line', async () => {
  const { text, left } = await post('/mcp/tools/invoke', {
    tool: 'w_payroll_of_acme',
    input: { text: 'x' },
  });
  expect(left).toMatchObject([{ run: JSON.parse(text).run_id }]);
  expect(String(left[0]?.['run'])).toMatch(/^run_/);
});

test('[W10.1][W3.2] the correlation id of the caller is in the line', async () => {
  const { response, left } = await ask('/v1/runs', { headers: { 'x-correlation-id': 'mine-1' } });
  expect(response.headers.get('x-correlation-id')).toBe('mine-1');
  expect(left).toMatchObject([{ correlationId: 'mine-1' }]);
});

test('[W10.1] a request with a foreign host leaves one line, too', async () => {
  const before = lines().length;
  const { port } = new URL(server.url);
  await new Promise<void>((resolve, reject) => {
    const headers = { host: 'elsewhere.example' };
    const asked = httpRequest({ host: '127.0.0.1', port, path: '/v1/runs', headers }, (answer) => {
      answer.resume().on('end', () => resolve());
    });
    asked.on('error', reject).end();
  });
  await expect.poll(() => lines().length).toBe(before + 1);
  expect(lines().slice(before)).toMatchObject([{ status: 403, code: 'foreign_host', ...nobody }]);
});

test('[W10.1] a stream leaves one line when it has ended', async () => {
  const before = lines().length;
  const gone = new AbortController();
  const response = await fetch(`${server.url}/v1/events`, { signal: gone.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(lines()).toHaveLength(before);
  gone.abort();
  await expect.poll(() => lines().length).toBe(before + 1);
  expect(lines().slice(before)).toMatchObject([{ route: '/v1/events', status: 200, ...person }]);
});

test('[W10.1][W10.3] the log contains no content of requests', async () => {
  await post('/mcp/tools/invoke', { tool: 'hush-hush-value', input: { password: 'letmein' } });
  await ask('/v1/runs/hush-hush-value?token=letmein', { headers: { 'x-correlation-id': 'hush-hush-value' } });
  expect(written).not.toMatch(/hush-hush|letmein|a secret text|secret=1|limit=5/);
  expect(written).toContain('"correlationId":"[redacted]"');
});

test('[W10.2] every metric of the server is documented, and no label reveals a tenant', async () => {
  const { text } = await ask('/metrics');
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| \S/gm)];
  const shown = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  expect(documented.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(shown.toSorted());
  const labelsOf = new Map(documented.map(([, name = '', , labels = '']) => [name, labels]));
  for (const [, sample = '', inside = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    const name = labelsOf.has(sample) ? sample : sample.replace(/_(?:bucket|sum|count)$/, '');
    for (const [, label = ''] of inside.matchAll(/(?:^|,)(\w+)="/g))
      if (label !== 'le')
        expect([name, labelsOf.get(name)]).toEqual([name, expect.stringContaining(`\`${label}\``)]);
  }
  expect(text).toContain('signalbox_tool_calls_total{tool="w_*"');
  expect(text).not.toMatch(/payroll|acme|subject-ann|default|run_|127\.0\.0\.1/);
});
