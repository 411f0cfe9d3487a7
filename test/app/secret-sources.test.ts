/** Secrets from files, commands and the store, in an app over a real folder. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { type App, checkBackup, openApp, registry, resolveSettings } from '../../src/operations/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import { findLeaks, plant } from '../access/planted.ts';
import { ann } from '../operations/operations-harness.ts';
import { startLocalServer } from '../servers/local-server.ts';

const planted = {
  first: plant('the first content of a file'),
  second: plant('the second content of a file'),
  output: plant('the output of a command'),
  broken: plant('the output of a command that fails'),
  saved: plant('a saved secret'),
};
const tenant = 'default';

let folder = '';
let app: App | undefined;
let server: Awaited<ReturnType<typeof startLocalServer>>;
const heard: string[] = [];
const lines: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-secret-sources-'));
  server = await startLocalServer(({ headers }, response) => {
    heard.push(String(headers.authorization));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ heard: headers }));
  });
  const printing = (value: string, code: number): string => {
    const print = `Buffer.from('${Buffer.from(value).toString('base64')}', 'base64').toString()`;
    const script = `require('node:fs').appendFileSync('runs', 'x'); console.log(${print}); process.exitCode = ${code}`;
    return JSON.stringify([process.execPath, '-e', script]);
  };
  const hosts = `hosts: ["127.0.0.1:${server.port}"]`;
  await writeFile(
    join(folder, 'connectors.yaml'),
    `secrets:
  FILE: { ${hosts}, file: token }
  COMMAND: { ${hosts}, command: ${printing(planted.output.value, 0)} }
  BROKEN: { ${hosts}, command: ${printing(planted.broken.value, 3)} }
  SAVED: { ${hosts} }
`,
  );
  const workflow = (name: string): string => `
  ${name.toLowerCase()}:
    graph:
      ask:
        call: http
        args: { url: "http://127.0.0.1:${server.port}/", headers: { Authorization: "\${env:${name}}" } }
    result: $ask.body`;
  await mkdir(join(folder, 'workflows'));
  await writeFile(
    join(folder, 'workflows', 'calls.yaml'),
    `workflows:${['FILE', 'COMMAND', 'BROKEN', 'SAVED'].map(workflow).join('')}\n`,
  );
  await writeFile(join(folder, 'token'), `${planted.first.value}\n`, { mode: 0o600 });
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await server.close();
  heard.length = 0;
  lines.length = 0;
  await rm(folder, { recursive: true, force: true });
});

async function open(isQuiet = false): Promise<App> {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const flags = new Map([
    ['--data', [data]],
    ['--workflows', [join(folder, 'workflows')]],
    ['--connectors', [join(folder, 'connectors.yaml')]],
  ]);
  const env = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' };
  const { settings } = resolveSettings({ flags, env, folder });
  app = await openApp(settings, { env, version: '1', isQuiet, warn: (line) => void lines.push(line) });
  return app;
}

const call = async (name: string, input: Json) =>
  (await callOperation(registry, (app as App).services, { ...ann, tenant }, name, input)) as {
    readonly [field: string]: Json;
  };

async function run(workflow: string) {
  let view = await call('runs.start', { workflow, waitMs: 20_000 });
  while (view['status'] === 'running') {
    view = await call('runs.get', { run: view['run'] ?? '', waitMs: 20_000 });
  }
  return view;
}

const runsOfCommands = async (): Promise<number> =>
  readFile(join(folder, 'runs'), 'utf8').then(
    (text) => text.length,
    () => 0,
  );

test('[S2.2][S2.3][S3.1] each source fills a call; no result, journal, log, audit entry or file of the data folder shows a value', async () => {
  await open();
  expect(await runsOfCommands()).toBe(2);
  expect(lines).toEqual([expect.stringMatching(/^The secret “BROKEN” has no value: .* exit code 3\./)]);
  const seen: Json[] = [];
  for (const workflow of ['file', 'command', 'broken', 'saved']) seen.push(await run(workflow));
  expect(seen).toMatchObject([
    { status: 'completed', output: { heard: { authorization: '[redacted]' } } },
    { status: 'completed' },
    {
      status: 'failed',
      failure: { code: 'secret-refused', message: expect.stringContaining('exit code 3') },
    },
    { status: 'failed', failure: { code: 'secret-refused', message: expect.stringContaining('is not set') } },
  ]);
  await writeFile(join(folder, 'token'), planted.second.value);
  seen.push(await call('secrets.save', { name: 'SAVED', value: planted.saved.value }));
  seen.push(await run('file'), await run('saved'));
  expect(heard).toEqual(
    [planted.first, planted.output, planted.second, planted.saved].map(({ value }) => value),
  );
  expect(await runsOfCommands()).toBe(2);
  const names = ['FILE', 'COMMAND', 'BROKEN', 'SAVED'];
  const { secrets } = await call('secrets.status', { names });
  expect(secrets).toMatchObject([
    { name: 'FILE', isSet: true, source: 'file' },
    { name: 'COMMAND', isSet: true, source: 'command' },
    { name: 'BROKEN', isSet: false, source: 'command' },
    { name: 'SAVED', isSet: true, source: 'store' },
  ]);
  seen.push(secrets ?? null, await call('audit.list', { limit: 100 }), [...lines]);
  await app?.close();
  const files = await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async (file) => [file.name, await readFile(join(file.parentPath, file.name))] as const),
  );
  expect(contents.map(([name]) => name)).toEqual(expect.arrayContaining(['secrets.json', 'signalbox.db']));
  expect(findLeaks(Object.values(planted), [['the results', JSON.stringify(seen)], ...contents])).toEqual([]);
});

test('[S2.3] a saved secret is used after a restart, and is in backups', async () => {
  await open();
  await call('secrets.save', { name: 'SAVED', value: planted.saved.value });
  const { folder: backups, file } = await call('service.backup', {});
  expect(await checkBackup(join(String(backups), String(file)))).toMatchObject({
    backup: { files: expect.arrayContaining(['keys.json', 'secrets.json']) },
  });
  await app?.close();
  await open();
  expect(await run('saved')).toMatchObject({ status: 'completed' });
  expect(heard).toEqual([planted.saved.value]);
});

test('[S2.2] an app that only reads runs no command until a caller requests a change', async () => {
  await open(true);
  await call('runs.list', {});
  expect(await runsOfCommands()).toBe(0);
  expect(await run('command')).toMatchObject({ status: 'completed' });
  expect(heard).toEqual([planted.output.value]);
});
