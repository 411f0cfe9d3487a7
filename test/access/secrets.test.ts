/** Plants secrets in every input, exercises all functions, and searches every byte of output for them. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { makeAuthority, makeCertificate } from '../tls/make-certificate.ts';
import { type EchoServer, openEchoServer } from './echo-server.ts';
import { findLeaks, type Planted, plant } from './planted.ts';
import { askSecurely, type SecureAnswer, type SecureAsking } from './secure-ask.ts';
import { signToken } from './sign-token.ts';

let programFixture: ProgramFixture;
let echo: EchoServer;

beforeEach(async () => {
  echo = await openEchoServer();
  programFixture = await createProgramFixture({ 'calls.yaml': workflowsAt(echo.port) });
});

afterEach(async () => {
  await programFixture.remove();
  await echo.close();
});

const workflowsAt = (port: number): string => {
  const call = (path: string): string =>
    `{ graph: { ask: { call: http, args: { url: "http://127.0.0.1:${port}${path}", headers: { Authorization: "Bearer \${env:SHOP_WORD}" } } } } }`;
  return `workflows:
  echoes: ${call('/echo')}
  addresses: ${call(`/echo?word=$\{env:SHOP_WORD}`)}
  fails: ${call('/fail')}
  answers_nonsense: ${call('/nonsense')}
  asks_crm: { graph: { ask: { call: crm.anything } } }
`;
};

const connectorsAt = (port: number): string => `connectors:
  crm: { url: "http://127.0.0.1:${port}/mcp", headers: { Authorization: "Bearer \${env:CRM_WORD}" } }
secrets:
  SHOP_WORD: { hosts: ["127.0.0.1:${port}"] }
`;

const authFile = `issuers:
  - issuer: corp
    secret: \${env:PLAIN_WORD}
    audience: signalbox
    scopes: [workflows:query, workflows:launch, workflows:author, specs:read, workitems:manage, admin]
    kinds: [person]
    subject_prefix: 'corp:'
`;

const authority = makeAuthority('Flows Root');

const words = {
  jwt: plant('the secret of tokens'),
  issuer: plant('the secret of an issuer'),
  shop: plant('the secret of a workflow'),
  crm: plant('the secret of a connector'),
  cookie: plant('a cookie'),
  foreign: plant('an unknown header'),
  query: plant('a part of a URL'),
  basic: plant('a password'),
  garbage: plant('a garbled token'),
  body: plant('a broken body'),
};
const sealing: Planted = { name: 'a sealing key', value: randomBytes(32).toString('base64') };

const variables = {
  SIGNALBOX_JWT_SECRET: words.jwt.value,
  SIGNALBOX_JWT_ISSUER: 'controller',
  PLAIN_WORD: words.issuer.value,
  SHOP_WORD: words.shop.value,
  CRM_WORD: words.crm.value,
  SIGNALBOX_RATE: 'none',
};

const claimsOf = (issuer: string, exp: number): object => ({
  iss: issuer,
  aud: 'signalbox',
  sub: 'ann',
  scope: 'workflows:query workflows:launch workflows:author specs:read workitems:manage admin',
  exp: Math.floor(Date.now() / 1_000) + exp,
});

const tokens = {
  ofIssuer: signToken(claimsOf('corp', 3_600), words.issuer.value),
  ofController: signToken(claimsOf('controller', 3_600), words.jwt.value),
  expired: signToken(claimsOf('corp', -3_600), words.issuer.value),
  forged: signToken(claimsOf('corp', 3_600), words.garbage.value),
};

/** The signature is the secret part of a token. */
const ofTokens: readonly Planted[] = Object.entries(tokens).map(([name, token]) => ({
  name: `the token ${name}`,
  value: token.slice(token.lastIndexOf('.') + 1),
}));

const ofKey = (key: string): Planted => ({
  name: 'an API key',
  value: key.slice('sbx_123456789012_'.length),
});

const ofPem = (pem: string): Planted => ({ name: 'a private key', value: pem.split('\n')[1] ?? '' });

const message = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Valid and invalid requests to every interface. */
const requests: readonly (readonly [path: string, body?: string])[] = [
  ['/'],
  ['/health'],
  ['/ready'],
  ['/metrics'],
  ['/openapi.json'],
  ['/errors/invalid_token'],
  ['/.well-known/mcp.json'],
  ['/.well-known/oauth-protected-resource/mcp'],
  ['/nowhere'],
  ['/v1/workflows'],
  ['/v1/connectors'],
  ['/v1/runs'],
  ['/v1/runs/run_00000000000000000000000000'],
  ['/v1/items'],
  ['/v1/keys'],
  ['/v1/audit'],
  ['/v1/events?after=0'],
  ['/v1/service'],
  ['/v1/documents/calls.yaml'],
  ['/v1/runs', '{}'],
  ['/v1/runs', `{ "workflow": "${words.body.value}`],
  ['/v1/documents/new.yaml', '{ "source": 1 }'],
  ['/mcp', message('tools/list', {})],
  ['/mcp', message('tools/call', { name: 'workflow_list', arguments: {} })],
  ['/mcp', `{ ${words.body.value}`],
  ['/mcp/tools/invoke', JSON.stringify({ tool: 'workflow_list' })],
  ['/mcp/tools/invoke', `[ ${words.body.value}`],
  ['/rpc', message('workflow_list', {})],
  ['/rpc', `${words.body.value}`],
];

const workflows = ['echoes', 'addresses', 'fails', 'answers_nonsense', 'asks_crm'];

/** All output, by source. */
class Witness {
  readonly seen: (readonly [place: string, content: string | Buffer])[] = [];
  readonly statuses = new Set<number>();
  readonly #ca: string;

  constructor(ca: string) {
    this.#ca = ca;
  }

  async ask(served: Served, path: string, asking: Omit<SecureAsking, 'ca'>): Promise<SecureAnswer> {
    const heard = await askSecurely(`${new URL(served.url).origin}${path}`, { ca: this.#ca, ...asking });
    const { status, headers, text } = heard;
    this.statuses.add(status);
    this.seen.push([`the answer to ${asking.method ?? ''} ${path}`, `${headers.join('\n')}\n${text}`]);
    return heard;
  }

  /** Only the caller sees the answer. */
  async quietly(served: Served, path: string, asking: Omit<SecureAsking, 'ca'>): Promise<void> {
    await askSecurely(`${new URL(served.url).origin}${path}`, { ca: this.#ca, ...asking });
  }

  async tell(at: ProgramFixture, ...commandLine: readonly string[]): Promise<void> {
    const { out, err } = await at.attempt(...commandLine);
    this.seen.push([`signalbox ${commandLine.join(' ')}`, out + err]);
  }

  async files(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      this.seen.push([entry.name, await readFile(join(entry.parentPath, entry.name))]);
    }
  }
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function askEverything(witness: Witness, served: Served, key: string): Promise<void> {
  const query = encodeURIComponent(words.query.value);
  const bearer = (token: string) => ({ headers: { ...json, authorization: `Bearer ${token}` } });
  const right = [
    bearer(tokens.ofIssuer),
    bearer(tokens.ofController),
    bearer(key),
    { headers: { ...json, 'x-api-key': key } },
    {
      headers: {
        ...bearer(tokens.ofIssuer).headers,
        cookie: `session=${encodeURIComponent(words.cookie.value)}; token=${tokens.ofController}`,
        'x-foo': encodeURIComponent(words.foreign.value),
        'x-forwarded-for': encodeURIComponent(words.foreign.value),
        'user-agent': key,
        referer: `https://example.org/?access_token=${tokens.ofController}`,
      },
    },
  ];
  const wrong = [
    { headers: json },
    bearer(tokens.expired),
    bearer(tokens.forged),
    bearer(`${key.slice(0, 20)}${'A'.repeat(40)}`),
    bearer(encodeURIComponent(words.garbage.value)),
    { headers: { ...json, 'x-api-key': tokens.ofIssuer, authorization: `Bearer ${key}` } },
    { headers: { ...json, authorization: `Basic ${btoa(`ann:${words.basic.value}`)}` } },
    {
      headers: {
        ...bearer(tokens.ofIssuer).headers,
        origin: `https://${words.foreign.value.replaceAll(/\W/g, '')}.example.org`,
      },
    },
  ];
  for (const [path, body] of requests) {
    const rest = body === undefined ? {} : { body };
    for (const way of right) await witness.ask(served, path, { ...way, ...rest });
    const joint = path.includes('?') ? '&' : '?';
    for (const field of [`access_token=${tokens.ofIssuer}`, `api_key=${key}`, `word=${query}`]) {
      await witness.ask(served, `${path}${joint}${field}`, { headers: json, ...rest });
    }
    await witness.ask(served, path, { ...bearer(tokens.ofIssuer), method: 'PATCH' });
  }
  // Few enough to stay below the limit for invalid credentials.
  for (const [path, body] of requests.filter(([path]) => interfaces.includes(path))) {
    for (const way of wrong)
      await witness.ask(served, path, { ...way, ...(body === undefined ? {} : { body }) });
  }
}

const interfaces = ['/', '/metrics', '/v1/items', '/v1/events?after=0', '/mcp', '/mcp/tools/invoke', '/rpc'];

/** Credentials in wrong places. The sender may see them in the answer. */
async function misplaceEverything(witness: Witness, served: Served, key: string): Promise<void> {
  const headers = { ...json, authorization: `Bearer ${tokens.ofIssuer}` };
  for (const misplaced of [key, tokens.ofController]) {
    const named = ['runs', 'items', 'workflows', 'documents', 'keys'].map(
      (path) => `/v1/${path}/${misplaced}`,
    );
    for (const path of [...named, `/${misplaced}`, `/errors/${misplaced}`]) {
      await witness.quietly(served, path, { headers });
      await witness.quietly(served, path, { headers, method: 'DELETE' });
    }
    const bodies = [
      ['/v1/runs', JSON.stringify({ workflow: misplaced })],
      ['/mcp', message('tools/call', { name: misplaced, arguments: { [misplaced]: misplaced } })],
      ['/rpc', message(misplaced, {})],
    ] as const;
    for (const [path, body] of bodies) await witness.quietly(served, path, { headers, body });
    await witness.ask(served, '/v1/runs', { headers: { ...json, authorization: misplaced } });
    for (const name of ['x-correlation-id', 'x-request-id', 'traceparent', 'last-event-id']) {
      const body = JSON.stringify({ workflow: 'hello', waitMs: 100 });
      await witness.ask(served, '/v1/runs', { headers: { ...headers, [name]: misplaced }, body });
      await witness.ask(served, '/v1/events', { headers: { ...headers, [name]: misplaced } });
    }
  }
}

/** Runs that call other servers with secrets, and all requests about them. */
async function runEverything(witness: Witness, served: Served): Promise<readonly string[]> {
  const headers = { ...json, authorization: `Bearer ${tokens.ofIssuer}` };
  const outcomes: string[] = [];
  for (const workflow of workflows) {
    const body = JSON.stringify({ workflow, waitMs: 5_000, idempotencyKey: `once-${workflow}` });
    const { run } = JSON.parse((await witness.ask(served, '/v1/runs', { headers, body })).text);
    let view = { status: 'running' };
    while (view.status === 'running') {
      view = JSON.parse((await witness.ask(served, `/v1/runs/${run}?waitMs=5000`, { headers })).text);
    }
    outcomes.push(`${workflow} ${view.status}`);
    for (const path of ['history?raw=true', 'graph', 'export', 'events', 'history']) {
      await witness.ask(served, `/v1/runs/${run}/${path}`, { headers });
    }
    await witness.ask(served, `/v1/runs/${run}/replay?at=1`, { headers });
    await witness.ask(served, '/mcp', {
      headers,
      body: message('tools/call', { name: 'workflow_runs', arguments: { run_id: run } }),
    });
    await witness.tell(programFixture, 'show', run);
    if (workflow === 'fails') await witness.tell(programFixture, 'export', run);
  }
  return outcomes;
}

test('[W10.3] no secret is found in any answer, log, page, metric, journal, export or file', {
  timeout: 300_000,
}, async () => {
  const certificate = makeCertificate({ name: 'flows', ips: ['127.0.0.1'], by: authority });
  const paths = { cert: join(programFixture.data, 'cert.pem'), key: join(programFixture.data, 'key.pem') };
  await writeFile(paths.cert, certificate.cert);
  await writeFile(paths.key, certificate.key);
  await writeFile(join(programFixture.data, 'auth.yaml'), authFile);
  await writeFile(join(programFixture.data, 'connectors.yaml'), connectorsAt(echo.port));
  const witness = new Witness(authority.cert);
  const tls = ['--tls-cert', paths.cert, '--tls-key', paths.key];
  const programWithEcho = programFixture.as({
    ...variables,
    SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${echo.port}`,
  });
  const key = (
    await programWithEcho.runCommand('key', 'create', 'ci', '--scopes', 'workflows:query,admin')
  ).trim();

  const first = await programWithEcho.serve(0, ...tls);
  await askEverything(witness, first, key);
  await misplaceEverything(witness, first, key);
  expect(await runEverything(witness, first)).toEqual([
    'echoes completed',
    'addresses completed',
    'fails failed',
    'answers_nonsense completed',
    'asks_crm failed',
  ]);
  for (const commandLine of [
    ['key', 'list'],
    ['audit'],
    ['audit', '--unknown'],
    ['config'],
    ['config', '--json'],
    ['doctor'],
  ]) {
    await witness.tell(programWithEcho, ...commandLine);
  }
  await writeFile(
    join(programFixture.data, 'auth.yaml'),
    `${authFile}    secret: ${JSON.stringify(words.jwt.value)}\n`,
  );
  process.kill(first.pid, 'SIGHUP');
  while (!first.written().includes('auth.yaml')) await new Promise((resolve) => setTimeout(resolve, 20));
  await writeFile(join(programFixture.data, 'auth.yaml'), authFile);
  await first.kill();
  await witness.files(programFixture.data);

  const second = await programWithEcho.as({ SIGNALBOX_KEYS: `new:${sealing.value}` }).serve(0, ...tls);
  await askEverything(witness, second, key);
  expect(await second.stop()).toBe(0);
  await witness.files(programFixture.data);
  for (const { written } of [first, second]) witness.seen.push(['the log', written()]);

  for (const { value } of [words.shop, words.crm]) expect([...echo.heard]).toContain(`Bearer ${value}`);
  // Secrets are where they belong, which proves that everything was searched.
  const keyFile = JSON.parse(await readFile(join(programFixture.data, 'keys.json'), 'utf8')) as object;
  const sealed = [...JSON.stringify(keyFile).matchAll(/"([\w+/-]{40,}=*)"/g)].map(([, value = '']) => ({
    name: 'a key of the key file',
    value,
  }));
  expect(sealed.length).toBeGreaterThan(0);
  for (const status of [200, 201, 400, 401, 403, 404, 405]) expect([...witness.statuses]).toContain(status);
  expect(witness.seen.map(([name]) => name)).toEqual(
    expect.arrayContaining(['signalbox.db', 'signalbox.db-wal']),
  );
  const planted = [
    ...Object.values(words),
    sealing,
    ...ofTokens,
    ...sealed,
    ofKey(key),
    ofPem(certificate.key),
  ];
  const belongs = new Set(['keys.json', 'key.pem']);
  const leaks = findLeaks(
    planted,
    witness.seen.filter(([name]) => !belongs.has(name)),
  );
  expect([...new Set(leaks)]).toEqual([]);
});
