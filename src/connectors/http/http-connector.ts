/** The connector `http`: one operation, which sends a request and returns status, headers and body of the response. */
import { anyType, type Type } from '../../expression/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import {
  type Call,
  type Connector,
  type ConnectorOutcome,
  type OfferedOperation,
  type Redactor,
  type SecretResolver,
  takeSecrets,
} from '../../runtime/index.ts';
import { methodOf, readHttpArguments } from './http-arguments.ts';
import type { HttpClient } from './http-client.ts';
import { failureOfOutcome, failureOfStatus } from './http-failure.ts';
import type { HttpHeaders, HttpRequest, HttpResponse } from './http-request.ts';
import { isRepeatableMethod, isUncertain } from './method-safety.ts';
import { readBody } from './read-body.ts';

export interface HttpConnectorOptions {
  readonly client: HttpClient;
  readonly secrets: SecretResolver;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** Version of Signalbox, for the User-Agent header. */
  readonly version: string;
  readonly concurrency?: number;
}

const operationName = 'http';

export function createHttpConnector(options: HttpConnectorOptions): Connector {
  const { client, secrets, redactor, now, version, concurrency = 64 } = options;

  const prepare = async (call: Call): Promise<Prepared> => {
    const { input, references } = takeSecrets(call.input);
    const draft = readHttpArguments(input);
    if (draft.kind === 'problems') return refusal(draft.problems);
    if (references.length === 0) return { kind: 'request', request: draft.request };
    const filled = await secrets.fill(input, references, {
      tenant: call.tenant,
      url: draft.request.url,
      write: (secret, at) => (at === '/url' ? encodeURIComponent(secret) : secret),
    });
    if (filled.kind === 'refused') return { kind: 'failed', failure: filled.failure };
    const read = readHttpArguments(filled.input);
    if (read.kind === 'problems') return refusal(read.problems);
    // The secrets were granted for one host: they must not change it.
    if (read.request.url.origin !== draft.request.url.origin)
      return refusal(['A secret cannot be part of the host.']);
    const headers = changedHeaders(draft.request.headers, read.request.headers);
    return { kind: 'request', request: { ...read.request, confined: { headers } } };
  };

  const resultOf = (response: HttpResponse): Json => {
    const { body, encoding } = readBody(response);
    return {
      status: response.status,
      headers: redactor.hideSecrets(withoutCookies(response.headers)),
      body: redactor.hideSecrets(body),
      ...(encoding === undefined ? {} : { encoding }),
    };
  };

  return {
    name: operationName,
    concurrency,
    operations: async () => [operation],

    async perform(call, signal): Promise<ConnectorOutcome> {
      if (call.operation !== operationName) return unknownOperation(call.operation);
      const prepared = await prepare(call);
      if (prepared.kind === 'failed') return prepared;
      const request = withOwnHeaders(prepared.request, call.key, version);
      const outcome = await client.send(request, signal);
      if (outcome.kind !== 'answered') {
        if (isUncertain(request.method, outcome)) return { kind: 'unknown' };
        return { kind: 'failed', failure: failureOfOutcome(request, outcome, redactor.redact) };
      }
      if (outcome.status < 400) return { kind: 'succeeded', output: resultOf(outcome) };
      return { kind: 'failed', failure: failureOfStatus(request, outcome, redactor.redact, now()) };
    },

    isRepeatable: (_, input) => isRepeatableMethod(methodOf(takeSecrets(input).input)),
    health: async () => ({ state: 'ready', message: '' }),
    close: () => client.close(),
  };
}

const unknownOperation = (name: string): ConnectorOutcome => ({
  kind: 'failed',
  failure: {
    code: 'unknown-operation',
    message: `Unknown operation “${name}” of the connector “http”. Use “${operationName}”.`,
    retryable: false,
  },
});

/** The journal stores results, and a cookie is a credential that the author did not request. */
function withoutCookies(headers: HttpHeaders): HttpHeaders {
  return 'set-cookie' in headers ? { ...headers, 'set-cookie': '[redacted]' } : headers;
}

type Prepared =
  | { readonly kind: 'request'; readonly request: HttpRequest }
  | { readonly kind: 'failed'; readonly failure: Failure };

const refusal = (problems: readonly string[]): Prepared => ({
  kind: 'failed',
  failure: { code: 'bad-arguments', message: problems.join(' '), retryable: false },
});

/** Headers that hold secrets. */
const changedHeaders = (before: HttpHeaders, after: HttpHeaders): readonly string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);

/** Headers of the author take precedence. */
function withOwnHeaders(request: HttpRequest, key: string, version: string): HttpRequest {
  const ours = {
    accept: 'application/json, */*;q=0.8',
    'accept-encoding': 'gzip, deflate, br',
    'idempotency-key': key,
    'user-agent': `signalbox/${version}`,
  };
  return { ...request, headers: { ...ours, ...request.headers } };
}

const open: Type = { kind: 'object', fields: [], open: true };

const operation: OfferedOperation = {
  name: operationName,
  description: 'Sends an HTTP request, and returns status, headers and body of the response.',
  parameters: [
    { name: 'url', type: { kind: 'string' }, required: true },
    { name: 'method', type: { kind: 'string' }, required: false },
    { name: 'headers', type: open, required: false },
    { name: 'query', type: open, required: false },
    { name: 'body', type: anyType, required: false },
    { name: 'timeout', type: anyType, required: false },
  ],
  result: {
    kind: 'object',
    open: false,
    fields: [
      { name: 'status', type: { kind: 'int' }, optional: false },
      { name: 'headers', type: open, optional: false },
      { name: 'body', type: anyType, optional: false },
      { name: 'encoding', type: { kind: 'string' }, optional: true },
    ],
  },
  example: undefined,
};
