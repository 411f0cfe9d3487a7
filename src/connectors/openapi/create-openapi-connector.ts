/**
 * A connector whose operations are those of an API, as its OpenAPI document describes them: builds each request, adds the
 * credentials that the document asks for, and returns the body of the response.
 */
import {
  type ApiOperation,
  type ApiRequest,
  type BuiltRequest,
  type OpenApi,
  type OpenApiResult,
  openApi,
} from '../../catalogs/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import {
  type Connector,
  type ConnectorOutcome,
  createRedactor,
  parseUrl,
  type Redactor,
} from '../../runtime/index.ts';
import type { HttpClient } from '../http/http-client.ts';
import { failureOfOutcome, failureOfStatus } from '../http/http-failure.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { isRepeatableMethod, isUncertain } from '../http/method-safety.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import { type AddedCredentials, addCredential, chooseNeed, secretOf } from './api-credentials.ts';
import { httpRequestOf, resultOf } from './api-exchange.ts';
import type { ApiServer } from './api-server.ts';
import { joinRedactors } from './join-redactors.ts';
import { createTokenSource } from './token-source.ts';

export interface OpenApiConnectorOptions {
  readonly name: string;
  readonly api: ConfiguredApi;
  readonly client: HttpClient;
  readonly redactor: Redactor;
  readonly now: () => number;
  /** Version of Signalbox, for the User-Agent header. */
  readonly version: string;
  readonly concurrency?: number;
  /** Milliseconds for a request. */
  readonly timeout?: number;
}

export interface ConfiguredApi extends Pick<ApiServer, 'url' | 'headers' | 'credentials'> {
  /** Rejects with a message for people if the document cannot be read. */
  readonly read: () => Promise<Json>;
}

const defaultConcurrency = 16;

export function createOpenApiConnector(options: OpenApiConnectorOptions): Connector {
  const { name, api: configured, client, now, version, timeout, concurrency = defaultConcurrency } = options;
  const tokens = createTokenSource(client, now);
  const secrets = [...configured.credentials.values()].map(secretOf);
  const { redact, hideSecrets } = joinRedactors(
    options.redactor,
    createRedactor(() => [...secrets, ...tokens.known()]),
  );
  const defaults = { headers: configured.headers, version, timeout };
  let loading: Promise<OpenApiResult> | undefined;
  let loaded: OpenApi | undefined;
  const load = (): Promise<OpenApiResult> => {
    loading ??= configured
      .read()
      .then(openApi)
      .catch(
        (error: unknown): OpenApiResult => ({
          kind: 'problem',
          message: error instanceof Error ? error.message : String(error),
        }),
      )
      .then((result) => {
        if (result.kind === 'api') loaded = result.api;
        return result;
      });
    return loading;
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
    signal: AbortSignal,
  ): Promise<Prepared> => {
    const base = parseUrl(configured.url === '' ? operation.server : configured.url);
    if (base === undefined || !/^https?:$/.test(base.protocol) || base.username !== '')
      return { kind: 'failed', code: 'api-no-server', message: noServer(name, operation.server) };
    const chosen = chooseNeed(operation, api.schemes, configured.credentials);
    if (chosen.kind === 'missing')
      return { kind: 'failed', code: 'credentials-missing', message: noCredentials(name, chosen.schemes) };
    const added: AddedCredentials[] = [];
    let token: string | null = null;
    for (const { scheme: id, scopes } of chosen.need) {
      const [scheme, credential] = [api.schemes.get(id), configured.credentials.get(id)];
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
    return { kind: 'request', request: httpRequestOf(base, built, added, defaults), token };
  };

  const send = async (
    api: OpenApi,
    operation: ApiOperation,
    built: ApiRequest,
    signal: AbortSignal,
    isAgain = false,
  ): Promise<ConnectorOutcome> => {
    const prepared = await prepare(api, operation, built, signal);
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
      return send(api, operation, built, signal, true);
    }
    return { kind: 'failed', failure: failureOfStatus(request, outcome, redact, now()) };
  };

  return {
    name,
    concurrency,
    async operations() {
      const result = await load();
      return result.kind === 'api' ? result.api.operations : [];
    },
    async perform(call, signal) {
      const given = plainArguments(call.input, name);
      if (given.kind === 'failed') return given;
      const result = await load();
      if (result.kind === 'problem') return failed('api-unreadable', unreadable(name, result.message));
      const { api } = result;
      const operation = api.find(call.operation);
      if (operation === undefined)
        return failed('unknown-operation', unknownOperation(name, call.operation, api));
      const built = buildWithKey(operation, given.values, call.key);
      if (built.kind === 'problems') return failed('bad-arguments', built.problems.join(' '));
      return send(api, operation, built.request, signal);
    },
    isRepeatable: (operation) => isRepeatableMethod(loaded?.find(operation)?.method ?? ''),
    async health() {
      const result = await load();
      if (result.kind === 'api') return { state: 'ready', message: '' };
      return { state: 'down', message: redact(unreadable(name, result.message)) };
    },
    close: () => client.close(),
  };
}

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

const unreadable = (name: string, message: string): string =>
  `The document of the connector “${name}” cannot be read: ${message} Correct it, and start Signalbox again.`;

const noServer = (name: string, server: string): string =>
  `The document of the connector “${name}” does not say where the API is${server === '' ? '' : `: “${server}” cannot be called`}. The operator can add “url” to the connector.`;

const noCredentials = (name: string, schemes: readonly string[]): string =>
  `The operation needs credentials that the connector “${name}” does not have, or has in another form. The operator can add one of them under “auth”: ${schemes.join(', ')}.`;

function unknownOperation(name: string, operation: string, { operations }: OpenApi): string {
  const names = operations.map((each) => each.name);
  const nearest = findNearest(operation, names);
  const hint =
    nearest === undefined
      ? `It has ${names.length} operations, such as ${names.slice(0, 10).join(', ')}.`
      : `Did you mean “${nearest}”?`;
  return `The connector “${name}” has no operation “${operation}”. ${hint}`;
}
