/** Variables of the designs: each is supported, or ignored with a warning that names the reason. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptedVariables } from './accepted-variables.ts';
import { describeSettings } from './describe-settings.ts';
import { resolveSettings } from './resolve-settings.ts';
import { variableName } from './setting.ts';
import { settingNames, settingsTable } from './settings-table.ts';

const folder = '/nowhere/at/all';

const resolved = (env: { readonly [name: string]: string }) =>
  resolveSettings({ env: { HOME: '/home/ann', ...env }, flags: new Map(), folder });

const secret = 'planted-planted-planted-planted!';

/** As in the design texts. */
const ofTheDesigns = [
  'ZAI_AGENT_NAME',
  'ZAI_AGENT_ID',
  'YAWL_MCP_URL',
  'YAWL_MCP_JWT_SECRET',
  'YAWL_MCP_JWT_ISSUER',
  'ZAI_MCP_TOOL_TIMEOUT_MS',
  'ZAI_MCP_TOOL_RETRIES',
  'ZAI_MCP_TOOL_BACKOFF_MS',
  'YAWL_ENGINE_URL',
  'YAWL_USERNAME',
  'YAWL_PASSWORD',
  'YAWL_MCP_PORT',
  'YAWL_MCP_ENABLE_ZAI_TOOLS',
  'A2A_JWT_SECRET',
  'A2A_JWT_ISSUER',
  'YAWL_MCP_IDEMPOTENCY_TTL_SECONDS',
  'YAWL_MCP_IDEMPOTENCY_BACKEND',
  'YAWL_MCP_IDEMPOTENCY_REDIS_URL',
  'YAWL_MCP_WEBHOOK_ENABLED',
  'YAWL_MCP_WEBHOOK_TIMEOUT_MS',
  'YAWL_MCP_WEBHOOK_RETRIES',
  'YAWL_MCP_WEBHOOK_SIGNER_KEY',
  'REGISTRY_WORKFLOWS_PATH',
  'REGISTRY_CONFIG_PATH',
  'ENABLE_WORKFLOWS',
];

test.each(ofTheDesigns)('[W9.1] %s has an effect, or a warning with the reason', (name) => {
  const isSetting = settingNames.some((each) =>
    settingsTable[each].variables.some((variable) => variableName(variable) === name),
  );
  const { warnings } = resolved({ [name]: secret });
  expect(warnings).toHaveLength(isSetting ? 0 : 1);
  for (const warning of warnings) expect(warning).toMatch(new RegExp(`^${name} has no effect: \\S.+\\.$`));
  expect(warnings.join()).not.toContain(secret);
});

test('[W9.1] settings of the designs keep their effect', () => {
  const { settings, origins, problems, warnings } = resolved({
    ZAI_AGENT_NAME: 'zai-invoice-processor',
    YAWL_MCP_PORT: '8080',
    YAWL_MCP_ENABLE_ZAI_TOOLS: 'false',
    ENABLE_WORKFLOWS: 'false',
    A2A_JWT_SECRET: secret,
    A2A_JWT_ISSUER: 'yawl-auth',
    YAWL_MCP_JWT_ISSUER: 'zai-controller',
    YAWL_MCP_IDEMPOTENCY_TTL_SECONDS: '3600',
    REGISTRY_CONFIG_PATH: '~/registry/config.json',
  });
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  expect(settings).toMatchObject({
    tokenSubject: 'zai-invoice-processor',
    port: 8_080,
    caseTools: false,
    workflowTools: false,
    jwtSecret: secret,
    jwtIssuer: ['yawl-auth', 'zai-controller'],
    receiptLife: 3_600_000,
    workflows: ['/home/ann/registry/workflows'],
  });
  expect(origins.workflows).toEqual({ kind: 'variable', name: 'REGISTRY_CONFIG_PATH' });
  const nearer = resolved({ REGISTRY_CONFIG_PATH: 'config.json', REGISTRY_WORKFLOWS_PATH: '/flows' });
  expect(nearer.settings.workflows).toEqual(['/flows']);
  const relative = resolved({ REGISTRY_CONFIG_PATH: 'config.json' });
  expect(relative.settings.workflows).toEqual([join(folder, 'workflows')]);
});

test('[W9.1] issuer names of all variables add up; two different secrets are reported', () => {
  const names = resolved({ SIGNALBOX_JWT_ISSUER: 'a, b', A2A_JWT_ISSUER: 'c', YAWL_MCP_JWT_ISSUER: ' ' });
  expect([names.settings.jwtIssuer, names.origins.jwtIssuer]).toEqual([
    ['a', 'b', 'c'],
    { kind: 'variable', name: 'SIGNALBOX_JWT_ISSUER' },
  ]);
  const same = resolved({ A2A_JWT_SECRET: secret, YAWL_MCP_JWT_SECRET: secret });
  expect([same.problems, same.settings.jwtSecret]).toEqual([[], secret]);
  const other = resolved({ A2A_JWT_SECRET: secret, YAWL_MCP_JWT_SECRET: `${secret}-other` });
  expect([other.problems, other.settings.jwtSecret]).toEqual([
    ['A2A_JWT_SECRET and YAWL_MCP_JWT_SECRET are aliases and have different values. Set one of them.'],
    '',
  ]);
});

test('[F2.4] variables of Signalbox and of the designs select the receipt store', () => {
  expect(resolved({}).settings).toMatchObject({ receipts: 'sqlite', redisUrl: '', redisPrefix: 'signalbox' });
  const url = 'rediss://user:planted@redis.example.com:6380/2';
  const theirs = resolved({
    YAWL_MCP_IDEMPOTENCY_BACKEND: 'Redis',
    YAWL_MCP_IDEMPOTENCY_REDIS_URL: url,
    YAWL_MCP_IDEMPOTENCY_TTL_SECONDS: '90',
    SIGNALBOX_REDIS_PREFIX: 'flows:prod',
  });
  expect(theirs.problems).toEqual([]);
  expect(theirs.settings).toMatchObject({
    receipts: 'redis',
    redisUrl: url,
    receiptLife: 90_000,
    redisPrefix: 'flows:prod',
  });
  expect(JSON.stringify(describeSettings(theirs))).not.toContain('planted');
  // As in the design: an unused address does no harm.
  const memory = resolved({ YAWL_MCP_IDEMPOTENCY_BACKEND: 'memory', YAWL_MCP_IDEMPOTENCY_REDIS_URL: url });
  expect([memory.problems, memory.warnings, memory.settings.receipts]).toEqual([[], [], 'memory']);
});

test('[F2.4] their errors are reported at once, never with an address', () => {
  expect(resolved({ SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_PORT: 'x' }).problems).toEqual([
    'SIGNALBOX_PORT must be a whole number from 0 to 65535, not “x”.',
    'SIGNALBOX_IDEMPOTENCY_BACKEND or YAWL_MCP_IDEMPOTENCY_BACKEND is “redis”. Set SIGNALBOX_REDIS_URL or YAWL_MCP_IDEMPOTENCY_REDIS_URL to the address of the Redis server.',
  ]);
  const wrong = [
    'http://:planted@redis.example.com',
    'redis://',
    'redis.example.com:6379',
    'redis://:planted@redis.example.com/name',
    'redis://:planted@redis.example.com/10000',
    'redis://:planted@redis.example.com/0?db=1',
    'redis://:planted%zz@redis.example.com',
    'redis://:planted@re dis',
  ];
  for (const url of wrong) {
    const { problems } = resolved({ SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_REDIS_URL: url });
    expect([url, problems]).toEqual([
      url,
      [
        'SIGNALBOX_REDIS_URL must be an address such as “redis://:password@redis.example.com:6379/0”, or with TLS “rediss://…”.',
      ],
    ]);
  }
  for (const url of [
    'redis://localhost',
    'redis://[::1]:6380/',
    'rediss://u:p%40ss@redis.example.com:6380/15',
  ]) {
    expect(resolved({ SIGNALBOX_REDIS_URL: url }).problems).toEqual([]);
  }
});

test('[W9.1] an unknown SIGNALBOX_ variable is reported with the most similar name; an empty one is ignored', () => {
  const { problems, warnings } = resolved({
    SIGNALBOX_TLS_CERTS: secret,
    SIGNALBOX_BANK: secret,
    SIGNALBOX_ROLE: ' ',
    OTHER_PORT: '1',
  });
  expect(problems).toEqual([]);
  expect(warnings).toEqual([
    'SIGNALBOX_BANK is not a setting. Run signalbox config to list all settings.',
    'SIGNALBOX_TLS_CERTS is not a setting. Did you mean SIGNALBOX_TLS_CERT?',
  ]);
});

test('[W9.1] a SIGNALBOX_ variable of the client is reported as such, once', () => {
  const { warnings } = resolved({ SIGNALBOX_KEY: 'sbx_…' });
  expect(warnings).toEqual(['SIGNALBOX_KEY has no effect: the calling agent uses it, not the server.']);
});

test('[W9.1] no variable is both a setting and without effect', () => {
  const settings = settingNames.flatMap((name) => settingsTable[name].variables.map(variableName));
  expect(acceptedVariables.filter(({ name }) => settings.includes(name))).toEqual([]);
});

test('[W9.1][W10.3] a secret that is too short is refused without being shown', () => {
  const short = 'only-31-bytes-long-only-31-byte';
  for (const name of ['SIGNALBOX_JWT_SECRET', 'A2A_JWT_SECRET', 'YAWL_MCP_JWT_SECRET']) {
    const wrong = resolved({ [name]: short });
    expect(wrong.problems).toEqual([`${name} must be a secret of 32 bytes or more.`]);
    expect(wrong.settings.jwtSecret).toBe('');
  }
  // Bytes, not characters.
  expect(resolved({ A2A_JWT_SECRET: 'ä'.repeat(16) }).problems).toEqual([]);
  const described = describeSettings(resolved({ A2A_JWT_SECRET: secret }));
  expect(described.find(({ name }) => name === 'jwtSecret')?.value).toBe('set');
  expect(JSON.stringify(described)).not.toContain(secret);
});

test('[W9.1] settings of access, transport and limits are parsed', () => {
  const { settings, problems } = resolveSettings({
    env: {
      SIGNALBOX_JWT_AUDIENCE: 'https://flows.example.com/mcp, flows',
      SIGNALBOX_JWT_SKEW: '2 minutes',
      SIGNALBOX_PROXIES: '10.0.0.7, fd00::/8',
      SIGNALBOX_RATE: 'None',
      SIGNALBOX_RATE_PER_TENANT: 'never',
      SIGNALBOX_QUOTA_PAYLOAD_BYTES: '1.5 GiB',
      SIGNALBOX_QUOTA_RUNS: '1000',
      SIGNALBOX_AUDIT_RETENTION: 'never',
      SIGNALBOX_TLS_CLIENT_CA: 'ca.pem',
    },
    flags: new Map([
      ['--mode', ['production']],
      ['--proxy', ['192.0.2.0/24', '::1,10.0.0.7']],
      ['--tls-cert', ['cert.pem']],
      ['--data', ['data']],
    ]),
    folder,
  });
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    mode: 'production',
    auth: join(folder, 'data/auth.yaml'),
    jwtAudience: ['https://flows.example.com/mcp', 'flows'],
    jwtSkew: 120_000,
    proxies: ['192.0.2.0/24', '::1', '10.0.0.7'],
    tlsCert: join(folder, 'cert.pem'),
    tlsKey: '',
    tlsClientCa: join(folder, 'ca.pem'),
    rate: null,
    rateOfTenant: null,
    quotaPayloadBytes: 1_610_612_736,
    quotaRuns: 1_000,
    auditRetention: null,
  });
});

test('[W9.1] by default servers are restrictive and tenants have no quotas', () => {
  expect(resolved({}).settings).toMatchObject({
    mode: 'development',
    auth: '/home/ann/.local/share/signalbox/auth.yaml',
    jwtSecret: '',
    jwtAudience: [],
    jwtSkew: 60_000,
    proxies: [],
    tlsCert: '',
    rate: 50,
    rateOfTenant: 500,
    rateBurst: 4,
    quotaRuns: null,
    quotaRunsOfPrincipal: null,
    quotaWaitingRuns: null,
    quotaWaitingRunsOfPrincipal: null,
    quotaKeptRuns: null,
    quotaDefinitions: null,
    quotaPayloadBytes: null,
    quotaStreams: 100,
    quotaStreamsOfTenant: 1_000,
    auditRetention: 365 * 86_400_000,
    workflowTools: true,
    caseTools: null,
  });
});

test.each([
  ['SIGNALBOX_MODE', 'live'],
  ['SIGNALBOX_TENANT', 'two words'],
  ['SIGNALBOX_TENANT', 'x'.repeat(201)],
  ['SIGNALBOX_JWT_SKEW', '11 minutes'],
  ['SIGNALBOX_JWT_AUDIENCE', 'a,,b'],
  ['SIGNALBOX_JWT_AUDIENCE', 'a b'],
  ['SIGNALBOX_PROXIES', 'proxy.example.com'],
  ['SIGNALBOX_PROXIES', '10.0.0.0/33'],
  ['SIGNALBOX_PROXIES', '10.0.0.0/'],
  ['SIGNALBOX_PROXIES', '10.0.0/8'],
  ['SIGNALBOX_PROXIES', '::/129'],
  ['SIGNALBOX_PROXIES', 'fe80::1%eth0'],
  ['SIGNALBOX_PROXIES', '10.0.0.1/8/8'],
  ['SIGNALBOX_RATE', '0'],
  ['SIGNALBOX_RATE', '1.5'],
  ['SIGNALBOX_QUOTA_RUNS', 'all'],
  ['SIGNALBOX_QUOTA_PAYLOAD_BYTES', '999'],
  ['SIGNALBOX_QUOTA_PAYLOAD_BYTES', '5 XB'],
  ['SIGNALBOX_QUOTA_PAYLOAD_BYTES', 'MB'],
  ['SIGNALBOX_AUDIT_RETENTION', '5'],
  ['YAWL_MCP_PORT', 'http'],
  ['ENABLE_WORKFLOWS', 'maybe'],
])('[W9.1] %s=%s is refused', (name, value) => {
  expect(resolved({ [name]: value }).problems).toEqual([
    expect.stringMatching(new RegExp(`^${name} must be .+, not “`)),
  ]);
});

test.each([
  ['1000', '1 kB'],
  ['500 MB', '500 MB'],
  ['1024kb', '1000 KiB'],
  ['2 GiB', '2 GiB'],
  ['1234567', '1234567 bytes'],
  ['3000 GB', '3 TB'],
  ['None', 'none'],
])('[W9.1] a size of %s is shown as %s', (written, shown) => {
  const row = describeSettings(resolved({ SIGNALBOX_QUOTA_PAYLOAD_BYTES: written })).find(
    ({ name }) => name === 'quotaPayloadBytes',
  );
  expect(row?.value).toBe(shown);
});
