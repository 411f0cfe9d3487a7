import { afterEach, expect, test } from 'vitest';
import { closeApis, openApiFixture, withPath } from '../../../test/connectors/api-fixture.ts';
import type { Json } from '../../kernel/index.ts';

afterEach(closeApis);

type Reply = readonly [status: number, body: Json, headers?: { readonly [name: string]: string }];

const secured = withPath(
  { security: [{ key: [] }] },
  { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } },
);

/** An API that accepts work, and then answers about its state as listed; the last answer stays. */
async function begin(headers: { readonly [name: string]: string }, states: readonly Reply[], seconds = 60) {
  let asked = 0;
  const times: number[] = [];
  const fixture = await openApiFixture(
    () => secured,
    ({ method }) => {
      if (method === 'POST') return [202, { status: 'queued' }, 'application/json', headers];
      times.push(fixture.clock);
      const [status, body, more = {}] = states[Math.min(asked, states.length - 1)] ?? [404, null];
      asked += 1;
      return [status, body, 'application/json', more];
    },
    { key: { kind: 'token', token: 'secret-key-1' } },
  );
  const outcome = await fixture.call('things_create', { $call: { wait: seconds } });
  return { outcome, times, received: fixture.received };
}

test.each(['location', 'operation-location', 'azure-asyncoperation'])(
  '[H7.3] accepted work is awaited at the address in %s, with the credentials',
  async (header) => {
    const { outcome, times, received } = await begin({ [header]: '/jobs/7?full=1' }, [
      [202, null],
      [200, { status: 'In_Progress' }],
      [503, null],
      [200, { status: 'Succeeded', id: 7 }],
    ]);
    expect(outcome).toEqual({ kind: 'succeeded', output: { status: 'Succeeded', id: 7 } });
    expect(times).toEqual([1_000, 3_000, 7_000, 15_000]);
    expect(received.map(({ method, url, headers }) => [method, url, headers['x-key']]).slice(0, 2)).toEqual([
      ['POST', '/things', 'secret-key-1'],
      ['GET', '/jobs/7?full=1', 'secret-key-1'],
    ]);
  },
);

test('[H7.3] the API says when to ask again, and where', async () => {
  const { outcome, times, received } = await begin({ location: '/jobs/7', 'retry-after': '20' }, [
    [202, null, { location: '/jobs/8', 'retry-after': new Date(25_000).toUTCString() }],
    [429, null, { 'retry-after': '10' }],
    [200, [1]],
  ]);
  expect(outcome).toEqual({ kind: 'succeeded', output: [1] });
  expect(times).toEqual([20_000, 25_000, 35_000]);
  expect(received.at(-1)?.url).toBe('/jobs/8');
});

test('[H7.3] what has not ended in time fails, and is not requested again', async () => {
  const { outcome, times, received } = await begin({ location: '/jobs/7?token=abc' }, [[202, null]], 12);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'still-running', retryable: false } });
  const message = outcome.kind === 'failed' ? outcome.failure.message : '';
  expect(message).toMatch(/^The work did not end within 12 s\. Its state is at 127\.0\.0\.1:\d+\/jobs\/7\.$/);
  expect(times).toEqual([1_000, 3_000, 7_000, 12_000]);
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  const late = await begin({ location: '/jobs/7', 'retry-after': '100' }, [[202, null]], 12);
  expect(late.outcome).toMatchObject({ failure: { code: 'still-running' } });
  expect(late.times).toEqual([]);
});

test('[H7.3] work that failed, and a state that cannot be asked for, fail without showing secrets', async () => {
  const failed = await begin({ location: '/jobs/7' }, [
    [200, { status: 'Failed', error: { message: 'No room for secret-key-1.' } }],
  ]);
  expect(failed.outcome).toEqual({
    kind: 'failed',
    failure: {
      code: 'operation-failed',
      message: 'The work that the API accepted has failed: No room for [redacted].',
      retryable: false,
    },
  });
  const gone = await begin({ location: '/jobs/7' }, [[404, { message: 'Gone.' }]]);
  expect(gone.outcome).toMatchObject({ kind: 'failed', failure: { code: 'http-404', retryable: false } });
});

test('[H7.3] no other server is asked', async () => {
  const other = await openApiFixture(
    () => secured,
    () => [200, {}],
  );
  for (const headers of [{ location: `${other.server.url}/jobs/7` }, {}]) {
    const { outcome } = await begin(headers, [[200, {}]]);
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { code: 'unexpected-response', retryable: false },
    });
  }
  expect(other.received).toEqual([]);
});

test('[H7.3] the outcome of accepted work is unknown if the call is stopped while it waits', async () => {
  const stopping = new AbortController();
  const fixture = await openApiFixture(
    () => secured,
    ({ method }) => {
      if (method === 'GET') stopping.abort();
      return [202, null, 'application/json', { location: '/jobs/7' }];
    },
    { key: { kind: 'token', token: 'secret-key-1' } },
  );
  const outcome = await fixture.call('things_create', { $call: { wait: 600 } }, stopping.signal);
  expect(outcome).toEqual({ kind: 'unknown' });
});

test('[H7.3] without the option, and for other statuses, the first answer is the result', async () => {
  const fixture = await openApiFixture(
    () => secured,
    ({ headers }) => [
      headers['x-now'] === undefined ? 202 : 201,
      { status: 'queued' },
      'application/json',
      { location: '/x' },
    ],
    { key: { kind: 'token', token: 'secret-key-1' } },
  );
  expect(await fixture.call('things_create')).toEqual({ kind: 'succeeded', output: { status: 'queued' } });
  expect(fixture.received).toHaveLength(1);
});
