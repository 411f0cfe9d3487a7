import { chmod, chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperationError } from '../contract/operation-error.ts';
import { resolveSettings } from '../settings/resolve-settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { checkDatabase } from './data-folder.ts';
import { type App, openApp } from './open-app.ts';

let folder = '';
let apps: App[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-app-'));
});

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
  await rm(folder, { recursive: true });
});

function settingsOf(env: { readonly [name: string]: string } = {}, connectors?: string): Settings {
  const flags = new Map([['--data', [folder]]]);
  if (connectors !== undefined) flags.set('--connectors', [connectors]);
  return resolveSettings({ flags, env, folder }).settings;
}

async function open(settings = settingsOf(), env: { readonly [name: string]: string } = {}): Promise<App> {
  const app = await openApp(settings, { env, version: '1', warn: () => undefined });
  apps.push(app);
  return app;
}

async function refusal(settings: Settings, env = {}): Promise<OperationError['details']> {
  const error = await open(settings, env).catch((reason: unknown) => reason);
  if (error instanceof OperationError) return error.details;
  throw new Error('It was opened.', { cause: error });
}

test('[H3.2] all configuration errors are reported at once, and nothing is created', async () => {
  await writeFile(
    join(folder, 'connectors.yaml'),
    `connectors:\n  travel: { comand: node }\n  crm: { url: "ftp://x", headers: { a: "\${env:MISSING}" } }\n`,
  );
  await writeFile(join(folder, 'keys.json'), '{}');
  await chmod(join(folder, 'keys.json'), 0o644);
  const details = await refusal(settingsOf({ SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '10.0.0.0/99' }));
  expect(details).toMatchObject({ code: 'bad_configuration', category: 'validation' });
  const reported = (details.violations ?? []).map(({ path, rule }) => `${path} ${rule}`).join('\n');
  expect(reported).toContain('SIGNALBOX_ALLOW_PRIVATE_ADDRESSES');
  expect(reported).toContain('connectors.travel');
  expect(reported).toContain('connectors.crm');
  expect(reported).toContain('keys-exposed');
  expect(details.violations?.find(({ path }) => path.startsWith('connectors.crm'))).toMatchObject({
    line: 3,
  });
  expect((await readdir(folder)).toSorted()).toEqual(['connectors.yaml', 'keys.json']);
});

test('[H3.2] no keys are created for an invalid configuration', async () => {
  await writeFile(join(folder, 'connectors.yaml'), 'connectors: [1]');
  expect(await refusal(settingsOf())).toMatchObject({ code: 'bad_configuration' });
  expect(await readdir(folder)).toEqual(['connectors.yaml']);
});

test('[H3.2] a connector file that others can change is only accepted if it is named explicitly', async () => {
  const file = join(folder, 'connectors.yaml');
  await writeFile(file, 'connectors: { a: { command: node } }');
  await chmod(file, 0o666);
  const refused = { violations: [{ path: file, rule: 'foreign-file' }] };
  expect(await refusal(settingsOf())).toMatchObject(refused);
  expect(await readdir(folder)).toEqual(['connectors.yaml']);
  await chmod(file, 0o644);
  const { services } = await open();
  expect(services.connectors.find('', 'a')).toBeDefined();
});

test.runIf(process.getuid?.() === 0)(
  '[H3.2] a connector file of another user is only accepted if it is named explicitly',
  async () => {
    const file = join(folder, 'connectors.yaml');
    await writeFile(file, '');
    await chown(file, 12_345, 12_345);
    expect(await refusal(settingsOf())).toMatchObject({ violations: [{ rule: 'foreign-file' }] });
  },
);

test('[H3.2] connectors.yaml is optional, but a named file must exist', async () => {
  await open();
  const missing = join(folder, 'elsewhere.yaml');
  expect(await refusal(settingsOf({}, missing))).toMatchObject({
    code: 'bad_configuration',
    violations: [{ path: missing, rule: 'unreadable', actual: 'ENOENT' }],
  });
});

test('[S3.1] values that the configuration takes from the environment are redacted in reports', async () => {
  await writeFile(
    join(folder, 'connectors.yaml'),
    `connectors:\n  crm: { url: "https://crm.example.com/mcp", headers: { "X-Odd": "\${env:ODD}" } }\n`,
  );
  const lines: string[] = [];
  const env = { ODD: 'no-one-may-see-this' };
  const app = await openApp(settingsOf(), { env, version: '1', warn: (line) => void lines.push(line) });
  apps.push(app);
  app.report('Something broke.', new Error('sent no-one-may-see-this'));
  expect(lines).toEqual(['Something broke. Error: sent [redacted]']);
});

test('[H3.1] configured and built-in connectors perform calls', async () => {
  await writeFile(
    join(folder, 'connectors.yaml'),
    'connectors:\n  travel: { command: node, args: [nothing.mjs] }\n',
  );
  const { services } = await open();
  expect(services.connectors.all.map(({ name }) => name)).toEqual(['travel', 'http', 'sql', 'built-in']);
});

test('[R1.9] a damaged database is refused with a suggested action, and left unchanged', async () => {
  const file = join(folder, 'signalbox.db');
  await writeFile(file, 'this is no database, and never was one: it is a text');
  expect(await refusal(settingsOf())).toMatchObject({
    code: 'store_unavailable',
    context: { reason: 'corrupt' },
  });
  expect(await readFile(file, 'utf8')).toMatch(/^this is no database/);
  expect(await checkDatabase(folder)).toMatchObject({ ok: false });
});

test('[S1.2] the key ring of the folder encrypts and decrypts, also after the app was closed', async () => {
  const first = await open();
  const sealed = first.keyRing.seal('blob', 'mine');
  await first.close();
  apps = [];
  const second = await open();
  expect(second.keyRing.open('blob', sealed, Date.now())).toEqual({ kind: 'opened', data: 'mine' });
  expect(await checkDatabase(folder)).toMatchObject({ ok: true });
});
