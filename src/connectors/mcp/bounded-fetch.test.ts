import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { TooLargeError } from './too-large-error.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startLocalServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    response.setHeader('content-type', url.searchParams.get('type') ?? 'application/json');
    response.writeHead(Number(url.searchParams.get('status') ?? 200));
    for (const part of url.searchParams.getAll('part')) response.write(part);
    response.end();
  });
});
afterAll(() => server.close());

const ask = (query: Record<string, string>, parts: readonly string[], body?: unknown): Promise<Response> => {
  const search = new URLSearchParams(query);
  for (const part of parts) search.append('part', part);
  const bounded = boundedFetch({ fetch: globalThis.fetch, onBytes: () => undefined, limit: 20 });
  return bounded.fetch(`${server.url}/?${search}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
};
const stream = { type: 'text/event-stream; charset=utf-8' };

test('[H3.1] a response within the limit is returned unchanged, with its status and headers', async () => {
  const response = await ask({ status: '418' }, ['{"a":', '"0123456789ab"}']);
  expect([response.status, response.headers.get('content-type')]).toEqual([418, 'application/json']);
  expect(response.url).toContain(server.url);
  expect(await response.json()).toEqual({ a: '0123456789ab' });
  expect((await ask({ status: '204' }, [])).body).toBeNull();
});

test.each(['200', '500'])('[H3.1] a body beyond the limit is not read, status %s', async (status) => {
  const response = await ask({ status }, ['x'.repeat(12), 'x'.repeat(12)]);
  await expect(response.text()).rejects.toBeInstanceOf(TooLargeError);
});

test.each([
  ['line feeds', '\n'],
  ['carriage returns, too', '\r\n'],
])('[H3.1] a stream may be long, but each event has a limit: %s', async (_what, end) => {
  const small = `data: 0123456789${end}${end}`;
  const parts = [small, small, small, `data: ${'x'.repeat(30)}`, `yyy${end}${end}`, small];
  const text = await (await ask(stream, parts, { id: 7, method: 'tools/call' })).text();
  expect(text.startsWith(small.repeat(3))).toBe(true);
  const events = text.split(/\r?\n\r?\n/).filter((event) => event.trim() !== '');
  const last = events.at(-1)?.split('data: ')[1] ?? '';
  expect(JSON.parse(last)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32_099, message: 'the server sent more than 16 MiB at once' },
  });
  expect(text).not.toContain('yyy');
});

test.each([undefined, 'grant_type=x', { method: 'notifications/x' }])(
  '[H3.1] a stream without a request ends without an error: %j',
  async (body) => {
    const text = await (await ask(stream, ['data: a\n\n', `data: ${'x'.repeat(30)}`], body)).text();
    expect(text).toBe(`data: a\n\ndata: ${'x'.repeat(14)}`);
  },
);

test.each(['[{"id":1}]', ' \n[1]'])('[H3.3] an array of messages is refused: %j', async (body) => {
  await expect((await ask({}, [body])).text()).rejects.toThrow('it is an array, and one message is expected');
});

test('[H3.3] the stream of a request ends with its response, even if the server keeps it open', async () => {
  const open = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const bounded = boundedFetch({ fetch: globalThis.fetch, onBytes: () => undefined });
  const body = JSON.stringify({ id: 7, method: 'tools/call' });
  const response = await bounded.fetch(open.url, { method: 'POST', body });
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n');
  bounded.endStream(7);
  expect(await reader?.read()).toMatchObject({ done: true });
  await open.close();
});

test('[H3.3] the bytes of a stream are counted, and the stream ends when they are too many', async () => {
  let left = 1_000;
  const onBytes = (count: number): void => {
    left -= count;
    if (left < 0) throw new Error('enough');
  };
  const bounded = boundedFetch({ fetch: globalThis.fetch, onBytes });
  const url = `${server.url}/?${new URLSearchParams({ ...stream, part: ': nothing\n'.repeat(200) })}`;
  await expect((await bounded.fetch(url)).text()).rejects.toThrow('enough');
});
