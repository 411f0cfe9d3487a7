/** The server on a real port, and clients that mean no good. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { TextResponse } from '../mcp/contract/text-response.ts';
import { type HttpLimits, httpLimits } from './http-limits.ts';
import { type DoorScript, type ScriptedDoor, scriptedDoor, scriptedOptions } from './scripted-door.ts';
import { type HttpServer, serveHttp } from './serve-http.ts';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Served {
  readonly server: HttpServer;
  readonly door: ScriptedDoor;
  readonly port: number;
}

async function serve(script: DoorScript = {}, limits: Partial<HttpLimits> = {}): Promise<Served> {
  const door = scriptedDoor(script);
  const options = scriptedOptions({ door, limits: { ...httpLimits, farewell: 50, ...limits } });
  const server = await serveHttp({ ...options, host: '127.0.0.1', port: 0, publicUrl: '' });
  servers.push(server);
  return { server, door, port: Number(new URL(server.url).port) };
}

/** What is written as it stands, and what comes back until the other side ends. */
async function speak(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = await dial(port);
  for (const part of parts) socket.write(part);
  return heard(socket);
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await closed(socket);
  return text;
}

/** However it ends. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

function promised<Value>() {
  let resolve = (_: Value): void => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const head = (port: number, more: string): string =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}`;
const json = 'Content-Type: application/json\r\n';

const post = (url: string, body: string): Promise<Response> =>
  fetch(`${url}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** It still answers, which is the point of everything here. */
async function expectAlive({ server }: Served): Promise<void> {
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
}

test('[P7.1] a request reaches the door with its body and headers, and its answer comes back', async () => {
  const { server, door } = await serve({
    fetch: async (request, { body }) =>
      new TextResponse(JSON.stringify({ body, name: request.headers.get('mcp-name') }), {
        status: 202,
        headers: { 'content-type': 'application/json', 'mcp-session-id': 's' },
      }),
  });
  const response = await fetch(`${server.url}/mcp?toolsets=all`, {
    method: 'POST',
    body: '{"é":"😀"}',
    headers: { 'content-type': 'application/json; charset=utf-8', 'mcp-name': 'x' },
  });
  expect([response.status, response.headers.get('mcp-session-id'), await response.json()]).toEqual([
    202,
    's',
    { body: { é: '😀' }, name: 'x' },
  ]);
  expect(door.asked[0]?.visitor.choice).toEqual(['all']);
});

test('[P7.2] a client that goes aborts its request', async () => {
  const began = promised<AbortSignal>();
  const { port } = await serve({
    fetch: (request) => {
      began.resolve(request.signal);
      return new Promise(() => {});
    },
  });
  const socket = await dial(port);
  socket.write(head(port, `${json}Content-Length: 2\r\n\r\n{}`));
  const signal = await began.promise;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
});

test('[P7.2] a stream ends for the door when its client goes', async () => {
  const ended = promised<void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => ended.resolve(),
  });
  const { port } = await serve({ fetch: async () => new Response(body) });
  const socket = await dial(port);
  socket.write(head(port, `${json}Content-Length: 2\r\n\r\n{}`));
  await once(socket, 'data');
  socket.destroy();
  await ended.promise;
});

test('[P7.2] a stream is read no faster than its client takes it, and who takes nothing is let go', async () => {
  const chunk = new Uint8Array(64 * 1_024);
  const ended = promised<void>();
  let pulled = 0;
  const body = new ReadableStream(
    {
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(chunk);
      },
      cancel: () => ended.resolve(),
    },
    { highWaterMark: 0 },
  );
  const served = await serve({ fetch: async () => new Response(body) }, { drainTimeout: 100 });
  const socket = await dial(served.port);
  socket.pause();
  socket.write(head(served.port, `${json}Content-Length: 2\r\n\r\n{}`));
  await ended.promise;
  // What the sockets of the system hold, and no more.
  expect(pulled * chunk.length).toBeLessThan(32 * 1_024 * 1_024);
  await expectAlive(served);
});

test('[P7.2] who announces too much is refused before it is sent', async () => {
  const served = await serve();
  const answer = await speak(
    served.port,
    head(served.port, `${json}Connection: close\r\nContent-Length: ${httpLimits.bodyBytes + 1}\r\n\r\n`),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"error":"body_too_big"');
  expect(served.door.asked).toEqual([]);
});

test('[P7.2] who waits to be told to go on is told so, or refused', async () => {
  const served = await serve();
  const expecting = `${json}Connection: close\r\nExpect: 100-continue\r\n`;
  const refused = await speak(served.port, head(served.port, `${expecting}Content-Length: 9999999\r\n\r\n`));
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  const socket = await dial(served.port);
  socket.write(head(served.port, `${expecting}Content-Length: 2\r\n\r\n`));
  const [first]: unknown[] = await once(socket, 'data');
  expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{}');
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test('[P7.2] who sends too much without announcing it sees why it is refused', async () => {
  const limits = { bodyBytes: 1_000, refusedBytes: 1_000_000 };
  const served = await serve({}, limits);
  const stream = new ReadableStream({
    start(controller) {
      for (let at = 0; at < 20; at++) controller.enqueue(new Uint8Array(1_000).fill(0x20));
      controller.close();
    },
  });
  const init = {
    method: 'POST',
    body: stream,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  };
  const response = await fetch(`${served.server.url}/mcp`, init as RequestInit);
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { error: { data: { error: 'body_too_big' } } },
  ]);
  await expectAlive(served);
});

test('[P7.2] who goes on sending what was refused is cut off', async () => {
  const served = await serve({}, { bodyBytes: 1_000, refusedBytes: 100_000 });
  const socket = await dial(served.port);
  socket.write(head(served.port, `${json}Transfer-Encoding: chunked\r\n\r\n`));
  const cut = closed(socket);
  const block = `2710\r\n${'x'.repeat(10_000)}\r\n`;
  const timer = setInterval(() => socket.write(block), 1);
  await cut.finally(() => clearInterval(timer));
  await expectAlive(served);
});

test('[P7.2] bodies that come at once have a limit together', async () => {
  const limits = { bodyBytes: 1_000, bodyBytesAtOnce: 1_500 };
  const served = await serve({}, limits);
  const first = await dial(served.port);
  first.write(head(served.port, `${json}Content-Length: 1000\r\n\r\n"${'x'.repeat(900)}`));
  const later = await untilRefused(served.server.url, `"${'x'.repeat(800)}"`);
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
  first.end('"'.padStart(99, 'x'));
  // Its room is free again.
  const answer = await heard(first);
  expect(answer).toContain('HTTP/1.1 200');
  expect((await post(served.server.url, `"${'x'.repeat(800)}"`)).status).toBe(200);
});

/** When the first part of the other body has arrived is the system's business. */
async function untilRefused(url: string, body: string): Promise<Response> {
  for (;;) {
    const response = await post(url, body);
    if (response.status !== 200) return response;
    await response.text();
  }
}

test('[P7.2] half-sent headers and half-sent bodies are answered with what is wrong', async () => {
  const quick = { headersTimeout: 50, requestTimeout: 100, checkEvery: 10 };
  const served = await serve({}, quick);
  const slow = [
    'POST /mcp HT',
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: 1',
    head(served.port, `${json}Content-Length: 100\r\n\r\n{"jsonrpc":`),
  ];
  for (const answer of await Promise.all(slow.map((part) => speak(served.port, part)))) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"too_slow"');
  }
  expect(served.door.asked).toEqual([]);
  await expectAlive(served);
});

test('[P7.2] what is no HTTP, and headers that are too big, are answered with what is wrong', async () => {
  const served = await serve();
  const rows: readonly (readonly [string, string, string])[] = [
    ['hello\r\n\r\n', '400', 'malformed_request'],
    [`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431', 'headers_too_big'],
    [
      'GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      '400',
      'invalid_target',
    ],
    ['OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '400', 'invalid_target'],
    ['GET / HTTP/1.0\r\n\r\n', '403', 'foreign_host'],
    ['GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n', '403', 'foreign_host'],
  ];
  for (const [sent, status, error] of rows) {
    const answer = await speak(served.port, sent);
    expect([sent.slice(0, 40), answer.slice(9, 12)]).toEqual([sent.slice(0, 40), status]);
    expect(answer).toContain(`"error":"${error}"`);
  }
  // Node itself answers this one.
  expect(await speak(served.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  await expectAlive(served);
});

test('[P7.2] a thousand connections that say nothing keep nobody else out', { timeout: 60_000 }, async () => {
  const served = await serve();
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => dial(served.port)));
  expect(await (await post(served.server.url, '{}')).json()).toEqual({ ok: true });
  expect(idle.every((socket) => !socket.destroyed)).toBe(true);
});

test('[P7.2] more connections than there may be are not taken, and others are when there is room', async () => {
  const served = await serve({}, { connections: 3 });
  const idle = await Promise.all([1, 2, 3].map(() => dial(served.port)));
  const surplus = await dial(served.port);
  await closed(surplus);
  for (const socket of idle) socket.destroy();
  for (;;) {
    const response = await fetch(`${served.server.url}/health`).catch(() => undefined);
    if (response?.status === 200) break;
  }
});

test('[P7.4] at the end a call under way is answered, and nobody new is let in', async () => {
  const began = promised<void>();
  const released = promised<void>();
  const closing = promised<void>();
  const { server, door, port } = await serve(
    {
      fetch: async () => {
        began.resolve();
        await released.promise;
        return Response.json({ done: true });
      },
      close: async () => {
        closing.resolve();
        await released.promise;
      },
    },
    { grace: 1_234, farewell: 10_000 },
  );
  const call = post(server.url, '{}');
  await began.promise;
  const over = server.close();
  await closing.promise;
  await expect(dial(port)).rejects.toThrow('ECONNREFUSED');
  released.resolve();
  const response = await call;
  expect(await response.json()).toEqual({ done: true });
  await over;
  expect(door.graces).toEqual([1_234]);
  await server.close();
  expect(door.graces).toEqual([1_234]);
});

test('[P7.4] until the end a client that is connected is told that it is not ready', async () => {
  const released = promised<void>();
  const closing = promised<void>();
  const { server, port } = await serve({
    close: async () => {
      closing.resolve();
      await released.promise;
    },
  });
  const socket = await dial(port);
  // A request that has begun keeps its connection open.
  socket.write(`GET /ready HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
  await expectAccepted(port);
  const over = server.close();
  await closing.promise;
  socket.write('\r\n');
  const answer = await heard(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"reason":"shutting_down"');
  released.resolve();
  await over;
});

/** What was sent before on other connections has been read when this is answered. */
async function expectAccepted(port: number): Promise<void> {
  for (let at = 0; at < 3; at++) expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
}

test('[P7.4] who does not take its answer is not waited for', async () => {
  const { server, port } = await serve({
    fetch: async () =>
      new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) })),
  });
  const socket = await dial(port);
  socket.write(head(port, `${json}Content-Length: 2\r\n\r\n{}`));
  await once(socket, 'data');
  await server.close();
  await closed(socket);
});

test('[P7.1] a port that is taken is the error of the system', async () => {
  const { port } = await serve();
  const options = { ...scriptedOptions(), host: '127.0.0.1', port, publicUrl: '' };
  await expect(serveHttp(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('[P7.1] a public address is what others are told, and a host that is let in', async () => {
  const options = scriptedOptions();
  const publicUrl = 'https://flows.example.com/box';
  const server = await serveHttp({ ...options, host: '127.0.0.1', port: 0, publicUrl });
  servers.push(server);
  const [response]: [IncomingMessage] = (await once(ask(server.url, 'flows.example.com'), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  expect(JSON.parse(text)).toMatchObject({ remotes: [{ url: 'https://flows.example.com/box/mcp' }] });
});

function ask(url: string, host: string): ClientRequest {
  return httpRequest(`${url}/mcp/server-card`, { headers: { host } }).end();
}
