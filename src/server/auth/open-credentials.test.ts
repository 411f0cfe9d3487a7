import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  base,
  craftToken,
  describeOutcome,
  goodClaims,
  hmac,
  noon,
  secret,
  sharedSecretToken,
} from '../../../test/server/token-fixture.ts';
import { type Environment, type Principal, resolveSettings, scopes } from '../../operations/index.ts';
import { openSignalbox } from '../local/open-signalbox.ts';
import type { Signalbox } from '../local/signalbox.ts';
import type { Identify } from './identify.ts';
import { type Credentials, openCredentials } from './open-credentials.ts';

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const operator: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: ['clerk'],
  kind: 'person',
};

interface CredentialsFixture {
  readonly signalbox: Signalbox;
  readonly credentials: Credentials;
  readonly write: (text: string) => Promise<void>;
  readonly show: (headers: Readonly<Record<string, string>>) => Promise<string>;
  readonly identify: Identify;
}

/** A real Signalbox. @param env of the operator; @param file the auth file */
async function openCredentialsFixture(
  env: Environment,
  file?: string,
  now = () => noon,
): Promise<CredentialsFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-auth-'));
  endings.push(() => rm(folder, { recursive: true }));
  const data = join(folder, 'data');
  await mkdir(data);
  const path = join(data, 'auth.yaml');
  const write = (text: string) => writeFile(path, text);
  if (file !== undefined) await write(file);
  const { settings, problems } = resolveSettings({ flags: new Map([['--data', [data]]]), env, folder });
  expect(problems).toEqual([]);
  const signalbox = await openSignalbox(settings, { env, version: '1', warn: () => undefined });
  endings.push(() => signalbox.close());
  const call = signalbox.call.bind(signalbox);
  const credentials = await openCredentials({ settings, env, call, now });
  const identify = credentials.identifyFor(base);
  const show: CredentialsFixture['show'] = async (headers) =>
    describeOutcome(
      await identify(new Request('http://localhost/mcp', { headers }), {
        address: '127.0.0.1',
        isSecure: true,
      }),
    );
  return { signalbox, credentials, write, show, identify };
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

test('[W1.1] the variables of the design are enough for its token', async () => {
  const claims = {
    sub: 'z.ai-invoice-processor',
    aud: 'yawl-mcp',
    iss: 'zai-controller',
    scope: 'workflows:launch workflows:query workitems:manage',
    exp: noon / 1_000 + 3_600,
    iat: noon / 1_000,
  };
  for (const [forSecret, forIssuer] of [
    ['A2A_JWT_SECRET', 'A2A_JWT_ISSUER'],
    ['YAWL_MCP_JWT_SECRET', 'YAWL_MCP_JWT_ISSUER'],
    ['SIGNALBOX_JWT_SECRET', 'SIGNALBOX_JWT_ISSUER'],
  ] as const) {
    const fixture = await openCredentialsFixture({ [forSecret]: secret, [forIssuer]: 'zai-controller' });
    expect(fixture.credentials.isRequired).toBe(true);
    const token = craftToken({ alg: 'HS256', typ: 'JWT' }, claims, hmac(secret));
    const found = await fixture.identify(new Request('http://localhost/', { headers: bearer(token) }), {
      address: '127.0.0.1',
      isSecure: true,
    });
    expect(found).toEqual({
      subject: 'z.ai-invoice-processor',
      tenant: 'default',
      scopes: new Set(['workflows:launch', 'workflows:query', 'workitems:manage']),
      roles: [],
      kind: 'agent',
    });
  }
});

test('[W1.1] an issuer from the environment may have several names, as in the design, and no others', async () => {
  const fixture = await openCredentialsFixture({
    A2A_JWT_SECRET: secret,
    A2A_JWT_ISSUER: 'yawl-auth',
    YAWL_MCP_JWT_SECRET: secret,
    YAWL_MCP_JWT_ISSUER: 'zai-controller',
  });
  const showAs = (iss: string) => fixture.show(bearer(sharedSecretToken({ iss, aud: 'yawl-mcp' })));
  const [first, second] = [await showAs('yawl-auth'), await showAs('zai-controller')];
  expect([first, second]).toEqual([second, expect.not.stringContaining('invalid_token')]);
  expect(await showAs('zai')).toContain('The issuer of the token (iss) is unknown to this server.');
  const text = 'issuers: [{ issuer: zai-controller, jwks: "https://a.example/keys", scopes: [admin] }]';
  const env = { SIGNALBOX_JWT_SECRET: secret, SIGNALBOX_JWT_ISSUER: 'yawl-auth,zai-controller' };
  const error = await openCredentialsFixture(env, text).catch((each: unknown) => each);
  expect(JSON.stringify(error)).toContain('The issuer “zai-controller” is configured twice');
});

test('[W1.2] an issuer with a shared secret from a variable grants no scope of operators or of those who speak for people, no person, role or other tenant', async () => {
  const fixture = await openCredentialsFixture({
    SIGNALBOX_JWT_SECRET: secret,
    SIGNALBOX_JWT_ISSUER: 'zai-controller',
  });
  expect(await fixture.show(bearer(sharedSecretToken({ kind: 'person' })))).toContain(
    'must be one of: agent, service',
  );
  const token = sharedSecretToken({
    scope: `${scopes.join(' ')}`,
    roles: ['clerk'],
    tenant: 'acme',
    aud: 'signalbox',
  });
  const found = await fixture.identify(new Request('http://localhost/', { headers: bearer(token) }), {
    address: '127.0.0.1',
    isSecure: true,
  });
  expect(found).toMatchObject({ tenant: 'default', roles: [], kind: 'agent' });
  expect(found).toMatchObject({
    scopes: new Set(scopes.filter((scope) => scope !== 'admin' && scope !== 'elicit:person')),
  });
});

test('[W1.1] a configured audience replaces the default ones', async () => {
  const env = {
    SIGNALBOX_JWT_SECRET: secret,
    SIGNALBOX_JWT_ISSUER: 'zai-controller',
    SIGNALBOX_JWT_AUDIENCE: 'mine',
  };
  const fixture = await openCredentialsFixture(env);
  expect(await fixture.show(bearer(sharedSecretToken({ aud: 'mine' })))).toBe('z.ai-invoice-processor');
  expect(await fixture.show(bearer(sharedSecretToken()))).toContain('must be one of “mine”');
});

test('[W1.3] a key is valid from its creation until it is revoked, in either header', async () => {
  const fixture = await openCredentialsFixture({});
  expect(fixture.credentials.isRequired).toBe(false);
  const created = await fixture.signalbox.call(operator, 'keys.create', {
    name: 'ci',
    scopes: ['workflows:query'],
    roles: ['clerk'],
  });
  const { secret: text, key } = created as { readonly secret: string; readonly key: { readonly id: string } };
  expect(text).toMatch(/^sbx_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  const request = new Request('http://localhost/', { headers: bearer(text) });
  expect(await fixture.identify(request, { address: '127.0.0.1', isSecure: true })).toEqual({
    subject: 'key:ci',
    tenant: 'default',
    scopes: new Set(['workflows:query']),
    roles: ['clerk'],
    kind: 'service',
  });
  expect(await fixture.show({ 'x-api-key': text })).toBe('key:ci');
  expect(await fixture.credentials.reload()).toEqual([]);
  expect(fixture.credentials.isRequired).toBe(true);
  const refused =
    'invalid_token: This API key is unknown to this server: it was revoked, has expired, or never existed.';
  // The answer is the same for either wrong half.
  const [, id = '', ofKey = ''] = /^sbx_(.{12})_(.*)$/.exec(text) ?? [];
  const other = id.startsWith('a') ? `b${id.slice(1)}` : `a${id.slice(1)}`;
  const forged = randomBytes(32).toString('base64url');
  for (const wrong of [`sbx_${id}_${forged}`, `sbx_${other}_${ofKey}`, `sbx_${other}_${forged}`]) {
    expect(await fixture.show(bearer(wrong))).toBe(refused);
  }
  await fixture.signalbox.call(operator, 'keys.revoke', { key: key.id });
  expect(await fixture.show(bearer(text))).toBe(refused);
});

test('[W1.3] a key with one changed character is refused', async () => {
  const fixture = await openCredentialsFixture({});
  const created = await fixture.signalbox.call(operator, 'keys.create', {
    name: 'ci',
    scopes: ['workflows:query'],
  });
  const { secret: text } = created as { readonly secret: string };
  for (const [at, was] of [...text].entries()) {
    const changed = `${text.slice(0, at)}${was === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    expect(await fixture.show({ 'x-api-key': changed }), `${at}`).toMatch(/^invalid_token: /);
  }
});

const file = (audience: string) => `issuers:
  - issuer: zai-controller
    secret: \${env:ZAI_SECRET}
    audience: ${audience}
    scopes: [workflows:query]
`;

test('[W9.2] a reloaded file is effective at once; a broken one is reported, and the old one stays active', async () => {
  const fixture = await openCredentialsFixture({ ZAI_SECRET: secret }, file('yawl-mcp'));
  expect(fixture.credentials.secrets).toEqual([secret]);
  expect(await fixture.show(bearer(sharedSecretToken()))).toBe('z.ai-invoice-processor');
  await fixture.write(file('other'));
  expect(await fixture.show(bearer(sharedSecretToken()))).toBe('z.ai-invoice-processor');
  expect(await fixture.credentials.reload()).toEqual([]);
  expect(await fixture.show(bearer(sharedSecretToken()))).toContain('must be one of “other”');
  await fixture.write(`${file('third')}    scoops: [admin]\n`);
  expect(await fixture.credentials.reload()).toEqual([
    expect.stringMatching(/auth\.yaml:6:5: An issuer has no “scoops”\.$/),
  ]);
  expect(await fixture.show(bearer(sharedSecretToken({ aud: 'other' })))).toBe('z.ai-invoice-processor');
});

test('[W1.2] all problems are reported at startup, with the path of the file and without secrets', async () => {
  const text = `issuers:\n  - issuer: a\n    secret: ${secret}\n    scopes: [admin]\n    tenant: acme\n`;
  const error = await openCredentialsFixture({ SIGNALBOX_JWT_ISSUER: 'zai' }, text).catch(
    (each: unknown) => each,
  );
  expect(error).toMatchObject({
    details: {
      code: 'bad_configuration',
      violations: [
        { message: expect.stringContaining('SIGNALBOX_JWT_ISSUER is set, and SIGNALBOX_JWT_SECRET is not') },
        {
          message: expect.stringMatching(/\/auth\.yaml:3:13: A secret must not be in a file/),
          line: 3,
          column: 13,
        },
        { message: expect.stringMatching(/\/auth\.yaml:5:13: Only the tenant/) },
      ],
    },
  });
  expect(JSON.stringify(error)).not.toContain(secret);
});

test('[W1.2] a file in the data folder that everyone can change is refused', async () => {
  const fixture = await openCredentialsFixture({ ZAI_SECRET: secret }, file('yawl-mcp'));
  expect(fixture.credentials.isRequired).toBe(true);
  // The files of the fixture are owned by a user from now on.
  const { settings } = resolveSettings({ flags: new Map(), env: {}, folder: '/' });
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-auth-'));
  endings.push(() => rm(folder, { recursive: true }));
  const auth = join(folder, 'auth.yaml');
  await writeFile(auth, file('yawl-mcp'));
  await chmod(auth, 0o666);
  const call = fixture.signalbox.call.bind(fixture.signalbox);
  const opened = openCredentials({
    settings: { ...settings, data: folder, auth },
    env: { ZAI_SECRET: secret },
    call,
  });
  await expect(opened).rejects.toThrow(
    /auth file “.*” can be changed by every user, and controls who has access/,
  );
});

test('[W1.5] the metadata names the active issuers', async () => {
  const jwks =
    'issuers:\n  - {issuer: "https://login.example.com", jwks: "https://login.example.com/k", scopes: [workflows:query]}\n';
  const fixture = await openCredentialsFixture({}, jwks);
  expect(fixture.credentials.metadataFor(base, '/mcp')).toMatchObject({
    resource: `${base}/mcp`,
    authorization_servers: ['https://login.example.com'],
    scopes_supported: ['workflows:query'],
  });
});

test('[W1.1] without configured issuers, every token is refused', async () => {
  const fixture = await openCredentialsFixture({});
  for (const token of [
    sharedSecretToken(),
    craftToken({ alg: 'HS256' }, { ...goodClaims, iss: '' }, hmac('')),
  ]) {
    expect(await fixture.show(bearer(token))).toContain(
      'The issuer of the token (iss) is unknown to this server.',
    );
  }
});
