import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallTool } from './call-tool.ts';
import { ClientError } from './client-error.ts';
import { checkOptions } from './client-options.ts';

/** The result of one attempt: a response with its status, or the error of fetch. */
type Script = (sent: Sent) => Response | Promise<Response>;

interface Sent {
  readonly at: number;
  readonly body: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

const start = Date.parse('2026-02-21T10:30:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const away: Script = () => {
  throw new TypeError('fetch failed');
};

/** As fetch without a response. */
const silent: Script = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** A client whose attempts have the scripted results; the last one repeats. */
function against(scripts: readonly Script[], options: object = {}) {
  const sent: Sent[] = [];
  const { settings, problems } = checkOptions({
    url: 'http://127.0.0.1:1/mcp',
    ...options,
    fetch: async (_, { body, headers, signal }) => {
      const one = {
        at: Date.now() - start,
        body: String(body),
        headers: new Headers(headers),
        signal: signal ?? new AbortController().signal,
      };
      sent.push(one);
      const script = scripts[Math.min(sent.length, scripts.length) - 1];
      if (script === undefined) throw new Error('no script');
      return script(one);
    },
  });
  expect(problems).toEqual([]);
  return { call: createCallTool(settings), sent, times: () => sent.map(({ at }) => at) };
}

/** Advances the clock until the call settles. */
async function settled<T>(promise: Promise<T>): Promise<T | ClientError> {
  const caught = promise.catch((error: unknown) => {
    if (error instanceof ClientError) return error;
    throw error;
  });
  caught.catch(() => undefined);
  await vi.runAllTimersAsync();
  return caught;
}

const keyed = { spec_id: 'Invoice', idempotency_key: 'z-inv-42' };

describe('retries', () => {
  test.each<[string, Script]>([
    ['the server is unreachable', away],
    ['500', () => answer(500, { error: 'internal_error' })],
    ['502 of a proxy', () => new Response('<html>bad gateway</html>', { status: 502 })],
    ['503', () => answer(503, { error: 'engine_unavailable' })],
    ['504', () => new Response('', { status: 504 })],
    ['429', () => answer(429, { error: 'too_many_requests' })],
    ['a retryable error', () => answer(409, { error: 'busy', retryable: true })],
    [
      'an incomplete response',
      () => new Response('{"case_id": "98', { headers: { 'content-type': 'application/json' } }),
    ],
  ])('[F4.1] a call is sent again after 1, 2 and 4 seconds under the same key: %s', async (_, script) => {
    const { call, sent, times } = against([script, script, script, () => answer(200, { case_id: '9876' })]);
    expect(await settled(call('cases_submit', keyed))).toEqual({ case_id: '9876' });
    expect(times()).toEqual([0, 1_000, 3_000, 7_000]);
    expect(new Set(sent.map(({ body }) => body))).toEqual(
      new Set([JSON.stringify({ tool: 'cases_submit', input: keyed })]),
    );
  });

  test.each([400, 401, 403, 404, 409, 422])('[F4.1] %d is not retried', async (status) => {
    const refusal = { error: 'refused', error_code: 'refused_because', message: 'No.', retryable: false };
    for (const body of [refusal, { error: 'refused' }]) {
      const { call, sent } = against([() => answer(status, body)]);
      expect(await settled(call('cases_submit', keyed))).toMatchObject({ httpStatus: status, attempts: 1 });
      expect(sent).toHaveLength(1);
    }
  });

  test('[F4.1] a response that is marked as not retryable is not retried', async () => {
    const { call, sent } = against([
      () => answer(503, { error_code: 'store_unavailable', retryable: false }),
    ]);
    expect(await settled(call('cases_submit', keyed))).toMatchObject({ errorCode: 'store_unavailable' });
    expect(sent).toHaveLength(1);
  });

  test('[F4.1] after the last attempt the error has all details', async () => {
    const body = {
      error: 'engine_unavailable',
      error_code: 'overloaded',
      message: 'Too much is waiting.',
      correlation_id: 'c-1',
      retryable: true,
    };
    const { call, times } = against([() => answer(503, body)]);
    const error = await settled(call('cases_submit', keyed));
    expect(error).toMatchObject({
      name: 'ClientError',
      tool: 'cases_submit',
      error: 'engine_unavailable',
      errorCode: 'overloaded',
      httpStatus: 503,
      retryable: true,
      attempts: 4,
      correlationId: 'c-1',
      answer: body,
      message: '“cases_submit” is unavailable after 3 retries. Too much is waiting.',
    });
    expect(times()).toEqual([0, 1_000, 3_000, 7_000]);
  });

  test('[F4.1] without a response the error holds the cause', async () => {
    const { call } = against([away], { retries: 1, backoffMs: 10 });
    expect(await settled(call('cases_submit', keyed))).toMatchObject({
      error: 'unreachable',
      httpStatus: 0,
      attempts: 2,
      cause: new TypeError('fetch failed'),
    });
  });

  test('[F4.1] a retry waits as long as the server requests, up to half a minute', async () => {
    const busy = (after: string) => () => answer(429, {}, { 'retry-after': after });
    const date = new Date(start + 9_000).toUTCString();
    const { call, times } = against([busy('3'), busy(date), busy('3600'), () => answer(200, {})]);
    await settled(call('cases_submit', keyed));
    expect(times()).toEqual([0, 3_000, 9_000, 39_000]);
  });

  test('[F4.1] delays double from the setting, up to half a minute', async () => {
    const { call, times } = against([away], { retries: 4, backoffMs: 8_000 });
    await settled(call('cases_submit', keyed));
    expect(times()).toEqual([0, 8_000, 24_000, 54_000, 84_000]);
  });
});

describe('repeatable calls', () => {
  test('[F4.1] a call of a tool without a key is sent once, because its outcome is unknown', async () => {
    const { call, sent } = against([away]);
    expect(await settled(call('w_pay', { amount: 5 }))).toMatchObject({ error: 'unreachable', attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  test('[F4.1] a call is sent again if the server refused it before any work, or if it is repeatable', async () => {
    const busy = against([() => answer(429, {}), () => answer(200, { done: 1 })]);
    expect(await settled(busy.call('w_pay', { amount: 5 }))).toEqual({ done: 1 });
    const harmless = against([away, () => answer(200, { done: 1 })]);
    expect(await settled(harmless.call('run_history', {}, { repeatable: true }))).toEqual({ done: 1 });
  });
});

describe('timeouts', () => {
  test('[F4.1] an attempt without a response times out, and the next one begins', async () => {
    const { call, times } = against([silent, () => answer(200, { case_id: '1' })]);
    expect(await settled(call('cases_submit', keyed))).toEqual({ case_id: '1' });
    expect(times()).toEqual([0, 6_000]);
  });

  test('[F4.1] the time that the server may wait is added to the timeout', async () => {
    const { call, times } = against([silent], { retries: 1 });
    const looking = call('cases_status', { case_id: '1', wait_ms: 20_000 }, { repeatable: true });
    expect(await settled(looking)).toMatchObject({ error: 'timeout', attempts: 2 });
    expect(times()).toEqual([0, 26_000]);
  });

  test.each<[string, Script]>([
    ['during an attempt', silent],
    ['between two attempts', away],
  ])('[F4.1] the caller can abort a call %s', async (_, script) => {
    const { call, sent } = against([script]);
    const stop = new AbortController();
    const broken = call('cases_submit', keyed, { signal: stop.signal });
    const reason = new Error('enough');
    setTimeout(() => stop.abort(reason), 500);
    const caught = expect(broken).rejects.toBe(reason);
    await vi.runAllTimersAsync();
    await caught;
    expect(sent).toHaveLength(1);
    await expect(call('cases_submit', keyed, { signal: stop.signal })).rejects.toBe(reason);
  });
});

describe('invalid responses', () => {
  test('[F4.1] redirects are not followed', async () => {
    const { call, sent } = against([
      () => new Response(null, { status: 302, headers: { location: 'http://evil.example/' } }),
    ]);
    expect(await settled(call('cases_submit', keyed))).toMatchObject({
      error: 'not_understood',
      httpStatus: 302,
    });
    expect(sent).toHaveLength(1);
  });

  test('[F4.1] an HTML page is not a valid response', async () => {
    const page = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
    expect(await settled(against([page]).call('cases_submit', keyed))).toMatchObject({
      error: 'not_understood',
      attempts: 1,
    });
  });
});

describe('endless responses', () => {
  test('[F4.1] an endless response is not read to its end, and not requested again', async () => {
    const piece = new Uint8Array(1_048_576).fill(0x20);
    let pieces = 0;
    let isLeft = false;
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(stream) {
            pieces += 1;
            stream.enqueue(piece);
          },
          cancel() {
            isLeft = true;
          },
        }),
        { headers: { 'content-type': 'application/json' } },
      );
    const { call, sent } = against([endless]);
    expect(await settled(call('cases_submit', keyed))).toMatchObject({
      error: 'not_understood',
      retryable: false,
      message: expect.stringContaining('more than 67108864 bytes'),
    });
    expect([sent.length, isLeft, pieces < 70]).toEqual([1, true, true]);
  });

  test('[F4.1] a response in many chunks is decoded correctly, even if a chunk ends within a character', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ greeting: 'Grüße 🌍' }));
    const pieces = () =>
      new Response(
        new ReadableStream({
          start(stream) {
            for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
            stream.close();
          },
        }),
      );
    expect(await settled(against([pieces]).call('cases_submit', keyed))).toEqual({ greeting: 'Grüße 🌍' });
  });
});

describe('credentials', () => {
  const signed = { secret: 'x'.repeat(32), issuer: 'zai-controller', agentName: 'z.ai' };
  const refusal: Script = () => answer(401, { error: 'unauthenticated', retryable: false });

  test('[F4.1] a rejected token that the client created is created again, once', async () => {
    const { call, sent } = against([refusal, () => answer(200, { case_id: '1' })], signed);
    vi.setSystemTime(start + 1_000);
    expect(await settled(call('cases_submit', keyed))).toEqual({ case_id: '1' });
    expect(sent).toHaveLength(2);
    const refused = against([refusal], signed);
    expect(await settled(refused.call('cases_submit', keyed))).toMatchObject({
      httpStatus: 401,
      attempts: 2,
    });
  });

  test('[F4.1] the token function is called before each call, and again after a rejection', async () => {
    let asked = 0;
    const { call, sent } = against([refusal, () => answer(200, {})], {
      token: async () => {
        asked += 1;
        return `t${asked}`;
      },
    });
    await settled(call('cases_submit', keyed));
    await settled(call('cases_submit', keyed));
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer t1',
      'Bearer t2',
      'Bearer t3',
    ]);
  });

  test('[F4.1] a key is sent unchanged, and without credentials no header is sent', async () => {
    const key = against([() => answer(200, {})], { key: 'sbx_a_b' });
    await settled(key.call('cases_submit', keyed));
    expect(key.sent[0]?.headers.get('authorization')).toBe('Bearer sbx_a_b');
    const none = against([() => answer(200, {})]);
    await settled(none.call('cases_submit', keyed));
    expect(none.sent[0]?.headers.has('authorization')).toBe(false);
  });

  test('[F4.1] an invalid token is reported once, without its text', async () => {
    const { call, sent } = against([() => answer(200, {})], { token: () => 'SECRET-TOKEN-4711\nx' });
    const error = await settled(call('cases_submit', keyed));
    expect(error).toMatchObject({ error: 'bad_token', retryable: false, attempts: 1 });
    expect(inspect(error)).not.toContain('SECRET');
    expect(sent).toEqual([]);
  });
});
