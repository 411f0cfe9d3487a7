/** The MCPB bundle is self-contained: unpacked into an empty folder, started as its manifest says. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameMcpb } from '../../scripts/bundle-mcpb.js';
import { bundleMcpb } from './bundle-in-child.ts';
import { type ArchivedFile, openArchive } from './open-archive.ts';
import { probeServer, type ServerCommand } from './probe-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'signalbox-mcpb-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly icon: string;
  readonly server: { readonly entry_point: string; readonly mcp_config: ServerCommand };
  readonly compatibility: unknown;
  readonly long_description: string;
  readonly user_config: Readonly<Record<string, { readonly default: string; readonly required: boolean }>>;
}

let archive: Buffer;
let files: ReadonlyMap<string, ArchivedFile>;
let manifest: Manifest;

beforeAll(async () => {
  archive = await bundleMcpb(root);
  files = new Map(openArchive(archive).map((file) => [file.name, file]));
  manifest = JSON.parse(textOf('manifest.json')) as Manifest;
}, 60_000);

const textOf = (name: string): string => files.get(name)?.bytes.toString('utf8') ?? '';

/** As a host does it: variables of the bundle, of the user, and the user's choices. */
function commandIn(place: string, home: string): ServerCommand {
  const chosen = Object.entries(manifest.user_config).map(
    ([name, { default: defaultValue }]) =>
      [`user_config.${name}`, defaultValue.replace(/\$\{HOME\}/, home)] as const,
  );
  const variables = new Map([['__dirname', place], ...chosen]);
  const { args, ...rest } = manifest.server.mcp_config;
  return {
    ...rest,
    args: args.map((arg) => arg.replaceAll(/\$\{([^}]+)\}/g, (whole, name) => variables.get(name) ?? whole)),
  };
}

test('[P8.1][U2.1] the bundle starts without packages around it, lists its tools, runs a workflow and has guides', async () => {
  const place = join(folder, 'unpacked');
  const home = join(folder, 'home');
  mkdirSync(home);
  for (const { name, bytes } of files.values()) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), bytes);
  }
  const probe = await probeServer(commandIn(place, home), home, [
    { name: 'w_hello', arguments: { name: 'Ada', wait_ms: 20_000 } },
    { name: 'workflow_save', arguments: { path: 'own.yaml', content: ownWorkflow } },
    { name: 'w_own', arguments: { wait_ms: 20_000 } },
    { name: 'workflow_next', arguments: { workflowId: 'release-checklist', completedSteps: [] } },
  ]);
  expect(probe.serverInfo).toMatchObject({ name: 'signalbox', version: manifest.version });
  expect(probe.tools).toEqual(expect.arrayContaining(['workflow_list', 'workflow_run', 'w_hello']));
  expect(probe.answers).toMatchObject([
    { status: 'input_required', message: 'How shall Ada be greeted?' },
    { path: 'own.yaml', created: true },
    { status: 'completed', result: { n: 1 } },
    { isComplete: false, step: { id: expect.any(String) } },
  ]);
  for (const line of probe.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(probe.code).toBe(0);
  // Documents are saved in the user's folder, not in the bundle.
  expect(readFileSync(join(home, 'Documents', 'Signalbox', 'own.yaml'), 'utf8')).toBe(ownWorkflow);
}, 60_000);

const ownWorkflow = `workflows:
  own:
    graph:
      one: { call: echo, args: { n: 1 } }
`;

test('[P8.1] its manifest describes it and its platform', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const major = Number(process.versions.node.split('.')[0]);
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    name: 'signalbox',
    version,
    tools_generated: true,
    server: { type: 'node' },
    compatibility: {
      platforms: [process.platform],
      runtimes: { node: expect.stringMatching(new RegExp(`^>=${major}\\.\\d+\\.0 <${major + 1}\\.0\\.0$`)) },
    },
  });
  // The manifest has no field for the processor and the C library.
  const { platform, arch } = process;
  expect(manifest.long_description).toContain(`for ${platform} on ${arch}`);
  expect(nameMcpb()).toMatch(new RegExp(`^signalbox-${platform}-${arch}(?:-musl)?-node${major}\\.mcpb$`));
  // Some hosts pass on the name of an empty setting.
  expect(Object.values(manifest.user_config).map(({ required }) => required)).toEqual([true, true]);
  expect([...files.keys()]).toEqual(expect.arrayContaining([manifest.icon, manifest.server.entry_point]));
  expect(files.get(manifest.icon)?.bytes.toString('latin1', 1, 4)).toBe('PNG');
  expect([...files.keys()].filter((name) => name.includes('node_modules'))).toEqual([]);
});

test('[P8.1] it contains what it needs and nothing else', () => {
  const own = [...files.keys()].filter((name) => !name.startsWith('dist/program/'));
  const guides = readdirSync(join(root, 'examples', 'guides')).sort();
  expect(own).toEqual([
    'LICENSE',
    'THIRD-PARTY-LICENSES.txt',
    'bin/package.json',
    'bin/run-program.js',
    'bin/signalbox.js',
    ...guides.map((name) => `examples/guides/${name}`),
    'examples/hello/hello.test.yaml',
    'examples/hello/hello.yaml',
    'icon.png',
    'manifest.json',
    'package.json',
  ]);
});

test('[P8.1] it contains the licences of its packages', () => {
  expect(textOf('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  const licences = textOf('THIRD-PARTY-LICENSES.txt');
  for (const name of ['@modelcontextprotocol/server', 'better-sqlite3', 'yaml', 'zod']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d.*\\((?:MIT|ISC|Apache-2\\.0)\\)\\n\\n.*\\S`, 'm'));
  }
});

test('[P8.1] the same sources yield the same bundle', async () => {
  expect((await bundleMcpb(root)).equals(archive)).toBe(true);
  expect([...files.values()].every(({ mode, year }) => mode === 0o100644 && year === 1980)).toBe(true);
}, 60_000);

test.skipIf(spawnSync('unzip', ['-v']).status !== 0)('[P8.1] other programs can unpack it, too', () => {
  const file = join(folder, 'signalbox.mcpb');
  writeFileSync(file, archive);
  const { status, stdout } = spawnSync('unzip', ['-tq', file], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `No errors detected in compressed data of ${file}.\n`,
  });
});
