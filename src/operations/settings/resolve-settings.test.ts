import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeSettings } from './describe-settings.ts';
import { resolveSettings } from './resolve-settings.ts';
import { settingsTable } from './settings-table.ts';

let root = '';
let folder = '';
let home = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'settings-')));
  home = join(root, 'home');
  folder = join(home, 'work', 'here');
  await mkdir(folder, { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const resolved = (
  env: { readonly [name: string]: string } = {},
  flags: readonly (readonly [string, readonly string[]])[] = [],
) => resolveSettings({ env: { HOME: home, ...env }, flags: new Map(flags), folder });

test('[T9] by default runs are stored in the folder of the user', () => {
  const { settings, origins, problems } = resolved();
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    data: join(home, '.local/share/signalbox'),
    workflows: [join(home, '.local/share/signalbox/workflows')],
    connectors: join(home, '.local/share/signalbox/connectors.yaml'),
    durability: 'full',
    tenants: false,
    keys: '',
    retention: 30 * 86_400_000,
    lease: 300_000,
    callsPerRun: 32,
  });
  expect(Object.values(origins).every(({ kind }) => kind === 'default')).toBe(true);
  expect(resolved({ XDG_DATA_HOME: join(root, 'xdg') }).settings.data).toBe(join(root, 'xdg', 'signalbox'));
  expect(resolved({ XDG_DATA_HOME: 'relative' }).settings.data).toBe(join(home, '.local/share/signalbox'));
});

test('[T9] inside a project runs are stored in it, from any folder below; a home folder is not a project', async () => {
  await writeFile(join(home, 'package.json'), '{}');
  expect(resolved().settings.data).toBe(join(home, '.local/share/signalbox'));
  await writeFile(join(home, 'work', 'package.json'), '{}');
  expect(resolved().settings.data).toBe(join(home, 'work', '.signalbox'));
  await mkdir(join(folder, '.git'));
  expect(resolved().settings.data).toBe(join(folder, '.signalbox'));
});

test('[T9] workflows of the current folder are found; connectors only in the data folder or a named file', async () => {
  await mkdir(join(folder, 'workflows'));
  // It may belong to another user, and names programs that are started.
  await writeFile(join(folder, 'connectors.yaml'), '');
  const kept = join(home, '.local/share/signalbox/connectors.yaml');
  expect(resolved().settings).toMatchObject({ workflows: [join(folder, 'workflows')], connectors: kept });
  const data = join(root, 'data');
  expect(resolved({ SIGNALBOX_DATA: data }).settings.connectors).toBe(join(data, 'connectors.yaml'));
  const named = join(folder, 'connectors.yaml');
  expect(resolved({ SIGNALBOX_CONNECTORS: 'connectors.yaml' }).settings.connectors).toBe(named);
  expect(resolved({}, [['--connectors', ['connectors.yaml']]]).settings.connectors).toBe(named);
});

test('[T9] a flag overrides a variable, a variable overrides its aliases, an empty one counts as not set', () => {
  const env = {
    SIGNALBOX_DATA: 'from-variable',
    REGISTRY_WORKFLOWS_PATH: `~/one${delimiter}two`,
    SIGNALBOX_WORKFLOWS: ' ',
    YAWL_MCP_IDEMPOTENCY_TTL_SECONDS: '60',
    SIGNALBOX_RETENTION: 'Never',
    SIGNALBOX_TENANTS: 'yes',
  };
  const { settings, origins, problems } = resolved(env, [['--data', ['from-flag']]]);
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    data: join(folder, 'from-flag'),
    workflows: [join(home, 'one'), join(folder, 'two')],
    receiptLife: 60_000,
    retention: null,
    tenants: true,
  });
  expect(origins).toMatchObject({
    data: { kind: 'flag', name: '--data' },
    workflows: { kind: 'variable', name: 'REGISTRY_WORKFLOWS_PATH' },
    receiptLife: { kind: 'variable', name: 'YAWL_MCP_IDEMPOTENCY_TTL_SECONDS' },
    lease: { kind: 'default' },
  });
  const several = resolved({}, [['--workflows', ['a', `b${delimiter}c`]]]);
  expect(several.settings.workflows).toEqual([join(folder, 'a'), join(folder, `b${delimiter}c`)]);
});

test('[T9] all errors are reported at once, without secrets', () => {
  const env = {
    SIGNALBOX_DURABILITY: 'fast\u001b[2J',
    SIGNALBOX_LEASE: '5',
    SIGNALBOX_CALLS_PER_RUN: '-1',
    SIGNALBOX_TENANTS: 'perhaps',
    SIGNALBOX_KEYS: 'k1:secret-key',
  };
  const { settings, problems } = resolved(env, [
    ['--data', ['a', 'b']],
    ['--workflows', ['']],
  ]);
  expect(problems).toEqual([
    '--data is given more than once.',
    `--workflows must be paths, separated by “${delimiter}”, not “”.`,
    'SIGNALBOX_TENANTS must be “true” or “false”, not “perhaps”.',
    'SIGNALBOX_DURABILITY must be “full” or “normal”, not “fast\uFFFD[2J”.',
    'SIGNALBOX_LEASE must be a time from 1 second to 365 days, with its unit, such as “5 minutes”, not “5”.',
    'SIGNALBOX_CALLS_PER_RUN must be a whole number from 1 to 1000000, not “-1”.',
  ]);
  expect(settings).toMatchObject({ durability: 'full', lease: 300_000, callsPerRun: 32 });
});

test('[T9] every setting is shown with its value and origin; a secret only as set', () => {
  const rows = describeSettings(
    resolved({ SIGNALBOX_KEYS: 'k1:secret-key', SIGNALBOX_LEASE: '90 seconds' }, [
      ['--workflows', ['a', 'b']],
    ]),
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(settingsTable));
  const row = (name: string) => rows.find((each) => each.name === name);
  expect(row('keys')).toMatchObject({ value: 'set', origin: { kind: 'variable', name: 'SIGNALBOX_KEYS' } });
  expect(row('lease')).toMatchObject({ value: '1 minute 30 seconds', flag: null });
  expect(row('retention')).toMatchObject({ value: '30 days', origin: { kind: 'default' } });
  expect(row('workflows')).toMatchObject({
    value: [join(folder, 'a'), join(folder, 'b')].join(delimiter),
    origin: { kind: 'flag', name: '--workflows' },
    variables: ['SIGNALBOX_WORKFLOWS', 'REGISTRY_WORKFLOWS_PATH', 'REGISTRY_CONFIG_PATH'],
  });
  expect(JSON.stringify(rows)).not.toContain('secret-key');
  expect(describeSettings(resolved()).find(({ name }) => name === 'keys')?.value).toBe('not set');
});

test('[T9] no two settings share a flag or a variable', () => {
  const names = Object.values(settingsTable).flatMap(({ flag, variables }) => [
    ...(flag === undefined ? [] : [flag]),
    ...variables.map((variable) => (typeof variable === 'string' ? variable : variable.name)),
  ]);
  expect(new Set(names).size).toBe(names.length);
});

test('[T10] flags and variables set the address, the tools and the log of a server', () => {
  expect(resolved().settings).toMatchObject({
    port: 8484,
    host: '127.0.0.1',
    publicUrl: '',
    toolsets: ['default'],
    pinned: [],
    logLevel: 'usual',
  });
  const { settings, problems } = resolved(
    {
      SIGNALBOX_PORT: '1',
      SIGNALBOX_HOST: '::1',
      SIGNALBOX_PUBLIC_URL: 'https://Flows.example.com/box/',
      SIGNALBOX_TOOLSETS: 'cases, admin,cases',
      SIGNALBOX_LOG_LEVEL: 'WARN',
    },
    [
      ['--port', ['0']],
      ['--pin', ['book_trip,hello', 'travel.plan']],
    ],
  );
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'https://flows.example.com/box',
    toolsets: ['cases', 'admin'],
    pinned: ['book_trip', 'hello', 'travel.plan'],
    logLevel: 'warn',
  });
});

test.each([
  ['SIGNALBOX_PORT', '65536'],
  ['SIGNALBOX_PORT', 'http'],
  ['SIGNALBOX_HOST', 'http://localhost'],
  ['SIGNALBOX_HOST', 'a b'],
  ['SIGNALBOX_PUBLIC_URL', 'flows.example.com'],
  ['SIGNALBOX_PUBLIC_URL', 'ftp://flows.example.com'],
  ['SIGNALBOX_PUBLIC_URL', 'https://flows.example.com/?a=1'],
  ['SIGNALBOX_PUBLIC_URL', 'https://me:word@flows.example.com'],
  ['SIGNALBOX_TOOLSETS', 'cases,,admin'],
  ['SIGNALBOX_PINNED', 'a b'],
  ['SIGNALBOX_LOG_LEVEL', 'debug'],
])('[T10] %s=%s is refused', (name, value) => {
  const { problems } = resolved({ [name]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+, not “`))]);
});
