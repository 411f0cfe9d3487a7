import { chmodSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { resolveSettings } from '../../operations/index.ts';
import { openCredentials } from '../../server/auth/open-credentials.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

function scratch(files: Readonly<Record<string, string>> = {}): Scratch {
  const made = openScratch(files);
  opened.push(made);
  for (const path of Object.keys(files)) chmodSync(`${made.folder}/${path}`, 0o600);
  return made;
}

const secret = 'thirty-two-bytes-or-more-are-a-secret';
const shared = { SIGNALBOX_JWT_SECRET: secret, SIGNALBOX_JWT_ISSUER: 'zai' };
const file = `issuers:
  - issuer: office
    secret: \${env:OFFICE_SECRET}
    tenants: [acme, globex]
    scopes: [admin, workflows:query]
    roles: [clerk, team lead]
    kinds: [person, agent]
    subject_prefix: 'office:'
  - issuer: https://login.example.com
    jwks: https://login.example.com/jwks.json
    tenant: acme
    scopes: [workflows:query]
`;
const withFile = { OFFICE_SECRET: `${secret}!`, TWO_SECRET: `${secret}?`, SIGNALBOX_TENANTS: 'true' };

type Environment = Readonly<Record<string, string>>;

/** Creates a token, and validates it as the server does. */
async function make({ folder, run }: Scratch, environment: Environment, ...args: readonly string[]) {
  const { code, out, err } = await run(['token', '--data', 'data', ...args], { environment, user: 'ann' });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const token = out.trimEnd();
  expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const flags = new Map([['--data', ['data']]]);
  const { settings } = resolveSettings({ flags, env: environment, folder });
  const call = async () => ({ exist: false });
  const credentials = await openCredentials({ settings, env: environment, call });
  const request = new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } });
  const address = settings.publicUrl || 'http://127.0.0.1:8484';
  const principal = await credentials.identifyFor(address)(request, { address: '', isSecure: true });
  const claims: Readonly<Record<string, unknown>> = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  );
  return { principal, claims };
}

async function refused(
  { run }: Scratch,
  environment: Environment,
  ...args: readonly string[]
): Promise<string> {
  const { code, out, err } = await run(['token', '--data', 'data', ...args], { environment, user: 'ann' });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  return err;
}

test('[W1.7] with a secret in the environment one word creates a token that is accepted', async () => {
  const { principal, claims } = await make(scratch(), shared);
  expect(principal).toMatchObject({ subject: 'ann', tenant: 'default', kind: 'agent', roles: [] });
  expect(claims).toMatchObject({ iss: 'zai', sub: 'ann', aud: 'signalbox' });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3_600);
  expect(String(claims['scope']).split(' ')).not.toContain('admin');
});

test('[W1.7] an agent that the environment names is the subject', async () => {
  const { principal } = await make(scratch(), { ...shared, ZAI_AGENT_NAME: 'z.ai-invoice-processor' });
  expect(principal).toMatchObject({ subject: 'z.ai-invoice-processor' });
});

test('[W1.7] all claims of a token can be chosen, within the rights of the issuer', async () => {
  const flags = [
    '--subject',
    'ben',
    '--scopes',
    'admin',
    '--tenant',
    'globex',
    '--roles',
    'clerk,team lead',
    '--kind',
    'agent',
  ];
  const more = ['--ttl', '90s', '--audience', 'http://127.0.0.1:8484'];
  const { principal, claims } = await make(scratch({ 'data/auth.yaml': file }), withFile, ...flags, ...more);
  expect(principal).toEqual({
    subject: 'office:ben',
    tenant: 'globex',
    scopes: new Set(['admin']),
    roles: ['clerk', 'team lead'],
    kind: 'agent',
  });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(90);
});

test('[W1.7] by default it has the rights of the issuer, except those of operators', async () => {
  const { principal, claims } = await make(scratch({ 'data/auth.yaml': file }), withFile, '--tenant', 'acme');
  expect(principal).toMatchObject({
    subject: 'office:ann',
    scopes: new Set(['workflows:query']),
    kind: 'person',
  });
  expect(claims).toMatchObject({ aud: 'http://127.0.0.1:8484/mcp' });
  const publicly = { ...withFile, SIGNALBOX_PUBLIC_URL: 'https://flows.example.com' };
  const elsewhere = await make(scratch({ 'data/auth.yaml': file }), publicly, '--tenant', 'acme');
  expect(elsewhere.claims).toMatchObject({ aud: 'https://flows.example.com/mcp' });
  expect(elsewhere.principal).toMatchObject({ subject: 'office:ann' });
});

test('[W1.7] rights that the issuer does not have are refused, all at once, with the allowed ones', async () => {
  const made = scratch({ 'data/auth.yaml': file });
  const flags = [
    '--scopes',
    'workflows:launch,nonsense',
    '--tenant',
    'initech',
    '--roles',
    'boss',
    '--kind',
    'service',
  ];
  expect(await refused(made, withFile, ...flags, '--audience', 'other')).toBe(
    [
      'The issuer “office” may not grant the scope “workflows:launch”. It may grant: admin, workflows:query.',
      'The issuer “office” may not grant the scope “nonsense”. It may grant: admin, workflows:query.',
      'The issuer “office” may not grant the role “boss”. It may grant: clerk, team lead.',
      'The issuer “office” may not grant the kind “service”. It may grant: person, agent.',
      'The issuer “office” may not grant the tenant “initech”. It may grant: acme, globex.',
      'The issuer “office” may not grant the audience “other”. It may grant: http://127.0.0.1:8484/mcp, http://127.0.0.1:8484, http://127.0.0.1:8484/.',
      '',
    ].join('\n'),
  );
  expect(await refused(made, withFile)).toContain('Choose one with --tenant: acme, globex.');
  expect(await refused(scratch(), shared, '--kind', 'person')).toContain('It may grant: agent, service.');
  expect(await refused(scratch(), shared, '--scopes', 'admin')).toContain('may not grant the scope “admin”');
  expect(await refused(scratch(), shared, '--subject', 'key:ci')).toContain('its issuer may not use it');
});

test('[W1.7] an ambiguous issuer or tenant must be chosen', async () => {
  expect(await refused(scratch(), {})).toContain('Set SIGNALBOX_JWT_SECRET (32 bytes or more)');
  const made = scratch({ 'data/auth.yaml': file });
  expect(await refused(made, withFile, '--issuer', 'offise')).toContain('Did you mean “office”?');
  expect(await refused(made, withFile, '--issuer', 'https://login.example.com')).toContain(
    'Request the token from it.',
  );
  const other = file.replace(
    '- issuer: https',
    `- issuer: two\n    secret: \${env:TWO_SECRET}\n    scopes: [admin]\n  - issuer: https`,
  );
  const several = scratch({ 'data/auth.yaml': other });
  expect(await refused(several, withFile)).toContain('Choose one with --issuer. Issuers: office, two.');
  const both = { ...withFile, ...shared };
  const { principal } = await make(made, both, '--issuer', 'office', '--tenant', 'acme');
  expect(principal).toMatchObject({ subject: 'office:ann' });
});

test('[W1.7] an issuer with several names signs under the first, or under the chosen one', async () => {
  const named = { ...shared, YAWL_MCP_JWT_ISSUER: 'controller' };
  for (const [args, iss] of [
    [[], 'zai'],
    [['--issuer', 'controller'], 'controller'],
  ] as const) {
    const { claims, principal } = await make(scratch(), named, ...args);
    expect([claims['iss'], principal]).toMatchObject([iss, { subject: 'ann' }]);
  }
});

test('[W1.7] an invalid lifetime or setting is reported, and nothing is printed', async () => {
  for (const ttl of ['0s', '31d', 'soon', '60']) {
    expect(await refused(scratch(), shared, '--ttl', ttl)).toContain(
      '--ttl must be a time from 1 second to 30 days',
    );
  }
  const half = await refused(scratch(), { A2A_JWT_SECRET: secret });
  expect(half).toContain('A2A_JWT_SECRET is set, and A2A_JWT_ISSUER is not');
  const short = { ...shared, SIGNALBOX_JWT_SECRET: 'short-and-known' };
  const told = await refused(scratch(), short);
  expect(told).toContain('SIGNALBOX_JWT_SECRET must be a secret of 32 bytes or more');
  expect(told).not.toContain('short-and-known');
  const broken = await refused(scratch({ 'data/auth.yaml': 'issuers: 7\n' }), shared);
  expect(broken).toContain('auth.yaml:1:10: The value of “issuers” must be a list');
});

test('[W1.7] at a terminal the claims are printed in addition to the token', async () => {
  const overrides = { environment: shared, user: 'ann', isTerminal: true };
  const { code, out, err } = await scratch().run(['token', '--data', 'data'], overrides);
  expect(code).toBe(0);
  expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(err).toMatch(/^For ann, agent of the tenant default, until 20\d\d-/);
  expect(err).not.toContain(out.trim());
});
