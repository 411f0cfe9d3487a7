/** The command line of the MCP Inspector against the real program: both eras, over stdio and HTTP. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from './program-fixture.ts';

const packages = fileURLToPath(new URL('../../tools/inspector/node_modules', import.meta.url));
const inspector = join(packages, '@modelcontextprotocol', 'inspector', 'clients/launcher/build/index.js');

const echo =
  'workflows: { say: { params: { text: str }, graph: { say: { call: echo, args: { text: $text } } } } }\n';

let programFixture: ProgramFixture;
let served: Served;
let home: string;

beforeAll(async () => {
  programFixture = await createProgramFixture({ 'say.yaml': echo });
  served = await programFixture.serve();
  home = await mkdtemp(join(tmpdir(), 'signalbox-inspector-'));
});

afterAll(async () => {
  await programFixture.remove();
  await rm(home, { recursive: true, force: true });
});

const eras = ['legacy', 'modern'] as const;
const ways = ['http', 'stdio'] as const;

describe.each(eras.flatMap((era) => ways.map((way) => ({ era, way }))))(
  '$era era over $way',
  ({ era, way }) => {
    const inspect = (...args: readonly string[]) => {
      const { command, args: rest } = programFixture.stdio();
      const target = way === 'http' ? [served.url, '--transport', 'http'] : [command, ...rest];
      return run('--cli', ...target, '--protocol-era', era, ...args, '--format', 'json', '-q');
    };

    test('[P1.1][P2.1] --strict reports no problems of the tools', async () => {
      const { code, said, answer } = await inspect('--method', 'tools/list', '--strict');
      expect(code, said).toBe(0);
      const names = toolsOf(answer);
      expect(names).toEqual(expect.arrayContaining(['workflow_list', 'w_hello', 'w_say']));
    });

    test('[P1.1][P3.2] tools/call runs a workflow', async () => {
      const args = ['--tool-name', 'w_say', '--tool-args-json', '{"text":"hi"}'];
      const { code, said, answer } = await inspect('--method', 'tools/call', ...args);
      expect(code, said).toBe(0);
      expect(answer).toMatchObject({
        result: { structuredContent: { status: 'completed', result: { text: 'hi' } } },
      });
    });

    test('[P2.4] an invalid call is an error of the tool', async () => {
      const { code, said } = await inspect('--method', 'tools/call', '--tool-name', 'w_say');
      expect(code, said).toBe(5);
      expect(said).toContain('text');
    });

    test('[P6.1] resources are read', async () => {
      const { code, said, answer } = await inspect(
        '--method',
        'resources/read',
        '--uri',
        'workflow://default/say',
      );
      expect(code, said).toBe(0);
      expect(JSON.stringify(answer)).toContain('call: echo');
    });

    // Each call is one or two processes; the list does not depend on the transport.
    if (way === 'stdio') return;

    test.each([
      ['resources/list', 'workflow://default/say'],
      ['resources/templates/list', 'run://{id}'],
    ])('[P6.1] %s', async (method, uri) => {
      const { code, said, answer } = await inspect('--method', method);
      expect(code, said).toBe(0);
      expect(JSON.stringify(answer)).toContain(`"${uri}"`);
    });
  },
);

interface Inspected {
  readonly code: number;
  readonly said: string;
  /** Null if there is none. */
  readonly answer: unknown;
}

function run(...args: readonly string[]): Promise<Inspected> {
  const env = { ...process.env, MCP_CATALOG_PATH: join(home, 'catalog.json'), HOME: home };
  const options = { env, cwd: home, maxBuffer: 50_000_000 };
  return new Promise((resolve) => {
    execFile(process.execPath, [inspector, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, said: stdout + stderr, answer: stdout.startsWith('{') ? JSON.parse(stdout) : null });
    });
  });
}

function toolsOf(answer: unknown): readonly string[] {
  const { result } = answer as { readonly result: { readonly tools: readonly { readonly name: string }[] } };
  return result.tools.map(({ name }) => name);
}
