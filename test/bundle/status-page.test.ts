/** The page of a server says its version, and its command for hosts starts a server, however the server was started. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProgramFixture } from '../mcp/program-fixture.ts';
import { bundleMcpb } from './bundle-in-child.ts';
import { openArchive } from './open-archive.ts';
import { probeServer, type ServerCommand } from './probe-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'signalbox-page-'));
const bundle = join(folder, 'bundle');
const link = join(folder, 'link');
/** No release has it: the page reads it from the package. */
const bundleVersion = '98.7.6';

beforeAll(async () => {
  for (const { name, bytes } of openArchive(await bundleMcpb(root))) {
    mkdirSync(dirname(join(bundle, name)), { recursive: true });
    writeFileSync(join(bundle, name), bytes);
  }
  const about = JSON.parse(readFileSync(join(bundle, 'package.json'), 'utf8')) as object;
  writeFileSync(join(bundle, 'package.json'), JSON.stringify({ ...about, version: bundleVersion }));
  symlinkSync(join(root, 'bin', 'signalbox.js'), link);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

const textOf = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** The page of a server that was started with these arguments. */
async function pageOf(program: string, data: string, ...args: readonly string[]): Promise<string> {
  const fixture = await createProgramFixture();
  onTestFinished(() => fixture.remove());
  const child = fixture.start({
    command: process.execPath,
    args: [program, 'serve', '--port', '0', '--data', data, ...args],
    cwd: folder,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const read = (piece: Buffer): void => {
      said += piece;
      const [found] = /http:\S+\/mcp(?=\s)/.exec(said) ?? [];
      if (found !== undefined && said.includes('Ctrl-C')) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => reject(new Error(said)));
  });
  return (await fetch(new URL('/', url))).text();
}

function commandIn(page: string): ServerCommand {
  const [, snippet = ''] = /<summary>Claude Desktop<\/summary>.*?<pre>(.*?)<\/pre>/s.exec(page) ?? [];
  const { mcpServers } = JSON.parse(textOf(snippet)) as {
    readonly mcpServers: { readonly signalbox: ServerCommand };
  };
  return mcpServers.signalbox;
}

const pathsOf = ({ command, args }: ServerCommand): readonly string[] =>
  [command, ...args].filter(isAbsolute);

test.each([
  ['a checkout', join(root, 'bin', 'signalbox.js'), version],
  ['a link, as npm installs it', link, version],
  ['the bundle', join(bundle, 'bin', 'signalbox.js'), bundleVersion],
])(
  '[P7.1][P8.1] started from %s: the version of the package, and a command of files that exist',
  async (way, program, expected) => {
    const data = join(folder, way, 'data');
    const page = await pageOf(
      program,
      data,
      '--workflows',
      join(data, 'own'),
      '--workflows',
      join(root, 'examples', 'hello'),
    );
    expect(page).toContain(`<span class="quiet">version ${expected}</span>`);
    const command = commandIn(page);
    expect(pathsOf(command)).toHaveLength(5);
    expect(pathsOf(command).filter((path) => !existsSync(path))).toEqual([]);
    const probe = await probeServer(command, folder);
    expect(probe.serverInfo).toMatchObject({ name: 'signalbox', version: expected });
    expect(probe.tools).toContain('w_hello');
    expect(probe.code).toBe(0);
  },
  60_000,
);

test('[P7.1] workflows and tools are listed with the first sentence of their description', async () => {
  const page = await pageOf(
    join(root, 'bin', 'signalbox.js'),
    join(folder, 'listed'),
    '--workflows',
    join(root, 'examples', 'hello'),
  );
  expect(page).toContain(
    '<li><code>hello</code><span>Asks how to greet a person, and greets them</span></li>',
  );
  expect(page).toContain(
    '<li><code>workflow_list</code><span>Lists the workflows: id, what each does, and the tool that runs it.</span></li>',
  );
  expect(page).toContain('Each runs one workflow: <code>w_hello</code>');
  expect(page).not.toContain('--connectors');
});
