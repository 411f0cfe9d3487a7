/** Startup and shutdown of the server: its address, and which requests are still answered. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import {
  createDeferred,
  openPortFixture,
  postJson,
  readUntilClosed,
  smallPost,
  whenClosed,
} from '../../../test/server/port-fixture.ts';
import { scriptedOptions } from '../../../test/server/scripted-endpoint.ts';
import { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import { type HttpServer, serveHttp } from './serve-http.ts';

const fixture = openPortFixture();
const { serve, dial } = fixture;
const others: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((server) => server.close()));
  await fixture.clear();
});

const eventStream = { headers: { 'content-type': 'text/event-stream' } };

test('[P7.4] at shutdown an active call is answered before the endpoint closes, and new requests are refused', async () => {
  const began = createDeferred<void>();
  const released = createDeferred<void>();
  const { server, mcpEndpoint, port } = await serve({
    fetch: async () => {
      began.resolve();
      await released.promise;
      return jsonResponse({ done: true });
    },
  });
  const call = postJson(server.url, '{}');
  await began.promise;
  const over = server.close();
  await expect(dial(port)).rejects.toThrow('ECONNREFUSED');
  expect(mcpEndpoint.ends).toEqual(['drain']);
  released.resolve();
  const response = await call;
  expect(await response.json()).toEqual({ done: true });
  await over;
  expect(mcpEndpoint.ends).toEqual(['drain', 'close']);
  await server.close();
  expect(mcpEndpoint.ends).toEqual(['drain', 'close']);
});

test('[P7.4] a call that does not end in time is not waited for', async () => {
  const began = createDeferred<void>();
  const { server, mcpEndpoint } = await serve(
    {
      fetch: () => {
        began.resolve();
        return new Promise<never>(() => {});
      },
    },
    { shutdownGrace: 1, closeTimeout: 1 },
  );
  const call = postJson(server.url, '{}').catch(() => 'cut off');
  await began.promise;
  await server.close();
  expect(mcpEndpoint.ends).toEqual(['drain', 'close']);
  expect(await call).toBe('cut off');
});

test('[P7.4] until the end a connected client sees that the server is not ready', async () => {
  const released = createDeferred<void>();
  const closing = createDeferred<void>();
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
  const answer = await readUntilClosed(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.toLowerCase()).toContain('connection: close');
  expect(answer).toContain('"reason":"shutting_down"');
  released.resolve();
  await over;
});

/** Earlier data on other connections has been read when this is answered. */
async function expectAccepted(port: number): Promise<void> {
  for (let at = 0; at < 3; at++) expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
}

test('[P7.4] a client that does not read its answer is not waited for', async () => {
  const stream = () => new ReadableStream({ start: (begun) => begun.enqueue(new Uint8Array(10)) });
  const { server, port } = await serve(
    { fetch: async () => new HttpResponse(stream(), eventStream) },
    { shutdownGrace: 1 },
  );
  const socket = await dial(port);
  socket.write(smallPost(port));
  await once(socket, 'data');
  await server.close();
  await whenClosed(socket);
});

test('[P7.1] a port that is in use is the system error', async () => {
  const { port } = await serve();
  const options = { ...scriptedOptions(), host: '127.0.0.1', port, publicUrl: '', tell: () => {} };
  await expect(serveHttp(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('[P7.1] with credentials a public address is published, and its host is admitted', async () => {
  const options = scriptedOptions({ isDevelopment: false });
  const publicUrl = 'https://flows.example.com/box';
  const server = await serveHttp({ ...options, host: '127.0.0.1', port: 0, publicUrl, tell: () => {} });
  others.push(server);
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
