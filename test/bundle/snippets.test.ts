/** The host snippets of the README and docs/connect.md work: each command is started, each address responds. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingsTable } from '../../src/operations/settings/settings-table.ts';
import { connectionHints } from '../../src/server/http/status-page/connections.ts';
import { endPrograms, type RunningProgram, startProgram } from '../cli/start-program.ts';
import { probeServer, type ServerCommand } from './probe-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');
const connectPage = readFileSync(`${root}docs/connect.md`, 'utf8');
const page = readFileSync(`${root}docs/mcp.md`, 'utf8');

const where = {
  ...{ folder: root, home: root, own: '', bundled: '', env: {} },
  ...{ data: root, project: '', namesWorkflows: false, workflows: '', tenants: false },
};
const address = `http://${settingsTable.host.defaultValue(where)}:${settingsTable.port.defaultValue(where)}/mcp`;

const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

interface Snippet {
  readonly mcpServers?: Readonly<Record<string, ServerCommand & { readonly url?: string }>>;
  readonly servers?: Readonly<Record<string, unknown>>;
}

const snippetsOf = (text: string): readonly Snippet[] =>
  blocks(text, 'json').map((block) => JSON.parse(block) as Snippet);
const linesOf = (text: string): readonly string[] =>
  blocks(text, 'sh').flatMap((block) => block.trim().split('\n'));

const snippets = snippetsOf(connectPage);
const lines = linesOf(connectPage);

const folder = mkdtempSync(join(tmpdir(), 'signalbox-snippets-'));
let server: RunningProgram;
let served = '';

beforeAll(async () => {
  server = startProgram(folder, [
    'serve',
    '--port',
    '0',
    '--data',
    'data',
    '--workflows',
    `${root}examples/hello`,
  ]);
  await server.says('Press Ctrl-C to end.');
  served = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(server.err())?.[0] ?? '';
}, 60_000);

afterAll(async () => {
  await endPrograms([server.child]);
  rmSync(folder, { recursive: true, force: true });
});

/** As a reader of the page types it. */
const filledIn = (text: string, workflows = `${root}examples/hello`): string =>
  text.replaceAll('/path/to/signalbox/', root).replaceAll('/path/to/workflows', workflows);

async function expectTools(command: ServerCommand): Promise<void> {
  const { tools, lines: written, code } = await probeServer(command, folder);
  expect(tools).toEqual(expect.arrayContaining(['workflow_run', 'w_hello']));
  for (const line of written) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(code).toBe(0);
}

/** In the 2026 protocol: one request is enough. */
async function listTools(url: string): Promise<readonly string[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'reader', version: '1' },
        },
      },
    }),
  });
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as { result: { tools: readonly { readonly name: string }[] } };
  return result.tools.map(({ name }) => name);
}

test('[P8.1] the pages match the status page of the server', () => {
  const command = snippets.flatMap(({ mcpServers }) => mcpServers?.['signalbox'] ?? [])[0];
  const guides = connectionHints(address, { command: command?.command ?? '', args: command?.args ?? [] });
  const asSaid = new Map(guides.map(({ host, snippet }) => [host, snippet]));
  const asJson = (host: string): unknown => JSON.parse(asSaid.get(host) ?? '');
  expect(snippets).toEqual([asJson('Claude Desktop'), asJson('Cursor'), asJson('VS Code')]);
  expect(snippetsOf(readme)).toEqual([asJson('Claude Desktop')]);
  const started = expect.stringMatching(/^claude mcp add signalbox -- node /);
  const added = [asSaid.get('Claude Code'), started];
  expect(lines).toEqual([started, ...added, asSaid.get('Without a client')]);
  expect(linesOf(readme)).toEqual(added);
  for (const text of [readme, connectPage]) expect(text).toContain(address);
  for (const text of [readme, connectPage, page]) {
    expect(new Set(text.match(/http:\/\/127\.0\.0\.1:\d+\/mcp\b/g) ?? [address])).toEqual(new Set([address]));
  }
});

test('[P8.1] the link for Cursor installs the configuration that is shown', () => {
  const link = new URL(/^```\n(cursor:\S+)\n```$/m.exec(connectPage)?.[1] ?? '');
  expect(`${link.protocol}//${link.host}${link.pathname}`).toBe(
    'cursor://anysphere.cursor-deeplink/mcp/install',
  );
  const name = link.searchParams.get('name') ?? '';
  const config = Buffer.from(link.searchParams.get('config') ?? '', 'base64').toString('utf8');
  expect({ mcpServers: { [name]: JSON.parse(config) } }).toEqual(snippets[1]);
});

test('[P8.1] the command for Claude Desktop starts a server', async () => {
  const { command = '', args = [] } = snippets[0]?.mcpServers?.['signalbox'] ?? {};
  await expectTools({ command, args: args.map((word) => filledIn(word)) });
}, 60_000);

/** Each command for Claude Code, as the arguments of its process. */
const commands = [
  ...new Set(
    [...linesOf(readme), ...lines].flatMap(
      (line) => /^claude mcp add signalbox -- (.*)$/.exec(line)?.[1] ?? [],
    ),
  ),
];

test('[P8.1] there are two commands for Claude Code, one with the examples', () => {
  expect(commands.map((command) => command.includes('/path/to/signalbox/examples'))).toEqual([false, true]);
});

test.each(commands)(
  '[P8.1] the command for Claude Code starts a server: %s',
  async (shown) => {
    const own = shown.includes('/path/to/signalbox/examples') ? join(folder, 'own') : undefined;
    const [command = '', ...args] = filledIn(shown, own).split(' ');
    await expectTools({ command, args });
  },
  60_000,
);

test('[P8.1] a running server responds at its printed address', async () => {
  expect(served).not.toBe('');
  expect(await listTools(served)).toEqual(expect.arrayContaining(['workflow_run', 'w_hello']));
});

test('[P8.1] a tool is one request', async () => {
  const line = lines.find((each) => each.startsWith('curl ')) ?? '';
  const [, url = '', header = '', body = ''] = /^curl -s (\S+) -H '([^']+)' -d '([^']+)'$/.exec(line) ?? [];
  const [name = '', value = ''] = header.split(': ');
  const response = await fetch(url.replace(address, served), {
    method: 'POST',
    headers: { [name]: value },
    body,
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ workflows: [{ id: 'hello', tool: 'w_hello' }] });
});

test('[A8] a run with a question responds as the page shows', async () => {
  const [, block = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
  const shown = JSON.parse(block) as Readonly<Record<string, unknown>>;
  const response = await fetch(`${served}/tools/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'w_hello', input: { name: 'Ada', wait_ms: 20_000 } }),
  });
  const given = (await response.json()) as Readonly<Record<string, unknown>>;
  const { run_id: run } = given;
  expect(run).toMatch(/^run_/);
  expect(given).toMatchObject({ ...shown, run_id: run, work_item_id: `${run}.3` });
});

const routes = [...page.matchAll(/`(GET|POST|DELETE) (\/[^`]*)`/g)].map(([, method = '', path = '']) => ({
  method,
  path,
}));

test.each(routes)('[A8] $method $path exists', async ({ method, path }) => {
  const response = await fetch(new URL(path.replace('{code}', 'not_found'), served), { method });
  expect(response.status).not.toBe(404);
  expect(response.status).not.toBe(405);
  await response.body?.cancel();
});

test('[A8] no other addresses exist except those of the REST API, which has its own page', async () => {
  const response = await fetch(new URL('/nowhere', served));
  expect(response.status).toBe(404);
  const told = JSON.stringify(await response.json());
  const offered = new Set(told.match(/\/(?:[\w./-]*\w)?/g) ?? []);
  const known = new Set([...routes.map(({ path }) => path), '/v1']);
  expect([...offered].filter((path) => !known.has(path))).toEqual([]);
  expect(offered.size).toBeGreaterThan(8);
});
