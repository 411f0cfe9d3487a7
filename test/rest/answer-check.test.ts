/** Proves that the check detects wrong answers. */
import { expect, test } from 'vitest';
import { registry } from '../../src/operations/index.ts';
import { openapiDocument } from '../../src/server/rest/openapi-document.ts';
import { type CheckedAnswer, createAnswerCheck } from './answer-check.ts';

const server = { base: 'http://127.0.0.1:1', version: '1', isDevelopment: true };
const check = createAnswerCheck(await openapiDocument(server, registry));

const headers = {
  'content-type': 'application/json',
  'cache-control': 'private, no-cache',
  'x-correlation-id': 'c',
  etag: '"t"',
};
const run = {
  run: 'run_1',
  workflow: 'w',
  version: '',
  revision: '0'.repeat(64),
  status: 'running',
  state: 'waiting',
  seq: 1,
  createdAt: '2026-01-15T10:00:00.000Z',
  updatedAt: '2026-01-15T10:00:00.000Z',
  endedAt: null,
  startedBy: 'ann',
  openItems: 0,
  failureCode: null,
  origin: null,
};
const good: CheckedAnswer = {
  method: 'GET',
  path: '/v1/runs?limit=1',
  status: 200,
  headers: new Headers(headers),
  body: { runs: [run], nextCursor: null, total: null },
};
const without = (name: string): Headers => {
  const left = new Headers(headers);
  left.delete(name);
  return left;
};
const listing = (changed: object) => ({
  ...good,
  body: { runs: [{ ...run, ...changed }], nextCursor: null, total: null },
});

test('[W4.2] an answer that matches its description passes', () => {
  expect(check(good)).toBe('runs.list');
  expect(check({ ...good, status: 304, headers: without('content-type'), body: undefined })).toBe(
    'runs.list',
  );
});

const faults: readonly (readonly [what: string, answer: CheckedAnswer, message: RegExp])[] = [
  ['a field too many', listing({ tenant: 'acme' }), /must NOT have additional properties/],
  ['a field too few', listing({ seq: undefined }), /must have required property 'seq'/],
  ['a field of another type', listing({ seq: 'one' }), /must be integer/],
  ['a value that is not known', listing({ status: 'lost' }), /must be equal to one of the allowed values/],
  ['a time that is none', listing({ createdAt: 'today' }), /must match format "date-time"/],
  ['a header too few', { ...good, headers: without('etag') }, /has no ETag/],
  [
    'a header too many',
    { ...good, headers: new Headers({ ...headers, location: '/' }) },
    /not described: location/,
  ],
  [
    'another kind of body',
    { ...good, headers: new Headers({ ...headers, 'content-type': 'text/html' }) },
    /is “text\/html”/,
  ],
  ['no body', { ...good, body: undefined }, /is described as application\/json/],
  [
    'another status',
    { ...good, status: 201, headers: without('etag') },
    /is described as application\/problem\+json/,
  ],
  ['a path that is not there', { ...good, path: '/v1/nothing' }, /is not described/],
  ['a method that is not there', { ...good, method: 'PUT' }, /is not described/],
];

test.each(faults)('[W4.2] %s is detected', (_, answer, message) => {
  expect(() => check(answer)).toThrow(message);
});
