/** What many ways share in the document that describes them: headers, parameters, refusals, credentials. */
import { errorTable } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

const text = { type: 'string' } as const;

export const refer = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

export const headers: JsonObject = {
  'X-Correlation-Id': {
    description: 'Of this request: found again in the log, the audit and the journal.',
    required: true,
    schema: text,
  },
  ETag: { description: 'Another one whenever the answer is another one.', required: true, schema: text },
  'Cache-Control': { description: 'Whether and how long it may be kept.', required: true, schema: text },
  Link: { description: 'Where the list goes on: `<…>; rel="next"`. Absent on the last page.', schema: text },
  Location: {
    description: 'Where what was made is found.',
    required: true,
    schema: { ...text, format: 'uri' },
  },
  'Preference-Applied': { description: 'The wish of `Prefer` that was heard.', schema: text },
  'Retry-After': { description: 'Seconds until it is worth another try.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to be let in, or which scope is missing.', schema: text },
};

const header = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

export const parameters: JsonObject = {
  'X-Correlation-Id': header('X-Correlation-Id', 'An id of your own for this request.', {
    ...text,
    pattern: '^[\\w.:/+=@-]{1,128}$',
  }),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'The same key again gives the result of the first request instead of doing it twice. The same as the field `idempotencyKey`, or `idempotency_key` of a case.',
    { ...text, minLength: 1, maxLength: 257 },
  ),
  Prefer: header(
    'Prefer',
    '`wait=5`: seconds to wait at most, 20 of them at the most. The same as the field `waitMs`, or `wait_ms` of a case, which counts milliseconds.',
    text,
  ),
  'If-None-Match': header('If-None-Match', 'Tags that are known: 304 where it still has one of them.', text),
  'If-Match': header(
    'If-Match',
    'The tag that the document has now, its revision in quotes: 412 where it has another one.',
    text,
  ),
  'If-New': header('If-None-Match', '`*`: there must be no such document yet, else 412.', {
    ...text,
    const: '*',
  }),
};

const problem = (description: string, more: readonly string[] = []): JsonObject => ({
  description,
  headers: Object.fromEntries(
    ['X-Correlation-Id', 'Cache-Control', ...more].map((name) => [name, refer('headers', name)]),
  ),
  content: { 'application/problem+json': { schema: refer('schemas', 'Problem') } },
});

export const responses: JsonObject = {
  NotModified: {
    description: 'It still has a tag that you know.',
    headers: Object.fromEntries(
      ['X-Correlation-Id', 'Cache-Control', 'ETag', 'Link', 'Preference-Applied'].map((name) => [
        name,
        refer('headers', name),
      ]),
    ),
  },
  Invalid: problem('The request does not fit; everything that is wrong with it is listed.'),
  Unauthenticated: problem('Nobody knows who asks.', ['WWW-Authenticate']),
  Forbidden: problem('Whoever asks may not do this; the scope that is missing is named.', [
    'WWW-Authenticate',
  ]),
  NotFound: problem('There is no such thing, or it is not for whoever asks.'),
  Conflict: problem('As things are now this cannot be done.'),
  PreconditionFailed: problem('The document is not as If-Match or If-None-Match expects it.'),
  TooMany: problem('More than is allowed: later, or less of it.', ['Retry-After']),
  Problem: problem('It was not done, and this says why.', ['Retry-After']),
};

const violation: JsonObject = {
  type: 'object',
  properties: {
    path: { ...text, description: 'Which field, as in `params.legs.0.from`; empty for the whole.' },
    rule: { ...text, description: 'What it breaks: short and stable.' },
    message: { ...text, description: 'The same in words.' },
    expected: text,
    actual: text,
    line: { type: 'integer' },
    column: { type: 'integer' },
  },
  required: ['path', 'rule', 'message', 'expected', 'actual'],
};

export const problemSchema: JsonObject = {
  description: 'Why something was not done (RFC 9457).',
  type: 'object',
  properties: {
    type: { ...text, format: 'uri', description: 'A page about this kind of problem.' },
    title: { ...text, description: 'The kind of problem, for people.' },
    status: { type: 'integer', description: 'Of the answer.' },
    detail: { ...text, description: 'What is wrong, and where.' },
    instance: { ...text, description: 'The path that was asked for.' },
    error_code: { ...text, description: 'The kind of problem: stable, for programs.' },
    category: {
      ...text,
      enum: [...new Set(Object.values(errorTable).map(({ category }) => category))],
    },
    message: { ...text, description: 'The same as `detail`.' },
    suggested_action: { ...text, description: 'What to do next.' },
    context: {
      type: 'object',
      description: 'Ids of what it is about.',
      additionalProperties: { type: ['string', 'number'] },
    },
    retryable: { type: 'boolean', description: 'The same request may work later.' },
    correlation_id: { ...text, description: 'Of the request.' },
    violations_total: { type: 'integer' },
    violations: { type: 'array', items: violation, description: 'Everything that is wrong with the input.' },
    error: { ...text, description: 'A short name that several kinds of problems may share.' },
    http_status: { type: 'integer', description: 'The same as `status`.' },
    code: { type: 'integer', description: 'Its number at doors that speak JSON-RPC.' },
  },
  required: [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'error_code',
    'category',
    'message',
    'suggested_action',
    'context',
    'retryable',
    'correlation_id',
    'error',
    'http_status',
    'code',
  ],
};
