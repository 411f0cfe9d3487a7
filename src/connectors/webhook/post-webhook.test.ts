import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startLocalServer } from '../../../test/servers/local-server.ts';
import { parseAllowedAddresses } from '../http/allowed-addresses.ts';
import type { ResolvedAddress } from '../http/guarded-agent.ts';
import { createWebhookPoster, type Posted, type WebhookPosterOptions } from './post-webhook.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function allow(list: string) {
  const parsed = parseAllowedAddresses(list);
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join(' '));
  return parsed.allowed;
}

function poster(options: Partial<WebhookPosterOptions> = {}) {
  const made = createWebhookPoster({
    allowed: allow('127.0.0.1'),
    timeout: 10_000,
    now: () => 0,
    ...options,
  });
  cleanUps.push(made.close);
  return made;
}

const never = new AbortController().signal;

const post = (url: string, options: Partial<WebhookPosterOptions> = {}): Promise<Posted> =>
  poster(options).post(
    { url: new URL(url), headers: { 'x-mine': 'yes' }, body: Buffer.from('{"a":1}') },
    never,
  );

async function serve(listener: RequestListener) {
  const server = await startLocalServer(listener);
  cleanUps.push(server.close);
  return server;
}

/** A server that responds as scripted, byte by byte if needed. */
async function rawServer(speak: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => speak(socket));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}/`;
}

describe('receivers', () => {
  test('[F3.3] the receiver gets the headers and the body', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push([request.method, request.headers['x-mine'], body]);
        response.writeHead(202).end('ok');
      });
    });
    expect(await post(`${url}/hook`)).toEqual({ kind: 'answered', status: 202, after: undefined });
    expect(seen).toEqual([['POST', 'yes', '{"a":1}']]);
  });

  test('[F3.3] Retry-After of a receiver is returned', async () => {
    const { url } = await serve(
      (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
    );
    expect(await post(url)).toEqual({ kind: 'answered', status: 429, after: 120_000 });
  });

  test('[F3.3] a receiver that hangs times out', async () => {
    const { url } = await serve(() => {});
    expect(await post(url, { timeout: 200 })).toEqual({ kind: 'timed-out', after: 200 });
  });

  test('[F3.3] a receiver that responds byte by byte times out', async () => {
    const url = await rawServer((socket) => {
      const text = `HTTP/1.1 200 OK\r\nx-slow: ${'x'.repeat(10_000)}`;
      let index = 0;
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write(text.charAt(index++));
      }, 5);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await post(url, { timeout: 300 })).toEqual({ kind: 'timed-out', after: 300 });
  });

  test('[F3.3] only the status of an endless or unbounded response counts', async () => {
    const slow = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'));
    expect(await post(slow)).toMatchObject({ kind: 'answered', status: 200 });
    const huge = await rawServer((socket) => {
      socket.write('HTTP/1.1 503 No\r\n\r\n');
      const chunk = Buffer.alloc(1_048_576, 'x');
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk));
        socket.once('drain', pour);
      };
      pour();
    });
    expect(await post(huge)).toMatchObject({ kind: 'answered', status: 503 });
  });

  test('[F3.3] a connection with an endless response is not kept', async () => {
    const closed: string[] = [];
    for (const head of ['content-length: 9', 'content-length: 99999', 'transfer-encoding: chunked']) {
      const url = await rawServer((socket) => {
        socket.on('close', () => closed.push(head));
        socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
      });
      expect(await post(url)).toMatchObject({ kind: 'answered', status: 200 });
      while (!closed.includes(head)) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

  test('[F3.3] a connection whose response ends is reused', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end('ok'));
    });
    const sender = poster();
    const times = 10;
    for (let count = 0; count < times; count++) {
      const request = { url: new URL(url), headers: {}, body: Buffer.from('x') };
      expect(await sender.post(request, never)).toMatchObject({ status: 200 });
    }
    expect(ports.size).toBeLessThan(times);
  });

  test('[F3.3] endless headers end the connection', async () => {
    const url = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${`x-more: ${'y'.repeat(1_000)}\r\n`.repeat(100)}`);
    });
    expect(await post(url)).toMatchObject({ kind: 'failed', message: expect.stringContaining('headers') });
  });

  test('[F3.3] a closed connection and a missing receiver are failures', async () => {
    const closing = await rawServer((socket) => socket.destroy());
    expect(await post(closing)).toMatchObject({ kind: 'failed', message: 'the connection was lost' });
    const { url, close } = await serve(() => {});
    await close();
    expect(await post(url)).toMatchObject({ kind: 'failed', message: 'the connection was refused' });
  });

  test('[F3.3] an abort of the caller is reported as an abort', async () => {
    const { url } = await serve(() => {});
    const abort = new AbortController();
    const request = { url: new URL(url), headers: {}, body: Buffer.from('x') };
    const posted = poster().post(request, abort.signal);
    abort.abort();
    expect(await posted).toEqual({ kind: 'aborted' });
  });
});

describe('destinations', () => {
  const locations = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://127.0.0.2:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    `http://localhost:${port}/`,
    'https://hooks.example.com/',
    'file:///etc/passwd',
    '/elsewhere',
  ];

  test.each([301, 302, 303, 307, 308])('[F3.5] a redirect (%d) is not followed', async (code) => {
    const seen: string[] = [];
    let location = '';
    const { url, port } = await serve((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(code, { location }).end();
    });
    const sender = poster({ allowed: allow('1') });
    for (const each of locations(port)) {
      location = each;
      const request = { url: new URL(`${url}/start`), headers: {}, body: Buffer.from('x') };
      expect(await sender.post(request, never)).toMatchObject({ kind: 'answered', status: code });
    }
    expect(new Set(seen)).toEqual(new Set(['/start']));
  });

  const answers =
    (...addresses: readonly string[]) =>
    async (): Promise<readonly ResolvedAddress[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('[F3.5] a name that resolves to %s is blocked', async (address) => {
    const options = { allowed: allow(''), resolve: answers(address) };
    expect(await post('https://hooks.example.com/', options)).toEqual({ kind: 'blocked' });
  });

  test('[F3.5] a missing name is not distinguished from one without a public address', async () => {
    const resolve = async (): Promise<never> => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND db.example.com'), { code: 'ENOTFOUND' });
    };
    expect(await post('https://db.example.com/', { resolve })).toEqual({ kind: 'blocked' });
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://localhost:PORT/',
  ])('[F3.5] %s is blocked', async (pattern) => {
    let calls = 0;
    const { port } = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    expect(await post(pattern.replace('PORT', String(port)), { allowed: allow('') })).toEqual({
      kind: 'blocked',
    });
    expect(calls).toBe(0);
  });

  test('[F3.5] a name that resolves differently the second time is checked again', async () => {
    let calls = 0;
    const { port } = await serve((_, response) => {
      calls += 1;
      response.writeHead(204, { connection: 'close' }).end();
    });
    let looks = 0;
    // First to an allowed address, then to a forbidden one, as in DNS rebinding.
    const resolve = async (): Promise<readonly ResolvedAddress[]> =>
      ++looks === 1 ? answers('127.0.0.1')() : answers('127.0.0.2')();
    const sender = poster({ allowed: allow('127.0.0.1'), resolve });
    const request = {
      url: new URL(`http://hooks.example.com:${port}/`),
      headers: {},
      body: Buffer.from('x'),
    };
    expect(await sender.post(request, never)).toMatchObject({ kind: 'answered', status: 204 });
    expect(await sender.post(request, never)).toEqual({ kind: 'blocked' });
    expect([looks, calls]).toEqual([2, 1]);
  });
});
