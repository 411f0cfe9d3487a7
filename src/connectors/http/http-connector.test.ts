import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import type { Json } from '../../kernel/index.ts';
import { type Call, createRedactor, createSecretResolver, parseHostPattern } from '../../runtime/index.ts';
import { parseAllowedAddresses } from './allowed-addresses.ts';
import { createHttpClient, type HttpLimits } from './http-client.ts';
import { createHttpConnector } from './http-connector.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const secret = 'hunter2/hunter2';
const reference = (name: string): string => `\${env:${name}}`;

interface Setting {
  readonly allow?: string;
  readonly limits?: Partial<HttpLimits>;
  readonly now?: number;
}

function connect({ allow = '127.0.0.0/8', limits = {}, now = 0 }: Setting = {}) {
  const parsed = parseAllowedAddresses(allow);
  const hosts = ['127.0.0.1:1', ...ports.map((port) => `127.0.0.1:${port}`)].flatMap(
    (text) => parseHostPattern(text) ?? [],
  );
  const secrets = createSecretResolver({
    env: { TOKEN: secret, BROKEN: 'line\nbreak', OTHER: 'swordfish' },
    allow: ['TOKEN', 'BROKEN'].map((name) => ({ name, tenants: '*', hosts })),
  });
  const client = createHttpClient({
    allowed: parsed.kind === 'allowed' ? parsed.allowed : { all: false, hosts: [], ranges: [] },
    limits,
  });
  const redactor = createRedactor(() => secrets.values());
  const connector = createHttpConnector({ client, secrets, redactor, now: () => now, version: '9.9.9' });
  cleanUps.push(connector.close);
  return connector;
}

const ports: number[] = [];

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Records its requests. */
async function serve(answer: RequestListener = (_, response) => void response.end()) {
  const seen: Seen[] = [];
  const server = await startLocalServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  ports.push(server.port);
  cleanUps.push(server.close);
  return { ...server, seen };
}

const callOf = (input: Json): Call => ({
  tenant: 'default',
  run: 'r1',
  workflow: 'w',
  task: 't',
  operation: 'http',
  input,
  key: 'key-1',
  attempt: 1,
  begunAt: 0,
});

const perform = (input: Json, setting?: Setting) =>
  connect(setting).perform(callOf(input), new AbortController().signal);

async function failureOf(input: Json, setting?: Setting) {
  const outcome = await perform(input, setting);
  if (outcome.kind !== 'failed') throw new Error(`It ${outcome.kind}`);
  return outcome.failure;
}

describe('requests', () => {
  test('[H1.3] method, URL, headers, query and body are sent, with the key of the call', async () => {
    const { url, seen } = await serve();
    const outcome = await perform({
      method: 'post',
      url: `${url}/a%20b?x=1`,
      headers: { 'X-Mine': 7, Accept: 'text/plain', 'X-None': null },
      query: { list: ['a', 'b&c'], none: null, flag: true, 'n m': 1.5 },
      body: { a: [1, null, 'ä'] },
    });
    expect(outcome.kind).toBe('succeeded');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/a%20b?x=1&list=a&list=b%26c&flag=true&n%20m=1.5',
      body: '{"a":[1,null,"ä"]}',
      headers: {
        'x-mine': '7',
        accept: 'text/plain',
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        'user-agent': 'signalbox/9.9.9',
      },
    });
    expect(seen[0]?.headers).not.toHaveProperty('x-none');
  });

  test('[H1.3] the default method is GET, text is sent unchanged, and headers of the author take precedence', async () => {
    const { url, seen } = await serve();
    await perform({ url });
    const headers = { 'content-type': 'text/csv', 'IDEMPOTENCY-KEY': 'mine', 'User-Agent': 'me' };
    await perform({ url, method: 'PUT', body: 'a,b', headers });
    await perform({
      url,
      method: 'PATCH',
      body: [],
      headers: { 'Content-Type': 'application/merge-patch+json' },
    });
    await perform({ url, method: 'POST', body: 'plain' });
    expect(seen.map(({ method, body, headers: got }) => [method, body, got['content-type']])).toEqual([
      ['GET', '', undefined],
      ['PUT', 'a,b', 'text/csv'],
      ['PATCH', '[]', 'application/merge-patch+json'],
      ['POST', 'plain', undefined],
    ]);
    expect(seen[1]?.headers).toMatchObject({ 'idempotency-key': 'mine', 'user-agent': 'me' });
  });
});

describe('responses', () => {
  test('[H1.3][S3.1] headers are returned, except cookies', async () => {
    const { url } = await serve((_, response) => {
      response.setHeader('Set-Cookie', ['a=b', 'c=d']).setHeader('Location', '/x?token=t').end();
    });
    expect(await perform({ url })).toMatchObject({
      output: { headers: { location: '/x?token=t', 'set-cookie': '[redacted]' } },
    });
  });

  test.each([
    [400, { errors: [{ message: 'name is missing' }, 'too short'] }, 'name is missing; too short', false],
    [401, { error: 'invalid_grant', error_description: 'expired' }, 'invalid_grant: expired', false],
    [404, { error: { message: 'no such order' } }, 'no such order', false],
    [408, { message: 'slow' }, 'slow', true],
    [409, { title: 'Conflict', detail: 'taken' }, 'taken', false],
    [422, { errors: { name: ['is empty'] } }, 'name: is empty', false],
    [425, { detail: 'early' }, 'early', true],
    [429, { reason: 'limit' }, 'limit', true],
    [500, { n: 1 }, '', true],
    [503, null, '', true],
  ])('[H1.2] %i is a failure with the message of the body: %j', async (status, body, says, retryable) => {
    const { url, port } = await serve((_, response) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? '' : JSON.stringify(body));
    });
    expect(await failureOf({ url: `${url}/orders?token=hunter2`, method: 'POST' })).toEqual({
      code: `http-${status}`,
      message: `POST 127.0.0.1:${port}/orders answered ${status}${says === '' ? '.' : `: ${says}`}`,
      retryable,
      data: { status, body },
    });
  });

  test('[H1.2] the message of an error response is truncated and redacted', async () => {
    const { url } = await serve((request, response) => {
      const sent = request.headers.authorization;
      const error = `password=abc ${sent} ${'x'.repeat(9_000)}`;
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error, api_key: 'abc' }));
    });
    const failure = await failureOf({
      url,
      headers: { Authorization: `Key \${env:TOKEN}` },
      $secrets: [{ at: '/headers/Authorization', name: 'TOKEN' }],
    });
    expect(failure.message).toMatch(/answered 500: password=\[redacted\] Key \[redacted\] x+…$/);
    expect(failure.message.length).toBeLessThan(1_100);
    expect(JSON.stringify(failure).length).toBeLessThan(6_000);
    expect(JSON.stringify(failure)).not.toMatch(/hunter2|abc/);
  });

  test('[H1.2] an HTML page is reported without its tags', async () => {
    const page =
      '<html><head><title>x</title><style>a{}</style></head><body><h1>Bad gateway</h1>\n<p>try later</p></body></html>';
    const { url } = await serve(
      (_, response) => void response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    );
    expect((await failureOf({ url })).message).toMatch(/answered 502: .*Bad gateway try later$/);
  });

  test.each([
    ['7', 7_000],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 20_000],
  ])('[H1.2] Retry-After “%s” is used', async (header, retryAfter) => {
    const { url } = await serve(
      (_, response) => void response.writeHead(429, { 'retry-after': header }).end(),
    );
    expect(await failureOf({ url }, { now: 10_000 })).toMatchObject({
      code: 'http-429',
      retryable: true,
      retryAfter,
    });
  });

  test('[H1.4] a request that was sent without a response is in doubt, unless a repetition is harmless', async () => {
    const lost = await serve((request) => void request.socket.destroy());
    const silent = await serve(() => {});
    for (const method of ['POST', 'PATCH']) {
      expect(await perform({ url: lost.url, method })).toEqual({ kind: 'unknown' });
      expect(await perform({ url: silent.url, method, timeout: 50 })).toEqual({ kind: 'unknown' });
    }
    expect(await failureOf({ url: 'http://127.0.0.1:1/', method: 'POST' }, { allow: '1' })).toMatchObject({
      code: 'http-network',
      data: { sent: false },
    });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await failureOf({ url: lost.url, method })).toMatchObject({
        code: 'http-network',
        retryable: true,
      });
  });

  test('[H1.1][H1.2] network errors have a code, and report whether the request was sent', async () => {
    const lost = await serve((request) => void request.socket.destroy());
    expect(await failureOf({ url: lost.url, method: 'PUT' })).toMatchObject({
      code: 'http-network',
      retryable: true,
      message: expect.stringContaining('The request was sent; its outcome is unknown.'),
      data: { sent: true },
    });
    const silent = await serve(() => {});
    expect(await failureOf({ url: silent.url, timeout: 50 })).toMatchObject({
      code: 'http-timeout',
      retryable: true,
      message: expect.stringContaining('did not end within 50 milliseconds'),
    });
    const large = await serve((_, response) => void response.end('x'.repeat(3_000)));
    expect(await failureOf({ url: large.url }, { limits: { responseBytes: 2_048 } })).toMatchObject({
      code: 'http-too-large',
      retryable: false,
      message: expect.stringContaining('larger than 2 KiB'),
    });
    expect(await failureOf({ url: large.url }, { allow: '' })).toMatchObject({
      code: 'http-blocked',
      retryable: false,
      message: expect.stringMatching(/127\.0\.0\.1 is loopback\..*SIGNALBOX_ALLOW_PRIVATE_ADDRESSES/),
      data: { sent: false },
    });
    const away = await serve(
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.2:9/x' }).end(),
    );
    expect(await failureOf({ url: `${away.url}/start` }, { allow: '127.0.0.1' })).toMatchObject({
      code: 'http-blocked',
      message: expect.stringMatching(
        /\/start was aborted: It redirects to 127\.0\.0\.2:9: 127\.0\.0\.2 is loopback\..*SIGNALBOX_ALLOW_PRIVATE_ADDRESSES/,
      ),
      data: { sent: true },
    });
  });

  test('[H1.2] the signal aborts a call', async () => {
    const aborting = new AbortController();
    const { url } = await serve(() => aborting.abort());
    expect(await connect().perform(callOf({ url }), aborting.signal)).toMatchObject({
      kind: 'failed',
      failure: { code: 'http-aborted', retryable: true },
    });
  });
});

describe('secrets', () => {
  const at = (pointer: string, name = 'TOKEN'): Json => [{ at: pointer, name }];

  test('[S2.1] secrets are sent in the argument that contains them, and redacted in responses', async () => {
    const { url, seen } = await serve((request, response) => {
      const echoed = { text: `you sent ${request.headers['x-key']}`, url: request.url, token: 'fresh' };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(echoed));
    });
    const outcome = await perform({
      url,
      headers: { 'X-Key': reference('TOKEN') },
      $secrets: at('/headers/X-Key'),
    });
    expect(seen[0]?.headers['x-key']).toBe(secret);
    expect(outcome).toMatchObject({ output: { body: { text: 'you sent [redacted]', token: 'fresh' } } });
    await perform({
      url: `${url}/p/\${env:TOKEN}?k=\${env:TOKEN}`,
      $secrets: [...['/url', '/url'].map((p) => ({ at: p, name: 'TOKEN' }))],
    });
    expect(seen[1]?.url).toBe('/p/hunter2%2Fhunter2?k=hunter2%2Fhunter2');
    await perform({ url, method: 'POST', body: { k: reference('TOKEN') }, $secrets: at('/body/k') });
    expect(seen[2]?.body).toBe(JSON.stringify({ k: secret }));
  });

  test('[S2.1] text from data is sent unchanged', async () => {
    const { url, seen } = await serve();
    await perform({ url, headers: { 'X-Key': reference('TOKEN') } });
    expect(seen[0]?.headers['x-key']).toBe(reference('TOKEN'));
  });

  test('[S2.1] a refused request is not sent', async () => {
    const { url, seen } = await serve();
    const named = { url, headers: { 'X-Key': reference('OTHER') }, $secrets: at('/headers/X-Key', 'OTHER') };
    expect(await failureOf(named)).toMatchObject({ code: 'secret-refused', retryable: false });
    const elsewhere = {
      url: 'http://127.0.0.2:9/',
      headers: { 'X-Key': reference('TOKEN') },
      $secrets: at('/headers/X-Key'),
    };
    expect(await failureOf(elsewhere)).toMatchObject({ code: 'secret-refused' });
    const host = { url: `http://\${env:TOKEN}/`, $secrets: at('/url') };
    expect(await failureOf(host)).toMatchObject({ code: 'bad-arguments' });
    expect(seen).toEqual([]);
  });

  test('[S2.1] a redirect does not forward secrets', async () => {
    const other = await serve();
    const { url } = await serve((_, response) => void response.writeHead(307, { location: other.url }).end());
    const inBody = { url, method: 'POST', body: { k: reference('TOKEN') }, $secrets: at('/body/k') };
    expect(await failureOf(inBody)).toMatchObject({
      code: 'http-blocked',
      retryable: false,
      data: { sent: true },
    });
    expect(other.seen).toEqual([]);
    await perform({ url, headers: { 'X-Key': reference('TOKEN') }, $secrets: at('/headers/X-Key') });
    const named = ['Accept', 'User-Agent', 'Idempotency-Key', 'content-type'];
    await perform({
      url,
      headers: Object.fromEntries(named.map((name) => [name, `a/b ${reference('TOKEN')}`])),
      $secrets: named.map((name) => ({ at: `/headers/${name}`, name: 'TOKEN' })),
    });
    expect(other.seen).toHaveLength(2);
    expect(JSON.stringify(other.seen)).not.toContain('hunter2');
  });

  test('[S2.1] a secret that is invalid in a header is reported, and not shown', async () => {
    const { url } = await serve();
    const failure = await failureOf({
      url,
      headers: { K: reference('BROKEN') },
      $secrets: at('/headers/K', 'BROKEN'),
    });
    expect(failure).toMatchObject({
      code: 'bad-arguments',
      message: expect.stringContaining('“headers.K” must not contain a line break'),
    });
    expect(failure.message).not.toContain('line\n');
  });
});

test('[H1.3] safe and idempotent methods may be repeated', () => {
  const connector = connect();
  const repeatable = (method: Json) =>
    connector.isRepeatable('http', { url: 'https://a.example', method }, 0);
  expect(['GET', 'head', 'OPTIONS', 'PUT', 'DELETE', null].map(repeatable)).toEqual(Array(6).fill(true));
  expect(['POST', 'PATCH', 'nonsense', 7].map(repeatable)).toEqual(Array(4).fill(false));
  expect(connector.isRepeatable('http', 'x', 0)).toBe(true);
});

test('[H1.3] the connector offers one operation, and is ready', async () => {
  const connector = connect();
  const [operation] = await connector.operations();
  expect(operation?.parameters.map(({ name, required }) => (required ? name : `${name}?`))).toEqual([
    'url',
    'method?',
    'headers?',
    'query?',
    'body?',
    'timeout?',
  ]);
  expect(await connector.health()).toEqual({ state: 'ready', message: '' });
});
