/** The server on a real port, with hostile clients. */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import {
  createDeferred,
  openPortFixture,
  postHead,
  postJson,
  readUntilClosed,
  type Served,
  smallPost,
  whenClosed,
} from '../../../test/server/port-fixture.ts';
import { HttpResponse } from '../message/http-response.ts';
import { httpLimits } from './contract/http-limits.ts';

const fixture = openPortFixture();
const { serve, dial, speak } = fixture;
afterEach(() => fixture.clear());

const eventStream = { headers: { 'content-type': 'text/event-stream' } };

/** The server still answers, which every test here checks. */
async function expectAlive({ server }: Served): Promise<void> {
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
}

test('[P7.1] a request reaches the endpoint with its body and headers, and its answer is returned', async () => {
  const { server, mcpEndpoint } = await serve({
    fetch: async (request, { body }) =>
      new HttpResponse(JSON.stringify({ body, name: request.headers.get('mcp-name') }), {
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
  expect(mcpEndpoint.asked[0]?.caller.choice).toEqual(['all']);
  const head = await fetch(`${server.url}/health`, { method: 'HEAD' });
  const { length } = await (await fetch(`${server.url}/health`)).text();
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    `${length}`,
    '',
  ]);
});

test('[P7.2] a disconnecting client aborts its request', async () => {
  const began = createDeferred<AbortSignal>();
  const { port } = await serve({
    fetch: (request) => {
      began.resolve(request.signal);
      return new Promise(() => {});
    },
  });
  const socket = await dial(port);
  socket.write(smallPost(port));
  const signal = await began.promise;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
});

test('[P7.2] a stream ends at the endpoint when its client disconnects', async () => {
  const ended = createDeferred<void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => ended.resolve(),
  });
  const { port } = await serve({ fetch: async () => new HttpResponse(body, eventStream) });
  const socket = await dial(port);
  socket.write(smallPost(port));
  await once(socket, 'data');
  socket.destroy();
  await ended.promise;
});

test('[P7.1] a stream begins before its first data, and everything else is sent in one piece', async () => {
  const { server } = await serve({
    fetch: async (request) =>
      request.method === 'GET'
        ? new HttpResponse(new ReadableStream(), eventStream)
        : new HttpResponse(ReadableStream.from(['{"a":', '1}'].map((part) => Buffer.from(part))), {
            status: 201,
          }),
  });
  const open = new AbortController();
  const stream = await fetch(`${server.url}/mcp`, { signal: open.signal });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  open.abort();
  const whole = await postJson(server.url, '{}');
  expect([whole.status, whole.headers.get('content-length'), await whole.json()]).toEqual([
    201,
    '7',
    { a: 1 },
  ]);
});

test('[P7.2] a stream is read no faster than by its client, and a client that does not read is disconnected', async () => {
  const chunk = new Uint8Array(64 * 1_024);
  const ended = createDeferred<void>();
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
  const served = await serve(
    { fetch: async () => new HttpResponse(body, eventStream) },
    { drainTimeout: 100 },
  );
  const socket = await dial(served.port);
  socket.pause();
  socket.write(smallPost(served.port));
  await ended.promise;
  // Only what the system's sockets hold.
  expect(pulled * chunk.length).toBeLessThan(32 * 1_024 * 1_024);
  await expectAlive(served);
});

test('[P7.2] a request that announces too much is refused before its body is sent', async () => {
  const served = await serve();
  const answer = await speak(
    served.port,
    postHead(served.port, `Connection: close\r\nContent-Length: ${httpLimits.bodyBytes + 1}\r\n\r\n`),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"error":"body_too_big"');
  expect(served.mcpEndpoint.asked).toEqual([]);
});

test('[P7.2] a client that expects 100-continue gets it, or is refused', async () => {
  const served = await serve();
  const expecting = `Connection: close\r\nExpect: 100-continue\r\n`;
  const refused = await speak(
    served.port,
    postHead(served.port, `${expecting}Content-Length: 9999999\r\n\r\n`),
  );
  expect(refused).toMatch(/^HTTP\/1\.1 413 /);
  const socket = await dial(served.port);
  socket.write(postHead(served.port, `${expecting}Content-Length: 2\r\n\r\n`));
  const [first]: unknown[] = await once(socket, 'data');
  expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('{}');
  expect(await readUntilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test('[P7.2] a client that sends too much unannounced gets the reason', async () => {
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

test('[P7.2] a client that keeps sending after a refusal is cut off', async () => {
  const served = await serve({}, { bodyBytes: 1_000, refusedBytes: 100_000 });
  const socket = await dial(served.port);
  socket.write(postHead(served.port, `Transfer-Encoding: chunked\r\n\r\n`));
  const cut = whenClosed(socket);
  const block = `2710\r\n${'x'.repeat(10_000)}\r\n`;
  const timer = setInterval(() => socket.write(block), 1);
  await cut.finally(() => clearInterval(timer));
  await expectAlive(served);
});

test('[P7.2] concurrent bodies share a limit', async () => {
  // One principal may use a quarter of it.
  const limits = { bodyBytes: 1_000, bodyBytesAtOnce: 6_000 };
  const served = await serve({}, limits);
  const first = await dial(served.port);
  first.write(postHead(served.port, `Content-Length: 1000\r\n\r\n"${'x'.repeat(900)}`));
  const later = await untilRefused(served.server.url, `"${'x'.repeat(800)}"`);
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
  first.end('"'.padStart(99, 'x'));
  // Its share is free again.
  const answer = await readUntilClosed(first);
  expect(answer).toContain('HTTP/1.1 200');
  expect((await postJson(served.server.url, `"${'x'.repeat(800)}"`)).status).toBe(200);
});

/** The system decides when the first part of the other body arrives. */
async function untilRefused(url: string, body: string): Promise<Response> {
  for (;;) {
    const response = await postJson(url, body);
    if (response.status !== 200) return response;
    await response.text();
  }
}

test('[P7.2] incomplete headers and bodies are answered with an error', async () => {
  const quick = { headersTimeout: 50, requestTimeout: 100, checkEvery: 10 };
  const served = await serve({}, quick);
  const slow = [
    'POST /mcp HT',
    'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: 1',
    postHead(served.port, `Content-Length: 100\r\n\r\n{"jsonrpc":`),
  ];
  for (const answer of await Promise.all(slow.map((part) => speak(served.port, part)))) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"error":"too_slow"');
  }
  expect(served.mcpEndpoint.asked).toEqual([]);
  await expectAlive(served);
});

test('[P7.2] input that is not HTTP, and headers that are too big, are answered with an error', async () => {
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
    ['GET / HTTP/1.0\r\n\r\n', '400', 'host_missing'],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400', 'host_missing'],
    ['TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', '405', 'method_not_allowed'],
    ['GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n', '403', 'foreign_host'],
  ];
  for (const [sent, status, error] of rows) {
    const answer = await speak(served.port, sent);
    expect([sent.slice(0, 40), answer.slice(9, 12)]).toEqual([sent.slice(0, 40), status]);
    expect(answer).toContain(`"error":"${error}"`);
  }
  await expectAlive(served);
});

test('[P7.2] a thousand silent connections do not block other clients', { timeout: 60_000 }, async () => {
  const served = await serve();
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => dial(served.port)));
  expect(await (await postJson(served.server.url, '{}')).json()).toEqual({ ok: true });
  expect(idle.every((socket) => !socket.destroyed)).toBe(true);
});

test('[P7.2] connections above the limit are refused, and accepted when there is room', async () => {
  const served = await serve({}, { connections: 3 });
  const idle = await Promise.all([1, 2, 3].map(() => dial(served.port)));
  const surplus = await dial(served.port);
  await whenClosed(surplus);
  for (const socket of idle) socket.destroy();
  for (;;) {
    const response = await fetch(`${served.server.url}/health`).catch(() => undefined);
    if (response?.status === 200) break;
  }
});
