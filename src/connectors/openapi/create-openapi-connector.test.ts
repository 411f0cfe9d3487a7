import { afterEach, describe, expect, test } from 'vitest';
import { closeApis, openApiFixture, withPath } from '../../../test/connectors/api-fixture.ts';
import type { Json } from '../../kernel/index.ts';

afterEach(closeApis);

describe('bodies', () => {
  const bodyOf = (content: Json): Json => withPath({ requestBody: { required: true, content } });

  test('[H6.2] JSON from the fields of the body, and all problems at once before anything is sent', async () => {
    const schema = {
      type: 'object',
      required: ['name', 'size'],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string', maxLength: 5 },
        size: { type: 'integer', minimum: 1, nullable: true },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
      },
    };
    const fixture = await openApiFixture(
      () => bodyOf({ 'application/json': { schema } }),
      () => [201, { id: 7 }],
    );
    expect(await fixture.call('things_create', { name: 'täöü', size: null, tags: ['a'] })).toEqual({
      kind: 'succeeded',
      output: { id: 7 },
    });
    expect(fixture.received[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"täöü","size":null,"tags":["a"]}',
    });
    const wrong = await fixture.call('things_create', {
      name: 'longer than five',
      tags: ['a', 'c'],
      nmae: 1,
    });
    expect(wrong).toMatchObject({ kind: 'failed', failure: { code: 'bad-arguments', retryable: false } });
    const message = wrong.kind === 'failed' ? wrong.failure.message : '';
    for (const part of [
      '“size” is missing.',
      '“nmae” is not known. Did you mean “name”?',
      '“name” must have at most 5 characters, but has 16.',
      '“tags[1]” must be one of "a", "b", but is "c".',
    ])
      expect(message).toContain(part);
    expect(fixture.received).toHaveLength(1);
  });

  test('[H6.2] a form: lists repeat their name, objects are JSON, signs are encoded', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array' }, c: { type: 'object' } },
    };
    const fixture = await openApiFixture(
      () => bodyOf({ 'application/x-www-form-urlencoded': { schema } }),
      () => [200, {}],
    );
    await fixture.call('things_create', { a: 'x&y=z +', b: [1, 2], c: { d: true } });
    const [{ body = '', headers = {} } = {}] = fixture.received;
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(body)]).toEqual([
      ['a', 'x&y=z +'],
      ['b', '1'],
      ['b', '2'],
      ['c', '{"d":true}'],
    ]);
  });

  test('[H6.2] a form with files is read by another implementation as it was meant', async () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string' },
        about: { type: 'object' },
        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    };
    const fixture = await openApiFixture(
      () => bodyOf({ 'multipart/form-data': { schema } }),
      () => [200, {}],
    );
    const outcome = await fixture.call('things_create', {
      title: 'A "title"\r\nof two lines',
      about: { n: 1 },
      photos: [
        { base64: btoa('one'), filename: 'a"b.png', media_type: 'image/png' },
        { base64: btoa('two') },
      ],
    });
    expect(outcome.kind).toBe('succeeded');
    const [{ body = '', headers = {} } = {}] = fixture.received;
    const form = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('title')).toBe('A "title"\r\nof two lines');
    const files = form.getAll('photos').filter((each) => each instanceof File);
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['a"b.png', 'image/png'],
      ['photos', 'application/octet-stream'],
    ]);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one', 'two']);
  });

  test('[H6.2] bytes are sent and returned as base64', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    const document = bodyOf({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } });
    const fixture = await openApiFixture(
      () => document,
      () => [200, bytes, 'image/png'],
    );
    const sent = { base64: bytes.toString('base64'), media_type: 'image/gif' };
    expect(await fixture.call('things_create', { body: sent })).toEqual({
      kind: 'succeeded',
      output: { base64: bytes.toString('base64'), media_type: 'image/png' },
    });
    expect(fixture.received[0]?.headers).toMatchObject({
      'content-type': 'image/gif',
      'content-length': '4',
    });
  });
});

test('[H6.1] the server of the document is called, with its variables and path; a relative one needs an address', async () => {
  const document = (url: string): Json => ({
    openapi: '3.0.0',
    servers: [
      { url: '{base}/v{version}/', variables: { base: { default: url }, version: { default: '2' } } },
    ],
    paths: {
      '/a b/{id}': { get: { operationId: 'one' } },
      '/relative': { get: { operationId: 'two', servers: [{ url: '/api' }] } },
    },
  });
  const fixture = await openApiFixture(document, () => [200, null], {}, { url: '' });
  expect((await fixture.call('one', { id: 'x/y' })).kind).toBe('succeeded');
  expect(fixture.received[0]?.url).toBe('/v2/a%20b/x%2Fy');
  expect(await fixture.call('two')).toMatchObject({ kind: 'failed', failure: { code: 'api-no-server' } });
  expect(await fixture.call('one', { id: '..' })).toMatchObject({
    kind: 'failed',
    failure: { code: 'bad-arguments' },
  });
});

test('[H6.2] an idempotency key is sent where the API takes one, unless the caller gives another', async () => {
  const document = withPath({
    parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
  });
  const fixture = await openApiFixture(
    () => document,
    () => [200, {}],
  );
  await fixture.call('things_create');
  await fixture.call('things_create', { 'Idempotency-Key': 'mine' });
  expect(fixture.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'mine']);
});

test('[H6.1] a document that cannot be read is named by calls and by the health of the connector', async () => {
  const fixture = await openApiFixture(
    () => {
      throw new Error('“x.yaml”, line 3: it is broken.');
    },
    () => [200, {}],
  );
  expect(await fixture.connector.operations()).toEqual([]);
  expect(await fixture.connector.health()).toEqual({
    state: 'down',
    message: expect.stringContaining('line 3'),
  });
  expect(await fixture.call('a')).toMatchObject({
    kind: 'failed',
    failure: { code: 'api-unreadable', message: expect.stringContaining('line 3') },
  });
});

describe('hostile arguments and documents', () => {
  const reading = (path: string, operation: Json): Json => ({
    openapi: '3.0.0',
    paths: { [path]: { delete: { operationId: 'do', ...(operation as object) } } },
  });

  test('[H6.2] a part of a path that is null or empty is missing, declared or not', async () => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    for (const operation of [{ parameters }, {}]) {
      const fixture = await openApiFixture(
        () => reading('/users/{id}', operation),
        () => [200, {}],
      );
      for (const args of [{ id: null }, { id: '' }, {}, { id: '.' }])
        expect(await fixture.call('do', args)).toMatchObject({ failure: { code: 'bad-arguments' } });
      expect(fixture.received).toEqual([]);
    }
  });

  test('[H6.2] neither a path of the document nor an argument changes the host', async () => {
    for (const path of ['@localhost:1/x', '.evil.example/x', ':1/x', '//evil.example/x', '{h}/x']) {
      const fixture = await openApiFixture(
        () => reading(path, {}),
        () => [200, {}],
      );
      const outcome = await fixture.call('do', path.includes('{') ? { h: '@localhost:1' } : {});
      expect([path, outcome.kind, fixture.received.length]).toEqual([path, 'succeeded', 1]);
    }
  });

  test('[H6.2] headers of the connection, cookies and invalid names are no parameters; configured headers win', async () => {
    const names = ['Host', 'Cookie', 'Connection', 'Transfer-Encoding', 'Proxy-X', 'a b', 'X-Team', 'X-Mine'];
    const parameters = names.map((name) => ({ name, in: 'header', schema: { type: 'string' } }));
    const fixture = await openApiFixture(
      () => reading('/x', { parameters }),
      () => [200, {}],
    );
    const [operation] = await fixture.connector.operations();
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['X-Team', 'X-Mine', '$call']);
    await fixture.call('do', { 'X-Team': 'evil', 'X-Mine': 'y' });
    expect(fixture.received[0]?.headers).toMatchObject({ 'x-team': 'blue', 'x-mine': 'y' });
  });
});

describe('names', () => {
  test('[H6.2] a field of the body may have another value than the parameter of its name', async () => {
    const schema = {
      type: 'object',
      required: ['kind'],
      properties: { name: { type: 'string' }, kind: { type: 'string' }, size: { type: 'integer' } },
    };
    const document: Json = {
      openapi: '3.0.0',
      paths: {
        '/vars/{name}/{kind}': {
          patch: {
            operationId: 'change',
            parameters: ['name', 'kind'].map((name) => ({ name, in: 'path', schema: { type: 'string' } })),
            requestBody: { required: true, content: { 'application/json': { schema } } },
          },
        },
      },
    };
    const fixture = await openApiFixture(
      () => document,
      () => [200, {}],
    );
    await fixture.call('change', { name: 'old', kind: 'a', name_body: 'new' });
    await fixture.call('change', { name: 'old', kind: 'a', size: 1, kind_body: 'b' });
    expect(fixture.received.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      ['/vars/old/a', { name: 'new', kind: 'a' }],
      ['/vars/old/a', { kind: 'b', size: 1 }],
    ]);
  });

  test('[H6.2] a body that takes other fields takes them as arguments', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' } },
      additionalProperties: { type: 'boolean' },
    };
    const fixture = await openApiFixture(
      () => withPath({ requestBody: { content: { 'application/json': { schema } } } }),
      () => [200, {}],
    );
    await fixture.call('things_create', { a: 1, b: true });
    expect(fixture.received[0]?.body).toBe('{"a":1,"b":true}');
    expect(await fixture.call('things_create', { a: 1, b: 2 })).toMatchObject({
      failure: { message: '“b” must be true or false, but is 2.' },
    });
  });
});

describe('media types', () => {
  const cases: readonly (readonly [string, Json, Json, string, string])[] = [
    ['*/*', { type: 'object', properties: { a: {} } }, { a: 1 }, 'application/json', '{"a":1}'],
    [
      '*/*',
      { type: 'string', format: 'binary' },
      { body: { base64: btoa('x') } },
      'application/octet-stream',
      'x',
    ],
    ['image/*', {}, { body: { base64: btoa('x') } }, 'application/octet-stream', 'x'],
    [
      'application/xml',
      { type: 'object', properties: { a: {} } },
      { body: '<a/>' },
      'application/xml',
      '<a/>',
    ],
    ['text/plain', { type: 'string' }, { body: 'text' }, 'text/plain', 'text'],
    ['application/merge-patch+json', { type: 'array' }, { body: [1] }, 'application/merge-patch+json', '[1]'],
  ];
  test.each(cases)('[H6.2] %s with %j', async (mediaType, schema, args, sentType, sentBody) => {
    const fixture = await openApiFixture(
      () => withPath({ requestBody: { required: true, content: { [mediaType]: { schema } } } }),
      () => [200, {}],
    );
    expect(await fixture.call('things_create', args)).toMatchObject({ kind: 'succeeded' });
    const [{ headers = {}, body = '' } = {}] = fixture.received;
    expect([headers['content-type'], body]).toEqual([sentType, sentBody]);
  });

  test('[H6.2] a kind of multipart stays; a type that is none is refused; bytes are not JSON', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', format: 'binary' } } };
    const open = (mediaType: string) =>
      openApiFixture(
        () => withPath({ requestBody: { content: { [mediaType]: { schema } } } }),
        () => [200, {}],
      );
    const related = await open('multipart/form-data; charset=utf-8');
    await related.call('things_create', { a: { base64: btoa('x') } });
    expect(related.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const a = { base64: btoa('x'), media_type: 'text/plain\r\nx-evil: 1' };
    expect(await related.call('things_create', { a })).toMatchObject({ failure: { code: 'bad-arguments' } });
    const json = await open('application/json');
    expect(await json.call('things_create', { a: { base64: btoa('x') } })).toMatchObject({
      failure: { code: 'bad-arguments' },
    });
  });
});

test('[H6.2] an idempotency key that does not have the form of the API is not sent', async () => {
  const schema = { type: 'string', maxLength: 3 };
  const fixture = await openApiFixture(
    () => withPath({ parameters: [{ name: 'idempotency-key', in: 'header', schema }] }),
    () => [200, {}],
  );
  expect((await fixture.call('things_create')).kind).toBe('succeeded');
  expect(fixture.received[0]?.headers['idempotency-key']).toBeUndefined();
});
