import { afterEach, describe, expect, test } from 'vitest';
import { closeApis, openApiFixture, type Received } from '../../../test/connectors/api-fixture.ts';
import type { Json } from '../../kernel/index.ts';

afterEach(closeApis);

type Schema = { readonly [name: string]: string };

/** A document with one operation, `things_list`, and its parameters of the query. */
const listing = (parameters: Schema, path = '/things'): Json => ({
  openapi: '3.1.0',
  paths: {
    [path]: {
      get: {
        operationId: 'things/list',
        parameters: Object.entries(parameters).map(([name, type]) => ({
          name,
          in: path.includes(`{${name}}`) ? 'path' : 'query',
          required: path.includes(`{${name}}`),
          schema: { type },
        })),
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } },
  security: [{ key: [] }],
});

const credentials = { key: { kind: 'token', token: 'secret-key-1' } } as const;
const things = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }));
const queryOf = ({ url }: Received): { readonly [name: string]: string } =>
  Object.fromEntries(new URL(url, 'http://x').searchParams);

type Answer = (query: { readonly [name: string]: string }, request: Received) => Json;

async function readAll(parameters: Schema, answer: Answer, args: { readonly [name: string]: Json } = {}) {
  const fixture = await openApiFixture(
    () => listing(parameters),
    (request) => [200, answer(queryOf(request), request)],
    credentials,
  );
  const outcome = await fixture.call('things_list', { $call: { pages: 10 }, ...args });
  return { outcome, asked: fixture.received.map(queryOf) };
}

describe('finds the next page', () => {
  test('[H7.2] of a link, whose query is taken onto the same operation', async () => {
    let calls = 0;
    const fixture = await openApiFixture(
      () => listing({ owner: 'string', page: 'integer' }, '/repos/{owner}/things'),
      ({ url }) => {
        const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
        const next = `<${fixture.server.url}/repositories/7/things?page=${page + 1}&key=secret-key-1>; rel="next", <${fixture.server.url}/repositories/7/things?page=3>; rel="last"`;
        const last = '</repos/octo/things?page=1>; rel="first"';
        calls += 1;
        return [200, things(page * 2, 2), 'application/json', { link: page < 3 ? next : last }];
      },
      credentials,
    );
    const outcome = await fixture.call('things_list', { owner: 'octo', $call: { pages: 100 } });
    expect(outcome).toEqual({ kind: 'succeeded', output: things(2, 6) });
    expect(calls).toBe(3);
    // One key, and the path that the document describes.
    expect(fixture.received[1]?.url).toBe('/repos/octo/things?page=2&key=secret-key-1');
  });

  test('[H7.2] never at another server', async () => {
    const other = await openApiFixture(
      () => listing({}),
      () => [200, []],
    );
    const elsewhere = `${other.server.url}/things?page=2`;
    const fixture = await openApiFixture(
      () => listing({ page: 'integer' }),
      () => [200, things(0, 2), 'application/json', { link: `<${elsewhere}>; rel=next` }],
      credentials,
    );
    expect(await fixture.call('things_list', { $call: { pages: 5 } })).toEqual({
      kind: 'succeeded',
      output: things(0, 2),
    });
    const { outcome, asked } = await readAll({ cursor: 'string' }, () => ({
      results: things(0, 2),
      next: elsewhere,
    }));
    expect(outcome).toMatchObject({ output: { results: things(0, 2), next: elsewhere } });
    expect(asked).toHaveLength(1);
    expect(other.received).toEqual([]);
  });

  test.each<[string, string, (next: string | null) => { readonly [name: string]: Json }]>([
    ['next_cursor', 'cursor', (next) => ({ next_cursor: next })],
    ['nextPageToken', 'pageToken', (next) => (next === null ? {} : { nextPageToken: next })],
    ['next_page_token', 'page_token', (next) => ({ next_page_token: next ?? '' })],
    ['response_metadata', 'cursor', (next) => ({ response_metadata: { next_cursor: next ?? '' } })],
    ['pagination.next', 'after', (next) => ({ pagination: { next } })],
    [
      'paging.cursors.after',
      'after',
      (next) => ({ paging: { cursors: next === null ? {} : { after: next } } }),
    ],
    [
      'page_info',
      'cursor',
      (next) => ({ page_info: { end_cursor: next ?? 'c4', has_next_page: next !== null } }),
    ],
    ['next', 'cursor', (next) => ({ next: next === null ? null : `/things?cursor=${next}&limit=2` })],
    ['_links', 'cursor', (next) => ({ _links: next === null ? {} : { next: { href: `?cursor=${next}` } } })],
  ])('[H7.2] named by %s', async (_, parameter, more) => {
    const { outcome, asked } = await readAll({ [parameter]: 'string' }, (query) => {
      const page = Number((query[parameter] ?? query['cursor'] ?? 'c1').slice(1));
      return { items: things(page * 2, 2), ...more(page < 3 ? `c${page + 1}` : null) };
    });
    expect(outcome).toMatchObject({ kind: 'succeeded', output: { items: things(2, 6) } });
    expect(asked.map((query) => query[parameter])).toEqual([undefined, 'c2', 'c3']);
  });

  test('[H7.2] after the last item, if the page says that there is more', async () => {
    const { outcome } = await readAll({ starting_after: 'string', limit: 'integer' }, (query) => {
      const from = Number(query['starting_after'] ?? -1) + 1;
      return { data: things(from, 2), has_more: from < 4 };
    });
    expect(outcome).toEqual({ kind: 'succeeded', output: { data: things(0, 6), has_more: false } });
  });

  test('[H7.2] by offset and by number, while full pages come back', async () => {
    const offset = await readAll(
      { offset: 'integer', limit: 'integer' },
      (query) => things(Number(query['offset'] ?? 0), Number(query['offset'] ?? 0) < 4 ? 2 : 1),
      { limit: 2 },
    );
    expect(offset.outcome).toEqual({ kind: 'succeeded', output: things(0, 5) });
    expect(offset.asked.map((query) => query['offset'])).toEqual([undefined, '2', '4']);
    const numbers = await readAll(
      { page: 'integer', per_page: 'integer' },
      (query) => ({ values: things(Number(query['page']) * 3, 3), tags: ['a'] }),
      { page: 4, per_page: 3 },
    );
    expect(numbers.asked.map((query) => query['page'])).toEqual(
      Array.from({ length: 10 }, (_, at) => String(4 + at)),
    );
    expect(numbers.outcome).toEqual({
      kind: 'succeeded',
      output: { values: things(12, 30), tags: ['a'] },
    });
  });

  test('[H7.2] stops at a page that is empty, or equal to the last one', async () => {
    const empty = await readAll({ page: 'integer' }, (query) =>
      query['page'] === undefined ? things(0, 3) : [],
    );
    expect(empty.outcome).toEqual({ kind: 'succeeded', output: things(0, 3) });
    expect(empty.asked).toHaveLength(2);
    const same = await readAll({ page: 'integer' }, () => things(0, 3));
    expect(same.outcome).toEqual({ kind: 'succeeded', output: things(0, 3) });
    expect(same.asked).toHaveLength(2);
    const circle = await readAll({ cursor: 'string' }, () => ({ items: things(0, 1), next_cursor: 'c' }));
    expect(circle.outcome).toMatchObject({ output: { items: [...things(0, 1), ...things(0, 1)] } });
    expect(circle.asked).toHaveLength(2);
  });
});

test('[H7.2] ends at the number of pages, and at 10,000 items; the result says where it goes on', async () => {
  const page = (query: { readonly [name: string]: string }, size: number): Json => {
    const at = Number(query['cursor'] ?? 0);
    return { results: things(at, size), next_cursor: String(at + size) };
  };
  const three = await readAll({ cursor: 'string' }, (query) => page(query, 2), { $call: { pages: 3 } });
  expect(three.outcome).toEqual({ kind: 'succeeded', output: { results: things(0, 6), next_cursor: '6' } });
  const many = await readAll({ cursor: 'string' }, (query) => page(query, 3_000), { $call: { pages: 100 } });
  expect(many.outcome).toEqual({
    kind: 'succeeded',
    output: { results: things(0, 9_000), next_cursor: '9000' },
  });
});

test('[H7.2] a page that fails is named; a result without a list is one page', async () => {
  const fixture = await openApiFixture(
    () => listing({ page: 'integer' }),
    ({ url }) => (url.includes('page=3') ? [503, { message: 'Too busy.' }] : [200, things(url.length, 2)]),
    credentials,
  );
  // The pages differ by the length of their address.
  const outcome = await fixture.call('things_list', { $call: { pages: 5 } });
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'http-503', retryable: true } });
  expect(outcome.kind === 'failed' ? outcome.failure.message : '').toMatch(
    /^Page 3: GET .* answered 503: Too busy\.$/,
  );
  const single = await readAll({ page: 'integer' }, () => ({ id: 1, name: 'x' }));
  expect(single.outcome).toEqual({ kind: 'succeeded', output: { id: 1, name: 'x' } });
  expect(single.asked).toHaveLength(1);
});

test('[H7.2] reads no further page after the call was stopped', async () => {
  const stopping = new AbortController();
  const fixture = await openApiFixture(
    () => listing({ page: 'integer' }),
    ({ url }) => {
      if (url.includes('page=2')) stopping.abort();
      return [200, things(url.length, 2)];
    },
    credentials,
  );
  const outcome = await fixture.call('things_list', { $call: { pages: 50 } }, stopping.signal);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'http-aborted', retryable: true } });
  expect(fixture.received).toHaveLength(2);
});
