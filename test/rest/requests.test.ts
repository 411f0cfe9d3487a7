/** Requests to `/v1`: tags, preconditions, pages, keys, preferences, and hostile ones. */
import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, endedRun, savedDocument, shop, waitingRun } from './operation-scenarios.ts';
import { type Answer, openRestFixture, openRestFixtureAt, type RestFixture } from './rest-fixture.ts';

let fixture: RestFixture;
beforeAll(async () => {
  fixture = await openRestFixture({ 'shop.yaml': shop });
});
afterAll(() => fixture.close());

const statusAndCode = ({ status, textAt }: Answer) => [status, textAt('error_code')];
const wrong = ({ body }: Answer) =>
  (body as { violations?: readonly { path: string; rule: string }[] }).violations?.map(
    ({ path, rule }) => `${path}: ${rule}`,
  );

describe('tags', () => {
  test('[W4.3] a known ETag gets 304 until the answer changes', async () => {
    const run = await waitingRun(fixture);
    const target = `GET /v1/runs/${run}`;
    const etag = (await fixture.ask(target)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const same = await fixture.ask(target, { headers: { 'if-none-match': known } });
      expect([known, same.status, same.body, same.headers.get('etag')]).toEqual([
        known,
        304,
        undefined,
        etag,
      ]);
    }
    await fixture.ask(`POST /v1/runs/${run}/cancel`);
    const other = await fixture.ask(target, { headers: { 'if-none-match': etag } });
    expect([other.status, other.textAt('status')]).toEqual([200, 'cancelled']);
    expect(other.headers.get('etag')).not.toBe(etag);
  });

  test('[W4.3] the ETag of a document is its revision, as soon as it is saved', async () => {
    const saved = await fixture.ask('PUT /v1/documents/tags.yaml', { body: { source: documentOf('tags') } });
    const { headers, textAt } = await fixture.ask('GET /v1/documents/tags.yaml');
    expect(headers.get('etag')).toBe(`"${textAt('revision')}"`);
    expect(saved.headers.get('etag')).toBe(headers.get('etag'));
    expect(saved.headers.get('location')).toBe(`${fixture.url}/v1/documents/tags.yaml`);
    const then = await fixture.ask(`GET /v1/documents/tags.yaml?revision=${textAt('revision')}`);
    expect(then.body).toEqual({
      path: 'tags.yaml',
      revision: textAt('revision'),
      source: documentOf('tags'),
    });
  });

  test('[W4.3] an unchanged page of a list still has the link to the next', async () => {
    await endedRun(fixture);
    const target = `GET /v1/runs?limit=1&createdBefore=2999-01-01T00:00:00Z&statuses=completed`;
    const { headers } = await fixture.ask(target);
    const same = await fixture.ask(target, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([same.status, same.headers.get('link')]).toEqual([304, headers.get('link')]);
  });

  test('[W4.3] HEAD has the headers of GET and no body', async () => {
    const run = await endedRun(fixture);
    const { headers } = await fixture.ask(`GET /v1/runs/${run}`);
    const head = await fixture.ask(`HEAD /v1/runs/${run}`);
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, undefined, headers.get('etag')]);
  });
});

describe('preconditions', () => {
  const changed = documentOf('expected', 'Hello');
  const put = (path: string, headers: Record<string, string>, body: object = {}) =>
    fixture.ask(`PUT /v1/documents/${path}`, { body: { source: changed, ...body }, headers });
  const other = `"${'0'.repeat(64)}"`;

  test('[W4.3] If-Match with the ETag of the document, one of several, or any, allows the change', async () => {
    for (const tagsOf of [(tag: string) => tag, (tag: string) => `${other}, ${tag}`, () => '*']) {
      const [path, revision] = await savedDocument(fixture);
      const answer = await put(path, { 'if-match': tagsOf(`"${revision}"`) });
      expect(statusAndCode(answer)).toEqual([200, '']);
      await fixture.ask(`DELETE /v1/documents/${path}`, {
        headers: { 'if-match': answer.headers.get('etag') ?? '' },
      });
    }
  });

  test('[W4.3] If-Match with another ETag is refused with 412, and nothing has changed', async () => {
    const [path, revision] = await savedDocument(fixture);
    const target = `/v1/documents/${path}`;
    const failing = [
      put(path, { 'if-match': other }),
      put(path, { 'if-match': `${other}, "x"` }),
      put(path, { 'if-match': `W/"${revision}"` }),
      put('nowhere.yaml', { 'if-match': other }),
      put('nowhere.yaml', { 'if-match': '*' }),
      fixture.ask(`DELETE ${target}`, { headers: { 'if-match': other } }),
      fixture.ask('DELETE /v1/documents/nowhere.yaml', { headers: { 'if-match': '*' } }),
    ];
    for (const answer of await Promise.all(failing))
      expect(statusAndCode(answer)).toEqual([412, 'precondition_failed']);
    expect((await fixture.ask(`GET ${target}`)).textAt('revision')).toBe(revision);
    // The field has the same effect, and its own error.
    expect(statusAndCode(await put(path, {}, { revision: '0'.repeat(64) }))).toEqual([
      409,
      'revision_conflict',
    ]);
  });

  test('[W4.3] If-None-Match: * saves only a document that does not exist', async () => {
    const [path] = await savedDocument(fixture);
    const fresh = { headers: { 'if-none-match': '*' }, body: { source: documentOf('anew') } };
    expect(statusAndCode(await fixture.ask('PUT /v1/documents/anew.yaml', fresh))).toEqual([201, '']);
    expect(statusAndCode(await put(path, { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed']);
  });

  test('[W4.3] contradicting preconditions are refused, all at once', async () => {
    const [path, revision] = await savedDocument(fixture);
    const tag = { 'if-match': `"${revision}"` };
    expect(wrong(await put(path, { ...tag, 'if-none-match': '*' }, { overwrite: true }))).toEqual([
      'If-Match: contradiction',
      'overwrite: contradiction',
    ]);
    expect(wrong(await put(path, { 'if-none-match': `"${revision}"` }))).toEqual([
      'If-None-Match: contradiction',
    ]);
    expect(wrong(await put(path, tag, { revision: '0'.repeat(64) }))).toEqual(['revision: contradiction']);
    expect(statusAndCode(await put(path, tag, { revision, source: documentOf('agreed') }))).toEqual([
      200,
      '',
    ]);
  });

  test('[W4.3] without a precondition nothing is deleted', async () => {
    const [path] = await savedDocument(fixture);
    const answer = await fixture.ask(`DELETE /v1/documents/${path}`);
    expect([statusAndCode(answer), wrong(answer)]).toEqual([[400, 'invalid_input'], ['revision: required']]);
    expect(answer.textAt('detail')).toContain('Send its ETag as If-Match, or “revision”');
  });
});

describe('lists', () => {
  /** Every page, by the links alone. */
  async function pages(target: string): Promise<readonly Answer[]> {
    const found: Answer[] = [];
    for (let next: string | undefined = target; next !== undefined; ) {
      const answer: Answer = await fixture.ask(`GET ${next}`);
      found.push(answer);
      const [, link] = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '') ?? [];
      expect(link === undefined || link.startsWith(`${fixture.url}/v1/`)).toBe(true);
      next = link?.slice(fixture.url.length);
    }
    return found;
  }

  test('[W4.3] continue by their links, with their filters, to the end', async () => {
    const started = [];
    for (let at = 0; at < 5; at++) started.push(await endedRun(fixture));
    const since = (await fixture.ask(`GET /v1/runs/${started[0]}`)).textAt('createdAt');
    const found = await pages(`/v1/runs?limit=2&workflow=greet&createdFrom=${encodeURIComponent(since)}`);
    expect(
      found.flatMap(({ body }) => (body as { runs: { run: string }[] }).runs.map(({ run }) => run)),
    ).toEqual([...started].reverse());
    expect(found.map(({ textAt }) => textAt('nextCursor') !== '')).toEqual([true, true, false]);
  });

  test('[W4.3] histories continue by the number of their events', async () => {
    const run = await endedRun(fixture);
    const found = await pages(`/v1/runs/${run}/history?limit=1`);
    expect(
      found.map(({ body }) => (body as { entries: { seq: number }[] }).entries.map(({ seq }) => seq)),
    ).toEqual([[1], [2]]);
  });
});

describe('keys and preferences', () => {
  const start = (headers: Record<string, string>, body: object = {}) =>
    fixture.ask('POST /v1/runs', { body: { workflow: 'greet', ...body }, headers });

  test('[W4.1] the same Idempotency-Key returns the same run, in quotes or not; another input is refused', async () => {
    const first = await start({ 'idempotency-key': 'once' });
    const again = await start({ 'idempotency-key': '"once"' });
    const asField = await start({}, { idempotencyKey: 'once' });
    expect([again.textAt('run'), asField.textAt('run')]).toEqual([first.textAt('run'), first.textAt('run')]);
    expect([first, again].map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [201, `${fixture.url}/v1/runs/${first.textAt('run')}`],
      [201, `${fixture.url}/v1/runs/${first.textAt('run')}`],
    ]);
    expect(again.body).toMatchObject({ repeated: true });
    const other = await start({ 'idempotency-key': 'once' }, { params: { name: 'Ada' } });
    expect(statusAndCode(other)).toEqual([409, 'idempotency_conflict']);
    const both = await start({ 'idempotency-key': 'once' }, { idempotencyKey: 'twice' });
    expect(wrong(both)).toEqual(['idempotencyKey: contradiction']);
  });

  test('[W4.1] Prefer: wait is applied, within its limit; the field takes precedence', async () => {
    const waited = await start({ prefer: 'respond-async, wait=20' });
    expect([waited.textAt('status'), waited.headers.get('preference-applied')]).toEqual([
      'completed',
      'wait=20',
    ]);
    const long = await fixture.ask(`GET /v1/runs/${waited.textAt('run')}`, {
      headers: { prefer: 'wait=86400' },
    });
    expect(long.headers.get('preference-applied')).toBe('wait=20');
    const plain = await start({ prefer: 'wait=20' }, { waitMs: 0 });
    expect(plain.headers.has('preference-applied')).toBe(false);
    const deaf = await fixture.ask('GET /v1/runs', { headers: { prefer: 'wait=5' } });
    expect(deaf.headers.has('preference-applied')).toBe(false);
  });

  test('[W3.2] a correlation id of the caller is returned', async () => {
    const answer = await fixture.ask('GET /v1/runs?limit=0', { headers: { 'x-correlation-id': 'mine-1' } });
    expect([answer.headers.get('x-correlation-id'), answer.textAt('correlation_id')]).toEqual([
      'mine-1',
      'mine-1',
    ]);
  });
});

describe('invalid inputs', () => {
  test('[W4.1] all errors of a query are reported by field, with suggestions', async () => {
    const answer = await fixture.ask(
      'GET /v1/runs?limit=many&waiting=perhaps&statuses=gone&limt=3&__proto__=1',
    );
    expect(statusAndCode(answer)).toEqual([400, 'invalid_input']);
    expect(wrong(answer)).toEqual([
      'statuses.0: invalid-value',
      'waiting: invalid-type',
      'limit: invalid-type',
      'limt: unknown-field',
      '__proto__: unknown-field',
    ]);
    expect(answer.textAt('detail')).toContain('Did you mean “limit”?');
    const stream = await fixture.ask('GET /v1/events?types=foo');
    expect([statusAndCode(stream), wrong(stream)]).toEqual([
      [400, 'invalid_input'],
      ['types.0: invalid-value'],
    ]);
    expect(wrong(await fixture.ask('GET /v1/runs?limit=1&limit=2&text=%ff'))).toEqual([
      'text: malformed',
      'limit: repeated',
    ]);
  });

  test('[W4.1] a field that is sent twice must have equal values, and each field has its place', async () => {
    const run = await waitingRun(fixture);
    const cancel = `POST /v1/runs/${run}/cancel`;
    expect(wrong(await fixture.ask(cancel, { body: { run: 'another' } }))).toEqual(['run: contradiction']);
    expect(wrong(await fixture.ask(`${cancel}?undo=true&why=1`, { body: {} }))).toEqual([
      'undo: unknown-parameter',
      'why: unknown-parameter',
    ]);
    expect(wrong(await fixture.ask(`GET /v1/runs/${run}?run=another`))).toEqual(['run: contradiction']);
    expect(statusAndCode(await fixture.ask(`GET /v1/runs/${run}?run=${run}`))).toEqual([200, '']);
    expect(statusAndCode(await fixture.ask(cancel, { body: { run } }))).toEqual([200, '']);
  });

  test('[W4.1] a body is an object, or empty', async () => {
    const start = (body: string, type = 'application/json') =>
      fixture.ask('POST /v1/runs', { body, headers: { 'content-type': type } });
    expect(wrong(await start('[]'))).toEqual([': invalid-type']);
    expect(wrong(await start('null'))).toEqual([': invalid-type']);
    expect(wrong(await start('{"workflow":"greet","__proto__":{"x":1},"constructor":1}'))).toEqual([
      '__proto__: unknown-field',
      'constructor: unknown-field',
    ]);
    expect(wrong(await fixture.ask('POST /v1/runs'))).toEqual(['workflow: required']);
    expect(statusAndCode(await start('{"workflow":'))).toEqual([400, 'malformed_json']);
    expect(statusAndCode(await start(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`))).toEqual([
      400,
      'nested_too_deeply',
    ]);
    expect(statusAndCode(await start('workflow=greet', 'application/x-www-form-urlencoded'))).toEqual([
      415,
      'not_json',
    ]);
    expect(statusAndCode(await start(`{"workflow":"${'x'.repeat(5_000_000)}"}`))).toEqual([
      413,
      'body_too_big',
    ]);
  });
});

/** The raw path, which clients would normalize. */
const raw = (method: string, path: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(fixture.url);
    const sent = send({ method, hostname, port, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end();
  });

describe('invalid paths', () => {
  const hostile = [
    '/v1/runs/%2e%2e',
    '/v1/runs/..',
    '/v1/documents/../../etc/passwd',
    '/v1/documents/a/%2e%2e/%2e%2e/etc/passwd',
    '/v1/documents/..%2f..%2fetc%2fpasswd',
    '/v1/documents/a%00.yaml',
    '/v1/runs/%zz',
    '/v1/runs/%ff',
    '/v1/runs/a%5Cb',
  ];

  test.each(hostile)('[W4.1] %s is refused', async (path) => {
    const { status, text } = await raw('GET', path);
    expect([status, JSON.parse(text)]).toEqual([
      400,
      expect.objectContaining({ http_status: 400, error_code: 'invalid_target' }),
    ]);
  });

  test.each([
    '/v1',
    '/v1/',
    '/v1/rnus',
    '/v1/runs/',
    '/v1/runs//history',
    '/v1/documents/',
    '/v1/__proto__',
    '/v1/workflows/a%2Fb',
  ])('[W4.1] %s is not found', async (path) => {
    expect((await raw('GET', path)).status).toBe(404);
  });

  test('[W4.1] names of documents are read unchanged', async () => {
    const path = 'größe & maß/50%25 rabatt.yaml';
    const written = 'gr%C3%B6%C3%9Fe%20%26%20ma%C3%9F/50%2525%20rabatt.yaml';
    const saved = await fixture.ask(`PUT /v1/documents/${written}`, {
      body: { source: documentOf('rebate') },
    });
    expect([statusAndCode(saved), saved.textAt('path')]).toEqual([[201, ''], path]);
    expect(saved.headers.get('location')).toBe(`${fixture.url}/v1/documents/${written}`);
    expect((await raw('GET', `/v1/documents/${written}`)).status).toBe(200);
    // Clients generated from the document encode the slashes, too.
    expect((await raw('GET', `/v1/documents/${encodeURIComponent(path)}`)).status).toBe(200);
  });

  test('[W4.1] an unsupported method is refused with the supported ones', async () => {
    const response = await fetch(`${fixture.url}/v1/runs`, { method: 'PATCH' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD, OPTIONS']);
    expect(await response.json()).toMatchObject({ status: 405, error_code: 'method_not_allowed' });
  });
});

test('[W4.2] other interfaces match their description, too', async () => {
  const unversionedPaths = [
    '/health',
    '/ready',
    '/errors',
    '/errors/run_not_found',
    '/metrics',
    '/openapi.json',
  ];
  for (const path of unversionedPaths)
    expect([path, (await fixture.ask(`GET ${path}`)).status]).toEqual([path, 200]);
  expect(statusAndCode(await fixture.ask('GET /errors/nothing'))).toEqual([404, 'not_found']);
  const call = { jsonrpc: '2.0', id: 1, method: 'workflow_list' };
  expect((await fixture.ask('POST /rpc', { body: call })).body).toMatchObject({ id: 1, result: {} });
  const tool = { tool: 'workflow_list', input: {} };
  expect((await fixture.ask('POST /mcp/tools/invoke', { body: tool })).status).toBe(200);
  const stream = await fixture.ask(`GET /v1/runs/${await endedRun(fixture)}/events`);
  expect([stream.status, stream.body]).toEqual([200, expect.stringContaining('event: end')]);
  expect(statusAndCode(await fixture.ask('GET /v1/events?after=nothing'))).toEqual([400, 'bad_cursor']);
});

test('[W4.1] an attached server answers the same', async () => {
  const beside = await openRestFixtureAt(fixture.folder);
  try {
    const run = await endedRun(beside);
    const [here, there] = [await fixture.ask(`GET /v1/runs/${run}`), await beside.ask(`GET /v1/runs/${run}`)];
    expect([there.status, there.body, there.headers.get('etag')]).toEqual([
      200,
      here.body,
      here.headers.get('etag'),
    ]);
    expect(statusAndCode(await beside.ask(`POST /v1/runs/${run}/suspend`))).toEqual([409, 'run_ended']);
    expect(wrong(await beside.ask('POST /v1/runs', { body: '{"workflow":"greet","__proto__":1}' }))).toEqual([
      '__proto__: unknown-field',
    ]);
  } finally {
    await beside.close();
  }
});
