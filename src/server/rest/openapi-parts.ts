/** Parts of the OpenAPI document that many routes share: headers, parameters, refusals, credentials. */
import { errorTable } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

const text = { type: 'string' } as const;

export const refer = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

export const headers: JsonObject = {
  'X-Correlation-Id': {
    description: 'Id of this request in the log, the audit log and the journal.',
    required: true,
    schema: text,
  },
  ETag: { description: 'Changes whenever the answer changes.', required: true, schema: text },
  'Cache-Control': {
    description: 'Whether and how long the answer may be cached.',
    required: true,
    schema: text,
  },
  Link: {
    description:
      'The next page: `<…>; rel="next"`; absent on the last page. Of an invalid document: the syntax of its language, `<…>; rel="describedby"`.',
    schema: text,
  },
  Location: {
    description: 'Address of the created resource.',
    required: true,
    schema: { ...text, format: 'uri' },
  },
  'Preference-Applied': { description: 'The preference of `Prefer` that was applied.', schema: text },
  'Retry-After': { description: 'Seconds until the next attempt.', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'How to authenticate, or which scope is missing.', schema: text },
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
    'A repeated key returns the result of the first request instead of doing it twice. The same as the field `idempotencyKey`, or `idempotency_key` of a case.',
    { ...text, minLength: 1, maxLength: 257 },
  ),
  Prefer: header(
    'Prefer',
    '`wait=5`: maximum seconds to wait, at most 20. The same as the field `waitMs`, or `wait_ms` of a case, which are in milliseconds.',
    text,
  ),
  'If-None-Match': header('If-None-Match', 'Known ETags: 304 if the current one is among them.', text),
  'If-Match': header(
    'If-Match',
    'The current ETag of the document, its revision in quotes: 412 if it has another one.',
    text,
  ),
  'If-New': header('If-None-Match', '`*`: the document must not exist yet, otherwise 412.', {
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

/** Of few routes, so it is written there. */
export const confirmationRequired = problem(
  'The call needs a confirmation: `context` contains the token for the same call, and until when it is good.',
);

export const responses: JsonObject = {
  NotModified: {
    description: 'The current ETag is one that you know.',
    headers: Object.fromEntries(
      ['X-Correlation-Id', 'Cache-Control', 'ETag', 'Link', 'Preference-Applied'].map((name) => [
        name,
        refer('headers', name),
      ]),
    ),
  },
  Invalid: problem('The request is invalid; all violations are listed.'),
  Unauthenticated: problem('The caller is not authenticated.', ['WWW-Authenticate']),
  Forbidden: problem('The caller may not do this; the missing scope is named.', ['WWW-Authenticate']),
  NotFound: problem('It does not exist, or the caller may not see it.'),
  Conflict: problem('The current state does not allow this.'),
  PreconditionFailed: problem('The document does not match If-Match or If-None-Match.'),
  TooMany: problem('A limit was exceeded: try again later, or send less.', ['Retry-After']),
  Problem: problem('The request failed; the body contains the reason.', ['Retry-After']),
};

const violation: JsonObject = {
  type: 'object',
  properties: {
    path: { ...text, description: 'The field, as in `params.legs.0.from`; empty for the whole.' },
    rule: { ...text, description: 'The violated rule: short and stable.' },
    message: { ...text, description: 'The same as text.' },
    expected: text,
    actual: text,
    line: { type: 'integer' },
    column: { type: 'integer' },
  },
  required: ['path', 'rule', 'message', 'expected', 'actual'],
};

export const problemSchema: JsonObject = {
  description: 'Why a request failed (RFC 9457).',
  type: 'object',
  properties: {
    type: { ...text, format: 'uri', description: 'A page about this kind of problem.' },
    title: { ...text, description: 'The kind of problem, for people.' },
    status: { type: 'integer', description: 'Of the answer.' },
    detail: { ...text, description: 'What is wrong, and where.' },
    instance: { ...text, description: 'The requested path.' },
    error_code: { ...text, description: 'The kind of problem: stable, for programs.' },
    category: {
      ...text,
      enum: [...new Set(Object.values(errorTable).map(({ category }) => category))],
    },
    message: { ...text, description: 'The same as `detail`.' },
    suggested_action: { ...text, description: 'What to do next.' },
    context: {
      type: 'object',
      description: 'Ids that the error refers to.',
      additionalProperties: { type: ['string', 'number'] },
    },
    retryable: { type: 'boolean', description: 'The same request may work later.' },
    correlation_id: { ...text, description: 'Of the request.' },
    violations_total: { type: 'integer' },
    violations: { type: 'array', items: violation, description: 'All violations of the input.' },
    error: {
      type: ['string', 'object'],
      description:
        'A short name that several kinds of problems may share; of some operations, the error in the words of their design.',
    },
    http_status: { type: 'integer', description: 'The same as `status`.' },
    code: { type: 'integer', description: 'Its number in JSON-RPC; not beside the error of a design.' },
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
  ],
};
