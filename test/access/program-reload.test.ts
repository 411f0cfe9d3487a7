/** The program as a process over TLS, with credentials and certificates that change while it runs. */
import { X509Certificate } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { type Authority, type Certificate, makeAuthority, makeCertificate } from '../tls/make-certificate.ts';
import { askSecurely } from './secure-ask.ts';
import { ask } from './secured-server.ts';
import { signToken } from './sign-token.ts';

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture();
});

afterEach(() => programFixture.remove());

const authority: Authority = makeAuthority('Flows Root');
const forServer = (): Certificate =>
  makeCertificate({ name: 'flows', dns: ['localhost'], ips: ['127.0.0.1'], by: authority });
const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256;
const pathOf = (name: string): string => join(programFixture.data, name);

async function put({ cert, key }: Certificate): Promise<void> {
  await writeFile(pathOf('key.pem'), key);
  await writeFile(pathOf('cert.pem'), cert);
}

const tls = (): readonly string[] => ['--tls-cert', pathOf('cert.pem'), '--tls-key', pathOf('key.pem')];

/** Waits until the log contains it once more than before. */
async function reload({ pid, written }: Served, words: string): Promise<void> {
  const before = written().split(words).length;
  process.kill(pid, 'SIGHUP');
  while (written().split(words).length === before) await new Promise((resolve) => setTimeout(resolve, 20));
}

const readAnew = 'Credentials and certificates were reloaded.';

const secrets = {
  FIRST: 'the secret of the first issuer, long enough',
  SECOND: 'the secret of the second issuer, long enough',
};

type Name = keyof typeof secrets;

const issuerOf = (name: Name): string =>
  `issuers:\n  - issuer: ${name}\n    secret: \${env:${name}}\n    audience: signalbox\n    scopes: [workflows:query]\n`;

function tokenOf(name: Name): string {
  const claims = {
    iss: name,
    aud: 'signalbox',
    sub: 'ann',
    scope: 'workflows:query',
    exp: Math.floor(Date.now() / 1_000) + 600,
  };
  return signToken(claims, secrets[name]);
}

const writeAuth = (text: string): Promise<void> => writeFile(pathOf('auth.yaml'), text);

test('[W8.1][W8.3][W9.2] production mode over TLS serves authenticated callers, and loads another certificate on SIGHUP', async () => {
  const [first, second] = [forServer(), forServer()];
  await put(first);
  const key = (await programFixture.runCommand('key', 'create', 'ci', '--scopes', 'workflows:query')).trim();
  const served = await programFixture.serve(0, '--mode', 'production', ...tls());
  expect(served.url).toMatch(/^https:/);
  const url = served.url.replace(/\/mcp$/, '/v1/workflows');
  const known = { ca: authority.cert, headers: { authorization: `Bearer ${key}` } };
  expect(await askSecurely(url, known)).toMatchObject({ status: 200, fingerprint: fingerprintOf(first) });
  expect((await askSecurely(url, { ca: authority.cert })).status).toBe(401);
  await expect(askSecurely(url, { ca: makeAuthority('Flows Root').cert })).rejects.toThrow();
  await expect(ask(url.replace('https:', 'http:'), '')).rejects.toThrow();
  await put(second);
  await reload(served, readAnew);
  expect(await askSecurely(url, known)).toMatchObject({ status: 200, fingerprint: fingerprintOf(second) });
  await writeFile(pathOf('key.pem'), first.key);
  await reload(served, 'cannot be used together');
  expect(await askSecurely(url, known)).toMatchObject({ status: 200, fingerprint: fingerprintOf(second) });
  expect(await served.stop()).toBe(0);
});

test('[W1.6] a client certificate with a declared SPIFFE id authenticates, and any other does not', async () => {
  await put(forServer());
  const clients = makeAuthority('Clients');
  await writeFile(pathOf('clients.pem'), clients.cert);
  const id = 'spiffe://example.org/agents/invoice';
  await writeAuth(`certificates:\n  - spiffe: ${id}\n    scopes: [workflows:query]\n    kind: agent\n`);
  const served = await programFixture
    .as({ SIGNALBOX_TLS_CLIENT_CA: pathOf('clients.pem') })
    .serve(0, '--mode', 'production', ...tls());
  const url = served.url.replace(/\/mcp$/, '/v1/workflows');
  const show = async (certificate?: Certificate): Promise<number> =>
    (await askSecurely(url, { ca: authority.cert, ...certificate })).status;
  expect(await show(makeCertificate({ name: 'invoice', uris: [id], by: clients }))).toBe(200);
  const others = [
    makeCertificate({ name: 'invoice', uris: [`${id}/more`], by: clients }),
    makeCertificate({ name: 'invoice', uris: [id, 'spiffe://example.org/other'], by: clients }),
    makeCertificate({ name: 'invoice', uris: [id], by: makeAuthority('Clients') }),
    makeCertificate({ name: 'invoice', uris: [id] }),
    undefined,
  ];
  for (const other of others) expect(await show(other)).toBe(401);
  expect(await served.stop()).toBe(0);
  const { out } = await programFixture.attempt('audit', '--json', '--unknown');
  expect(out).toContain('invalid_token');
});

test('[W9.2] SIGHUP replaces the trusted issuer; a broken file changes nothing', async () => {
  await writeAuth(issuerOf('FIRST'));
  const served = await programFixture.as(secrets).serve();
  const url = served.url.replace(/\/mcp$/, '');
  const statuses = (): Promise<readonly number[]> =>
    Promise.all(
      (['FIRST', 'SECOND'] as const).map(
        async (name) => (await ask(url, '/v1/workflows', { token: tokenOf(name) })).status,
      ),
    );
  expect(await statuses()).toEqual([200, 401]);
  await writeAuth(issuerOf('SECOND'));
  expect(await statuses()).toEqual([200, 401]);
  await reload(served, readAnew);
  expect(await statuses()).toEqual([401, 200]);
  await writeAuth(`${issuerOf('FIRST')}    scopes: [everything]\n    secret: plain\n`);
  await reload(served, 'auth.yaml');
  expect(await statuses()).toEqual([401, 200]);
  await writeAuth('issuers: [');
  await reload(served, 'auth.yaml');
  expect(await statuses()).toEqual([401, 200]);
  await writeAuth(issuerOf('FIRST').replace('FIRST}', 'NOT_SET}'));
  await reload(served, 'NOT_SET');
  expect(await statuses()).toEqual([401, 200]);
  expect(served.written()).not.toMatch(new RegExp(Object.values(secrets).join('|')));
  expect(await served.stop()).toBe(0);
});

test('[W9.2][W1.5] removing all credentials does not make a server public', async () => {
  await writeAuth(issuerOf('FIRST'));
  const served = await programFixture.as(secrets).serve();
  const url = served.url.replace(/\/mcp$/, '');
  expect((await ask(url, '/v1/workflows')).status).toBe(401);
  await rm(pathOf('auth.yaml'));
  await reload(served, readAnew);
  expect((await ask(url, '/v1/workflows')).status).toBe(401);
  expect((await ask(url, '/v1/workflows', { token: tokenOf('FIRST') })).status).toBe(401);
});
