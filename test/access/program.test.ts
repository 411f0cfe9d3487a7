/** The program as processes: which keys and tokens are accepted, and until when. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { connectPresent, connectTestClient, type TestClientKind } from '../mcp/test-client.ts';
import { type Asking, ask, type HttpAnswer } from './secured-server.ts';
import { signToken } from './sign-token.ts';

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture();
});

afterEach(() => programFixture.remove());

const secret = 'a secret that two sides share, of 32 bytes or more';
const zai = { A2A_JWT_SECRET: secret, A2A_JWT_ISSUER: 'zai-controller' };

const askAt = ({ url }: Served, path: string, asking?: Asking): Promise<HttpAnswer> =>
  ask(url.slice(0, -'/mcp'.length), path, asking);

/** The exact claims of agent tokens. */
function zaiToken(): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    sub: 'z.ai-invoice-processor',
    aud: 'yawl-mcp',
    iss: 'zai-controller',
    scope: 'workflows:launch workflows:query workitems:manage',
    exp: now + 3_600,
    iat: now,
  };
  return signToken(claims, secret);
}

/** The log is written shortly after the answer. */
async function whenWritten({ written }: Served, words: string): Promise<void> {
  while (!written().includes(words)) await pause();
}

/** Pause between two polls. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function makeKey(name: string, scopes: string): Promise<string> {
  const { code, out, err } = await programFixture.attempt('key', 'create', name, '--scopes', scopes);
  expect([code, err]).toEqual([0, expect.stringContaining('It is not shown again.')]);
  expect(out).toMatch(/^sbx_[A-Za-z0-9]{12}_[\w-]{43}\n$/);
  return out.trim();
}

test('[W8.3] production mode without credentials and TLS does not start, and reports everything that is missing at once', async () => {
  const bare = await programFixture.attempt('serve', '--port', '0', '--mode', 'production');
  expect(bare.code).not.toBe(0);
  expect(bare.err).toContain('signalbox key create');
  expect(bare.err).toContain('SIGNALBOX_TLS_CERT');
  const open = await programFixture
    .as({ SIGNALBOX_PUBLIC_URL: 'http://flows.example.com', SIGNALBOX_TLS_CLIENT_CA: 'clients.pem' })
    .attempt('serve', '--port', '0', '--host', '0.0.0.0');
  expect(open.code).not.toBe(0);
  for (const words of ['signalbox key create', 'SIGNALBOX_TLS_CERT', 'https://', 'SIGNALBOX_TLS_CLIENT_CA']) {
    expect(open.err).toContain(words);
  }
  for (const { err } of [bare, open]) expect(err).not.toMatch(/\/mcp\b/);
});

test('[W1.3] a key is shown once, works in either header, and is refused as soon as it is revoked', async () => {
  const key = await makeKey('ci', 'workflows:query');
  const served = await programFixture.serve();
  expect((await askAt(served, '/v1/workflows')).status).toBe(401);
  const credentials: readonly Asking[] = [{ token: key }, { headers: { 'x-api-key': key } }];
  for (const credential of credentials)
    expect((await askAt(served, '/v1/workflows', credential)).status).toBe(200);
  const hidden = key.slice('sbx_123456789012_'.length);
  for (const command of [
    ['key', 'list', '--json'],
    ['audit', '--json'],
  ]) {
    const { code, out, err } = await programFixture.attempt(...command);
    expect([code, out.length > 0]).toEqual([0, true]);
    expect(out + err).not.toContain(hidden);
  }
  expect(await programFixture.runCommand('key', 'revoke', 'ci')).toContain('is revoked');
  for (const credential of credentials)
    expect((await askAt(served, '/v1/workflows', credential)).status).toBe(401);
});

test('[P7.5] the key that the runbook creates for Prometheus reads the metrics of a server that is up', async () => {
  const page = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const command = /^signalbox (key create prometheus .*)$/m.exec(page)?.[1] ?? '';
  const served = await programFixture.serve();
  const token = (await programFixture.runCommand(...command.split(' '))).trim();
  while ((await askAt(served, '/metrics')).status !== 401) await pause();
  const { status, text } = await askAt(served, '/metrics', { token });
  expect([status, text]).toEqual([200, expect.stringContaining('\nsignalbox_app_up 1\n')]);
  expect(text).toContain('\nsignalbox_runs{state="running"} 0\n');
  expect((await askAt(served, '/v1/status', { token })).status).toBe(403);
});

test('[W1.3] the first key that is created while a server runs makes it require credentials', async () => {
  const served = await programFixture.serve();
  expect((await askAt(served, '/v1/workflows')).status).toBe(200);
  const key = await makeKey('ci', 'workflows:query');
  while ((await askAt(served, '/v1/workflows')).status !== 401) await pause();
  expect((await askAt(served, '/v1/workflows', { token: key })).status).toBe(200);
  expect((await askAt(served, '/v1/keys', { token: key })).status).toBe(403);
  await programFixture.runCommand('key', 'revoke', 'ci');
  for (const token of [key, undefined]) {
    expect((await askAt(served, '/v1/workflows', token === undefined ? {} : { token })).status).toBe(401);
  }
});

test('[W1.3] another server of the same data folder accepts the same key, for as long as the first one does', async () => {
  const key = await makeKey('ci', 'workflows:query');
  const owner = await programFixture.serve();
  const second = await programFixture.serve();
  expect(second.written()).toContain(`attached to process ${owner.pid}`);
  for (const served of [owner, second]) {
    expect((await askAt(served, '/v1/workflows', { token: key })).status).toBe(200);
  }
  await programFixture.runCommand('key', 'revoke', 'ci');
  for (const served of [second, owner]) {
    expect((await askAt(served, '/v1/workflows', { token: key })).status).toBe(401);
  }
  const next = await makeKey('next', 'workflows:query');
  for (const served of [second, owner]) {
    expect((await askAt(served, '/v1/workflows', { token: next })).status).toBe(200);
  }
  await owner.kill();
  expect((await askAt(second, '/v1/workflows', { token: next })).status).toBe(200);
  await programFixture.runCommand('key', 'revoke', 'next');
  expect((await askAt(second, '/v1/workflows', { token: next })).status).toBe(401);
});

test('[W1.1][W9.1] with the two variables of the designs only the token of the designs is accepted', async () => {
  const served = await programFixture.as(zai).serve();
  const invoke = { tool: 'workflow_run', input: { workflow_id: 'hello', inputs: { name: 'Ada' } } };
  const started = await askAt(served, '/mcp/tools/invoke', { token: zaiToken(), body: invoke });
  expect([started.status, started.text]).toEqual([200, expect.stringContaining('run_')]);
  const { code, out } = await programFixture.attempt('runs', '--json');
  expect([code, out]).toEqual([0, expect.stringContaining('z.ai-invoice-processor')]);
  const now = Math.floor(Date.now() / 1_000);
  const claims = { sub: 'mallory', aud: 'yawl-mcp', iss: 'zai-controller', exp: now + 60, iat: now };
  const forged = [
    signToken(claims, `${secret}!`),
    signToken({ ...claims, iss: 'zai' }, secret),
    signToken({ ...claims, aud: 'another' }, secret),
    signToken({ ...claims, exp: now - 600 }, secret),
  ];
  for (const token of forged) {
    expect((await askAt(served, '/mcp/tools/invoke', { token, body: invoke })).status).toBe(401);
  }
});

test('[W1.7] a token of “signalbox token” is accepted, and has no right that the issuer may not grant', async () => {
  const behind = programFixture.as(zai);
  const served = await behind.serve();
  const { code, out, err } = await behind.attempt('token', '--subject', 'ann', '--scopes', 'workflows:query');
  expect([code, out, err]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/), '']);
  const token = out.trim();
  expect((await askAt(served, '/v1/workflows', { token })).status).toBe(200);
  expect((await askAt(served, '/v1/runs', { token, body: { workflow: 'hello' } })).status).toBe(403);
  const refused = await behind.attempt('token', '--scopes', 'admin');
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.err).toContain('admin');
});

test('[W1.5][W2.1] MCP clients of both protocol versions connect with a token, and learn how to get one otherwise', async () => {
  const served = await programFixture.as(zai).serve();
  const headers = { authorization: `Bearer ${zaiToken()}` };
  const kinds: readonly TestClientKind[] = ['present, 2026', 'present, 2025', 'former, 2025'];
  for (const kind of kinds) {
    const guest = await connectTestClient(kind, served.url, { headers });
    const names = (await guest.tools()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['workflow_list', 'w_hello']));
    expect(names).not.toContain('workflow_save');
    expect((await guest.call('workflow_list', {})).isError).toBe(false);
    await guest.close();
  }
  const answers: Response[] = [];
  const fetchAndKeep = async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const answer = await fetch(address, init);
    answers.push(answer.clone());
    return answer;
  };
  await expect(connectPresent('present, 2026', served.url, { fetch: fetchAndKeep })).rejects.toThrow();
  expect(answers[0]?.status).toBe(401);
  const challenge = answers[0]?.headers.get('www-authenticate') ?? '';
  const address = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
  expect(await (await fetch(address)).json()).toMatchObject({ resource: served.url });
});

test('[W8.2] a server without credentials refuses forwarded requests', async () => {
  const served = await programFixture.serve();
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']) {
    const { status, json } = await askAt(served, '/v1/workflows', { headers: { [name]: '127.0.0.1' } });
    expect([name, status, json]).toMatchObject([name, 403, { error_code: 'forwarded' }]);
  }
});

test('[W8.2][W8.3] behind a declared proxy only requests that came over https are served', async () => {
  const token = await makeKey('ci', 'workflows:query');
  const served = await programFixture
    .as({ SIGNALBOX_PROXIES: '127.0.0.1', SIGNALBOX_PUBLIC_URL: 'https://flows.example.com' })
    .serve(0, '--mode', 'production');
  const by = (headers: Readonly<Record<string, string>>) =>
    askAt(served, '/v1/workflows', { token, headers });
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  expect((await by(https)).status).toBe(200);
  await whenWritten(served, '"address":"203.0.113.9"');
  for (const headers of [{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': 'https, http' }]) {
    expect((await by(headers)).json).toMatchObject({ error_code: 'plain_http' });
  }
  const bare = await askAt(served, '/v1/workflows', { headers: https });
  expect(bare.headers.get('www-authenticate')).toContain(
    'resource_metadata="https://flows.example.com/.well-known/oauth-protected-resource"',
  );
  await served.stop();
  const behindAnother = await programFixture
    .as({ SIGNALBOX_PROXIES: '192.0.2.1', SIGNALBOX_PUBLIC_URL: 'https://flows.example.com' })
    .serve(0, '--mode', 'production');
  const foreign = await askAt(behindAnother, '/v1/workflows', { token, headers: https });
  expect([foreign.status, foreign.json]).toMatchObject([403, { error_code: 'foreign_proxy' }]);
});
