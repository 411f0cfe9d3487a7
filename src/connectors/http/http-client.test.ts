import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';
import { parseAllowedAddresses } from './allowed-addresses.ts';
import type { ResolvedAddress } from './guarded-agent.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';
import type { HttpOutcome, HttpRequest } from './http-request.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(listener: RequestListener): Promise<LocalServer> {
  const server = await startLocalServer(listener);
  cleanUps.push(server.close);
  return server;
}

function allow(list: string) {
  const parsed = parseAllowedAddresses(list);
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join(' '));
  return parsed.allowed;
}

function createClient(options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({ allowed: allow('127.0.0.0/8'), ...options });
  cleanUps.push(client.close);
  return client;
}

const never = new AbortController().signal;
const get = (url: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  body: undefined,
  ...rest,
});
const send = (url: string, rest: Partial<HttpRequest> = {}, options: Partial<HttpClientOptions> = {}) =>
  createClient(options).send(get(url, rest), never);
const textOf = (outcome: HttpOutcome) =>
  outcome.kind === 'answered' ? outcome.body.toString() : outcome.kind;

const hello: RequestListener = (_, response) => void response.end('hello');

describe('connections', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://localhost:PORT/',
    'https://127.0.0.1:PORT/',
  ])('[H1.1] %s is blocked', async (pattern) => {
    let calls = 0;
    const { port } = await serve((request, response) => {
      calls++;
      hello(request, response);
    });
    const outcome = await send(pattern.replace('PORT', String(port)), {}, { allowed: allow('') });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'address', sent: false });
    expect(calls).toBe(0);
  });

  test('[H1.1] addresses that the operator allows are reachable', async () => {
    const { port } = await serve(hello);
    for (const [list, host] of [
      ['1', '127.0.0.1'],
      ['127.0.0.0/8', '2130706433'],
      [`localhost:${port}`, 'localhost'],
      ['127.0.0.1', '[::ffff:127.0.0.1]'],
    ]) {
      expect(textOf(await send(`http://${host}:${port}/`, {}, { allowed: allow(list ?? '') }))).toBe('hello');
    }
  });

  const answers =
    (...addresses: readonly string[]) =>
    async (): Promise<readonly ResolvedAddress[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1', 'nonsense'])(
    '[H1.1] a name that resolves to %s is blocked, and the address is reported',
    async (address) => {
      const outcome = await send(
        'http://a.example:1/',
        {},
        { allowed: allow(''), resolve: answers(address) },
      );
      expect(outcome).toMatchObject({
        kind: 'refused',
        reason: 'address',
        message: expect.stringContaining(`a.example is at ${address}`),
        sent: false,
      });
    },
  );

  test('[H1.1] a name is resolved once: a later change has no effect', async () => {
    const { port } = await serve(hello);
    let asked = 0;
    // First an allowed address with a closed port, then, as in DNS rebinding, the forbidden one.
    const resolve = async (): Promise<readonly ResolvedAddress[]> =>
      ++asked === 1 ? answers('127.0.0.99')() : answers('127.0.0.1')();
    const allowed = allow('127.0.0.99');
    const client = createClient({ allowed, resolve });
    expect(await client.send(get(`http://a.example:${port}/`), never)).toMatchObject({
      kind: 'failed',
      sent: false,
    });
    expect(asked).toBe(1);
    expect(await client.send(get(`http://a.example:${port}/`), never)).toMatchObject({ kind: 'refused' });
    expect(asked).toBe(2);
  });

  test('[H1.1] of several addresses only the allowed ones are used', async () => {
    const { port } = await serve(hello);
    const resolve = answers('10.0.0.1', '::1', '127.0.0.1');
    expect(textOf(await send(`http://a.example:${port}/`, {}, { resolve }))).toBe('hello');
  });

  test('[H1.1] the same rules apply to libraries that use fetch, including redirects', async () => {
    const { url, port } = await serve((_, response) => {
      response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    });
    const guarded = createGuardedFetch({ allowed: allow('127.0.0.2') });
    const narrow = createGuardedFetch({ allowed: allow(`127.0.0.1:${port}`), resolve: answers('127.0.0.3') });
    cleanUps.push(guarded.close, narrow.close);
    for (const { fetch } of [guarded, narrow]) {
      await expect(fetch(url)).rejects.toMatchObject({ cause: { name: 'BlockedAddressError' } });
    }
    const open = createGuardedFetch({ allowed: allow('1') });
    cleanUps.push(open.close);
    expect((await open.fetch(url, { redirect: 'manual' })).status).toBe(302);
  });
});

describe('redirects', () => {
  /** Redirects as its path defines, and records every request. */
  async function redirecting(status: number, target: (path: string) => string) {
    const seen: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = [];
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const { method, url = '', headers } = request;
        seen.push({ method, url, headers, body });
        if (url === '/end') response.end('there');
        else response.writeHead(status, { location: target(url) }).end();
      });
    };
    return { seen, server: await serve(answer) };
  }

  test('[S2.1] credential headers are not sent to another origin', async () => {
    const end = await redirecting(200, () => '');
    const { server } = await redirecting(307, () => `${end.server.url}/end`);
    const harmless = { accept: 'e', 'idempotency-key': 'f', 'user-agent': 'g', 'content-type': 'text/plain' };
    const own = { authorization: 'a', cookie: 'b', 'x-api-key': 'c', 'x-mine': 'd', mine: 'h' };
    await send(`${server.url}/start`, {
      method: 'POST',
      headers: { ...own, ...harmless },
      body: Buffer.from('x'),
    });
    const [{ headers, body } = { headers: {}, body: '' }] = end.seen;
    expect(body).toBe('x');
    expect(headers).toMatchObject(harmless);
    expect(Object.keys(headers).filter((name) => name in own)).toEqual([]);
  });

  test('[S2.1] a body with secrets is not sent to another origin', async () => {
    const end = await redirecting(200, () => '');
    const { server } = await redirecting(308, () => `${end.server.url}/end`);
    const outcome = await send(`${server.url}/start`, {
      method: 'POST',
      body: Buffer.from('x'),
      confined: { headers: [] },
    });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'redirect', sent: true });
    expect(end.seen).toEqual([]);
  });

  test('[H1.1] a redirect to a blocked address is not followed', async () => {
    const { seen, server } = await redirecting(302, () => 'http://169.254.169.254/latest/meta-data');
    expect(await send(`${server.url}/start`)).toMatchObject({
      kind: 'refused',
      reason: 'address',
      message: 'It redirects to 169.254.169.254: 169.254.169.254 is link-local.',
      sent: true,
    });
    expect(seen.length).toBe(1);
  });

  test('[H1.1] five redirects are followed, the sixth is not', async () => {
    const { seen, server } = await redirecting(302, (path) =>
      path === '/4' ? '/end' : `/${Number(path.slice(1)) + 1}`,
    );
    expect(textOf(await send(`${server.url}/0`))).toBe('there');
    expect(seen.length).toBe(6);
    expect(await send(`${server.url}/-1`)).toMatchObject({
      kind: 'refused',
      message: 'It redirects more than 5 times.',
    });
  });

  test('[H1.3] a response that only looks like a redirect is returned', async () => {
    const { url } = await serve((_, response) => void response.writeHead(304).end());
    expect(await send(url)).toMatchObject({ kind: 'answered', status: 304 });
  });
});

describe('limits', () => {
  const limits = { responseBytes: 10_000 };

  test.each(['plain', 'endless'])('[H1.2] a response that is too large is cut off: %s', async (kind) => {
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const { url } = await serve((_, response) => {
      response.on('close', close);
      if (kind === 'plain') return void response.end('x'.repeat(10_001));
      const endless = new Readable({ read: () => void endless.push('x'.repeat(1_000)) });
      pipeline(endless, response, () => {});
    });
    expect(await send(url, {}, { limits })).toEqual({
      kind: 'too-large',
      what: 'answer',
      limit: 10_000,
      sent: true,
    });
    await closed;
  });

  test('[H1.2] a response of exactly the limit is accepted', async () => {
    const { url } = await serve((_, response) => void response.end('x'.repeat(10_000)));
    expect(textOf(await send(url, {}, { limits }))).toHaveLength(10_000);
  });

  const packers = {
    gzip: gzipSync,
    br: brotliCompressSync,
    deflate: deflateSync,
    'deflate (bare)': deflateRawSync,
    'gzip, br': (data: Buffer) => brotliCompressSync(gzipSync(data)),
  };

  test.each(Object.entries(packers))(
    '[H1.2] %s is decompressed, and output over the limit is cut off',
    async (name, pack) => {
      const encoding = name.replace(' (bare)', '');
      const { url } = await serve((request, response) => {
        const size = request.url === '/bomb' ? 50_000_000 : 5_000;
        response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.alloc(size, 'y')));
      });
      expect(textOf(await send(`${url}/small`, {}, { limits }))).toBe('y'.repeat(5_000));
      expect(await send(`${url}/bomb`, {}, { limits })).toMatchObject({ kind: 'too-large', what: 'answer' });
    },
  );

  test('[H1.2] a large compressed response arrives complete', async () => {
    const data = Buffer.from(Array.from({ length: 400_000 }, (_, i) => `${i * 7919}`).join(' '));
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(data));
    });
    const outcome = await send(url);
    expect(outcome.kind === 'answered' && outcome.body.equals(data)).toBe(true);
  });

  test('[H1.2] a wrong encoding is a failure; an unknown encoding is left unchanged', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'content-encoding': request.url?.slice(1) }).end('plain');
    });
    expect(await send(`${url}/gzip`)).toMatchObject({ kind: 'failed', sent: true });
    expect(textOf(await send(`${url}/zstd`))).toBe('plain');
    expect(textOf(await send(`${url}/gzip`, { method: 'HEAD' }))).toBe('');
  });

  test('[H1.2] headers and requests that are too large are cut off', async () => {
    let calls = 0;
    const { url } = await serve((_, response) => {
      calls++;
      response.writeHead(200, { 'x-long': 'x'.repeat(3_000) }).end();
    });
    expect(await send(url, {}, { limits: { headerBytes: 2_000 } })).toMatchObject({
      kind: 'too-large',
      what: 'headers',
    });
    const body = Buffer.alloc(101);
    expect(await send(url, { method: 'POST', body }, { limits: { requestBytes: 100 } })).toEqual({
      kind: 'too-large',
      what: 'request',
      limit: 100,
      sent: false,
    });
    expect(calls).toBe(1);
  });

  test.each(['/silent', '/head', '/drip'])(
    '[H1.2] a response that does not arrive in time is cut off: %s',
    async (path) => {
      const { url } = await serve((_, response) => {
        if (path !== '/silent') response.writeHead(200).flushHeaders();
        const drip = path === '/drip' ? setInterval(() => response.write('x'), 5) : undefined;
        response.on('close', () => clearInterval(drip));
      });
      expect(await send(`${url}${path}`, { timeout: 100 })).toEqual({
        kind: 'timed-out',
        after: 100,
        sent: true,
      });
    },
  );

  test('[H1.2] the timeout includes the DNS lookup', async () => {
    const resolve = () => new Promise<readonly ResolvedAddress[]>(() => {});
    const outcome = await send('http://a.example/', {}, { resolve, limits: { timeout: 50 } });
    expect(outcome).toEqual({ kind: 'timed-out', after: 50, sent: false });
  });

  test('[H1.2] the signal aborts a request, before and during its transfer', async () => {
    const aborting = new AbortController();
    const { url } = await serve(() => aborting.abort());
    expect(await createClient().send(get(url), aborting.signal)).toEqual({ kind: 'aborted', sent: true });
    expect(await createClient().send(get(url), aborting.signal)).toEqual({ kind: 'aborted', sent: false });
  });
});

describe('failures', () => {
  test('[H1.2] a request that was not sent is distinguished from a lost response', async () => {
    const { url, port } = await serve((request) => void request.socket.destroy());
    expect(await send(url)).toEqual({ kind: 'failed', message: 'the connection was lost', sent: true });
    const closed = createServer();
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address();
    await new Promise((resolve) => closed.close(resolve));
    const free = typeof address === 'object' ? address?.port : port;
    expect(await send(`http://127.0.0.1:${free}/`)).toEqual({
      kind: 'failed',
      message: 'the connection was refused',
      sent: false,
    });
    const resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND a.example'), { code: 'ENOTFOUND' });
    };
    expect(await send('http://a.example/', {}, { resolve })).toEqual({
      kind: 'failed',
      message: 'the host does not exist',
      sent: false,
    });
    expect(await send('http://a.example/', {}, { resolve: async () => [] })).toMatchObject({
      kind: 'failed',
      sent: false,
    });
  });

  test('[H1.2] a response that ends early is a failure', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => response.destroy());
    });
    expect(await send(url)).toMatchObject({ kind: 'failed', sent: true });
  });

  test('[H1.2] a response that is not HTTP is a failure', async () => {
    const server = createServer((socket) => void socket.resume().end('220 mail\r\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    cleanUps.push(() => new Promise((resolve) => void server.close(resolve)));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failed', sent: true });
  });
});
