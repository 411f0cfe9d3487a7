/**
 * A connector whose operations are those of an API, as its OpenAPI document describes them: builds each request, adds the
 * credentials that the document asks for, and returns the body of the response.
 */
import type { ApiOperation, ApiRequest, BuiltRequest, OpenApi } from '../../catalogs/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import {
  type Call,
  type Connector,
  type ConnectorOutcome,
  createRedactor,
  type Redactor,
} from '../../runtime/index.ts';
import type { HttpClient } from '../http/http-client.ts';
import { failureOfOutcome, failureOfStatus } from '../http/http-failure.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { isRepeatableMethod, isUncertain } from '../http/method-safety.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import { type AddedCredentials, addCredential, chooseNeed, secretOf } from './api-credentials.ts';
import { httpRequestOf, resultOf } from './api-exchange.ts';
import type { ApiSource } from './api-source.ts';
import { joinRedactors } from './join-redactors.ts';
import { createRecentValues } from './recent-values.ts';
import { createTokenSource } from './token-source.ts';

export interface OpenApiConnectorOptions {
  readonly name: string;
  readonly source: ApiSource;
  readonly client: HttpClient;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** Version of Signalbox, for the User-Agent header. */
  readonly version: string;
  readonly concurrency?: number;
  /** Milliseconds for a request. */
  readonly timeout?: number;
}

const defaultConcurrency = 16;
const maxKnownSecrets = 1_000;

export function createOpenApiConnector(options: OpenApiConnectorOptions): Connector {
  const { name, source, client, now, version, timeout, concurrency = defaultConcurrency } = options;
  const known = createRecentValues(maxKnownSecrets);
  const tokens = createTokenSource(client, now, known);
  const { redact, hideSecrets } = joinRedactors(options.redactor, createRedactor(known.all));
  let last: OpenApi | undefined;
  const open = async (call: Pick<Call, 'begunAt'>): Promise<Opened> => {
    try {
      last = await source.open(call);
      return { kind: 'opened', api: last };
    } catch (error) {
      return { kind: 'problem', message: redact(error instanceof Error ? error.message : String(error)) };
    }
  };
  const failed = (code: string, message: string, retryable = false): ConnectorOutcome => ({
    kind: 'failed',
    failure: { code, message: redact(message), retryable },
  });

  /** With credentials. */
  const prepare = async (
    api: OpenApi,
    operation: ApiOperation,
    built: ApiRequest,
    call: Call,
    signal: AbortSignal,
  ): Promise<Prepared> => {
    const access = await source.access(operation.server, call);
    if (access.kind === 'failed') return { ...access.failure, kind: 'failed' };
    const { base, headers, credentials } = access;
    for (const credential of credentials.values()) known.add(secretOf(credential));
    const chosen = chooseNeed(operation, api.schemes, credentials);
    if (chosen.kind === 'missing')
      return {
        kind: 'failed',
        code: 'credentials-missing',
        message: noCredentials(name, chosen.schemes, source.advice.credentials),
      };
    const added: AddedCredentials[] = [];
    let token: string | null = null;
    for (const { scheme: id, scopes } of chosen.need) {
      const [scheme, credential] = [api.schemes.get(id), credentials.get(id)];
      if (scheme === undefined || credential === undefined) continue;
      if (credential.kind === 'client' && (scheme.kind === 'oauth' || scheme.kind === 'openId')) {
        const wanted = credential.scopes.length > 0 ? credential.scopes : scopes;
        const found = await tokens.find({ scheme, credential, scopes: wanted, base }, signal);
        if (found.kind === 'failed') {
          const message = `The connector “${name}” has no token for “${id}”: ${found.message}`;
          return { kind: 'failed', code: 'credentials-refused', message, retryable: found.retryable };
        }
        token = found.token;
      }
      added.push(addCredential(scheme, credential, token));
    }
    return {
      kind: 'request',
      request: httpRequestOf(base, built, added, { headers, version, timeout }),
      token,
    };
  };

  const send = async (
    api: OpenApi,
    operation: ApiOperation,
    built: ApiRequest,
    call: Call,
    signal: AbortSignal,
    isAgain = false,
  ): Promise<ConnectorOutcome> => {
    const prepared = await prepare(api, operation, built, call, signal);
    if (prepared.kind === 'failed') return failed(prepared.code, prepared.message, prepared.retryable);
    const { request, token } = prepared;
    const outcome = await client.send(request, signal);
    if (outcome.kind !== 'answered') {
      if (isUncertain(request.method, outcome)) return { kind: 'unknown' };
      return { kind: 'failed', failure: failureOfOutcome(request, outcome, redact) };
    }
    if (outcome.status < 400) return { kind: 'succeeded', output: hideSecrets(resultOf(outcome)) };
    // The request had no effect: its token was refused. After a redirect, the first address may have accepted it.
    if (outcome.status === 401 && token !== null && !isAgain && outcome.redirected !== true) {
      tokens.forget(token);
      return send(api, operation, built, call, signal, true);
    }
    return { kind: 'failed', failure: failureOfStatus(request, outcome, redact, now()) };
  };

  return {
    name,
    concurrency,
    async operations() {
      const opened = await open({ begunAt: now() });
      return opened.kind === 'opened' ? opened.api.operations : [];
    },
    async perform(call, signal) {
      const given = plainArguments(call.input, name, source.advice.secrets);
      if (given.kind === 'failed') return given;
      const opened = await open(call);
      if (opened.kind === 'problem') return failed('api-unreadable', opened.message);
      const { api } = opened;
      const operation = api.find(call.operation);
      if (operation === undefined)
        return failed('unknown-operation', unknownOperation(name, call.operation, api));
      const built = buildWithKey(operation, given.values, call.key);
      if (built.kind === 'problems') return failed('bad-arguments', built.problems.join(' '));
      return send(api, operation, built.request, call, signal);
    },
    isRepeatable: (operation) => isRepeatableMethod(last?.find(operation)?.method ?? ''),
    async health() {
      const opened = await open({ begunAt: now() });
      if (opened.kind === 'opened') return { state: 'ready', message: '' };
      return { state: 'down', message: opened.message };
    },
    close: () => client.close(),
  };
}

type Opened =
  | { readonly kind: 'opened'; readonly api: OpenApi }
  | { readonly kind: 'problem'; readonly message: string };

type Prepared =
  /** @property token of an OAuth client, if there is one */
  | { readonly kind: 'request'; readonly request: HttpRequest; readonly token: string | null }
  | {
      readonly kind: 'failed';
      readonly code: string;
      readonly message: string;
      readonly retryable?: boolean;
    };

/** With an idempotency key, if the API takes one in this form and the caller gives no other. */
function buildWithKey(
  { idempotencyParameter: parameter, build }: ApiOperation,
  args: { readonly [name: string]: Json },
  key: string,
): BuiltRequest {
  if (parameter === null || Object.hasOwn(args, parameter)) return build(args);
  const built = build({ ...args, [parameter]: key });
  return built.kind === 'request' ? built : build(args);
}

const noCredentials = (
  name: string,
  schemes: readonly string[],
  advise: (schemes: readonly string[]) => string,
): string =>
  `The operation needs credentials that the connector “${name}” does not have, or has in another form. ${advise(schemes)}`;

function unknownOperation(name: string, operation: string, { operations }: OpenApi): string {
  const names = operations.map((each) => each.name);
  const nearest = findNearest(operation, names);
  const hint =
    nearest === undefined
      ? `It has ${names.length} operations, such as ${names.slice(0, 10).join(', ')}.`
      : `Did you mean “${nearest}”?`;
  return `The connector “${name}” has no operation “${operation}”. ${hint}`;
}
