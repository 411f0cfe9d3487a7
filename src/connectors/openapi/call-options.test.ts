import { afterEach, expect, test } from 'vitest';
import { closeApis, openApiFixture, withPath } from '../../../test/connectors/api-fixture.ts';
import type { Json } from '../../kernel/index.ts';

afterEach(closeApis);

const thing = {
  type: 'object',
  required: ['id', 'tags'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { type: 'string' } },
    size: { type: 'number', nullable: true },
  },
};
const creating = (schema: Json, more: object = {}): Json =>
  withPath({
    requestBody: { content: { 'application/json': { schema: thing } } },
    responses: { 201: { content: { 'application/json': { schema } } } },
    ...more,
  });

test('[H7.1] every operation lists its options, and wrong ones are reported with all other problems', async () => {
  const fixture = await openApiFixture(
    () => creating(thing),
    () => [201, {}],
  );
  const [operation] = await fixture.connector.operations();
  expect(operation?.parameters.at(-1)).toMatchObject({ name: '$call', required: false });
  const outcome = await fixture.call('things_create', {
    id: 'x',
    tags: [],
    $call: { pages: 2.5, wiat: 3, wait: 601, validate: 'yes' },
  });
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'bad-arguments', retryable: false } });
  const message = outcome.kind === 'failed' ? outcome.failure.message : '';
  for (const part of [
    '“id” must be',
    '“$call.wiat” is not known. Did you mean “wait”?',
    '“$call.pages” must be a whole number from 1 to 100.',
    '“$call.wait” must be a number of seconds from 1 to 600.',
    '“$call.validate” must be true or false.',
  ])
    expect(message).toContain(part);
  for (const given of [3, [], 'x'])
    expect(await fixture.call('things_create', { id: 1, tags: [], $call: given })).toMatchObject({
      failure: { code: 'bad-arguments', message: '“$call” must be a map, such as {pages: 5}.' },
    });
  expect(await fixture.call('things_create', { id: 1, tags: [], $call: { pages: 2 } })).toMatchObject({
    failure: {
      message: '“$call.pages” is for operations that only read (GET), and this is POST.',
    },
  });
  expect(fixture.received).toEqual([]);
  expect(await fixture.call('things_create', { id: 1, tags: [], $call: {} })).toMatchObject({
    kind: 'succeeded',
  });
  expect(fixture.received[0]?.body).toBe('{"id":1,"tags":[]}');
});

test('[H7.1] a parameter of that name in the document keeps it, and such an operation has no options', async () => {
  const parameters = [{ name: '$call', in: 'query', schema: { type: 'string' } }];
  const fixture = await openApiFixture(
    () => withPath({ parameters }),
    () => [202, { id: 'x' }],
  );
  const [operation] = await fixture.connector.operations();
  expect(operation?.parameters).toEqual([{ name: '$call', type: { kind: 'string' }, required: false }]);
  expect(await fixture.call('things_create', { $call: 'me' })).toMatchObject({ kind: 'succeeded' });
  expect(fixture.received[0]?.url).toBe('/things?%24call=me');
  expect(await fixture.call('things_create', { $call: { wait: 1 } })).toMatchObject({
    failure: { code: 'bad-arguments' },
  });
});

test('[H7.4] a result is compared with its declared type: all differences, and no values', async () => {
  const wrong = { id: 'confidential', at: 'yesterday', tags: [1, 'a', null], extra: 'confidential' };
  const fixture = await openApiFixture(
    () => creating({ type: 'array', items: thing }),
    ({ body }) => [
      201,
      body.includes('"id":1') ? [{ id: 1, tags: [], at: '2026-01-15T10:00:00Z' }] : [wrong, 7],
    ],
  );
  const call = (id: number, validate: boolean) =>
    fixture.call('things_create', { id, tags: [], $call: { validate } });
  const outcome = await call(2, true);
  const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
  expect(failure).toMatchObject({ code: 'unexpected-response', retryable: false });
  expect(failure?.data).toEqual({
    differences: [
      { path: '[0].id', expected: 'a whole number', found: 'a text' },
      { path: '[0].at', expected: 'a date', found: 'a text' },
      { path: '[0].tags[0]', expected: 'a text', found: 'a number' },
      { path: '[0].tags[2]', expected: 'a text', found: 'null' },
      { path: '[0]', expected: 'no other fields', found: '1 more' },
      { path: '[1]', expected: 'an object', found: 'a number' },
    ],
  });
  expect(failure?.message).toContain('“[0].id”: expected a whole number, found a text.');
  expect(JSON.stringify(failure)).not.toContain('confidential');
  expect(await call(2, false)).toMatchObject({ kind: 'succeeded' });
  expect(await call(1, true)).toMatchObject({ kind: 'succeeded' });
});

test('[H7.4] bytes and nothing fit what documents say of them', async () => {
  const fixture = await openApiFixture(
    () => creating({ type: 'string', format: 'binary' }),
    ({ body }) =>
      body.includes('"id":1') ? [200, Buffer.from([0, 255]), 'image/png'] : [200, Buffer.alloc(0)],
  );
  for (const id of [1, 2])
    expect(await fixture.call('things_create', { id, tags: [], $call: { validate: true } })).toMatchObject({
      kind: 'succeeded',
    });
});
