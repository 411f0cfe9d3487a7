/** Sends the requests of a call: with the credentials that its operation needs, and again if a token was refused. */
import type { ApiOperation, ApiRequest, OpenApi } from '../../catalogs/index.ts';
import type { Failure } from '../../kernel/index.ts';
import type { Call, ConnectorOutcome, Redactor } from '../../runtime/index.ts';
import type { HttpClient } from '../http/http-client.ts';
import { failureOfOutcome, failureOfStatus } from '../http/http-failure.ts';
import type { HttpRequest, HttpResponse } from '../http/http-request.ts';
import { isUncertain } from '../http/method-safety.ts';
import { type AddedCredentials, addCredential, chooseNeed, secretOf } from './api-credentials.ts';
import { httpRequestOf } from './api-exchange.ts';
import type { ApiAccess, ApiSource, NoAccess } from './api-source.ts';
import type { RecentValues } from './recent-values.ts';
import type { TokenSource } from './token-source.ts';

export interface ApiSenderOptions {
  /** Of the connector. */
  readonly name: string;
  readonly source: Pick<ApiSource, 'access' | 'advice'>;
  readonly client: HttpClient;
  readonly tokens: TokenSource;
  /** The secrets that were used. */
  readonly known: RecentValues;
  readonly redactor: Redactor;
  readonly now: () => number;
  readonly version: string;
  readonly timeout: number | undefined;
}

export interface Sending {
  readonly api: Pick<OpenApi, 'schemes'>;
  readonly operation: ApiOperation;
  readonly call: Call;
  readonly signal: AbortSignal;
}

export interface Answered {
  readonly kind: 'answered';
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

export type Sent =
  | Answered
  /** It failed, or its outcome is unknown. */
  | { readonly kind: 'over'; readonly outcome: Exclude<ConnectorOutcome, { kind: 'succeeded' }> };

export interface Place {
  /** The path of the request is below it instead of the address of the API. */
  readonly origin: string;
  /** Milliseconds, if it is less than the limit of the connector. */
  readonly timeout: number;
}

/** Sends one request. */
export type Send = (sending: Sending, request: ApiRequest, place?: Place) => Promise<Sent>;

const usualTimeout = 30_000;

export function createApiSender(options: ApiSenderOptions): Send {
  const { name, source, client, tokens, known, redactor, now, version, timeout } = options;
  const { redact, hideSecrets } = redactor;

  const addCredentials = async (
    { api, operation, signal }: Sending,
    { base, credentials, reveal = async (credential) => ({ kind: 'revealed', credential }) }: ApiAccess,
  ): Promise<Added> => {
    const chosen = chooseNeed(operation, api.schemes, credentials);
    if (chosen.kind === 'missing') {
      const advice = source.advice.credentials(chosen.schemes);
      const message = `The operation needs credentials that the connector “${name}” does not have, or has in another form. ${advice}`;
      return refusal('credentials-missing', message);
    }
    const added: AddedCredentials[] = [];
    let token: string | null = null;
    for (const { scheme: id, scopes } of chosen.need) {
      const [scheme, written] = [api.schemes.get(id), credentials.get(id)];
      if (scheme === undefined || written === undefined) continue;
      const revealed = await reveal(written, base);
      if (revealed.kind === 'failed') return revealed;
      const { credential } = revealed;
      known.add(secretOf(credential));
      if (credential.kind === 'client' && (scheme.kind === 'oauth' || scheme.kind === 'openId')) {
        const wanted = credential.scopes.length > 0 ? credential.scopes : scopes;
        // The document names the address of tokens: the secret must be meant for it, too.
        const permit = async (address: URL): Promise<string | null> => {
          const permitted = await reveal(written, address);
          return permitted.kind === 'failed' ? permitted.failure.message : null;
        };
        const found = await tokens.find({ scheme, credential, scopes: wanted, base, permit }, signal);
        if (found.kind === 'failed') {
          const message = `The connector “${name}” has no token for “${id}”: ${found.message}`;
          return refusal('credentials-refused', message, found.retryable);
        }
        token = found.token;
      }
      added.push(addCredential(scheme, credential, token));
    }
    return { kind: 'added', added, token };
  };

  const over = (failure: Failure): Sent => {
    // Advice of our own, in which names of settings look like those of secrets.
    const message = hideSecrets(failure.message);
    return { kind: 'over', outcome: { kind: 'failed', failure: { ...failure, message } } };
  };

  const send = async (
    sending: Sending,
    built: ApiRequest,
    place: Place | undefined = undefined,
    isAgain = false,
  ): Promise<Sent> => {
    const { operation, call, signal } = sending;
    const access = await source.access(operation.server, call);
    if (access.kind === 'failed') return over(access.failure);
    const found = await addCredentials(sending, access);
    if (found.kind === 'failed') return over(found.failure);
    // What one server said leads to no other, also if the address of the API has changed meanwhile.
    if (place !== undefined && place.origin !== access.base.origin) return over(moved);
    const base = place === undefined ? access.base : new URL(place.origin);
    const limit = place === undefined ? timeout : Math.min(place.timeout, timeout ?? usualTimeout);
    const request = httpRequestOf(base, built, found.added, {
      headers: access.headers,
      version,
      timeout: limit,
    });
    const outcome = await client.send(request, signal);
    if (outcome.kind !== 'answered') {
      if (isUncertain(request.method, outcome)) return { kind: 'over', outcome: { kind: 'unknown' } };
      return {
        kind: 'over',
        outcome: { kind: 'failed', failure: failureOfOutcome(request, outcome, redact) },
      };
    }
    if (outcome.status < 400) return { kind: 'answered', request, response: outcome };
    // The request had no effect: its token was refused. After a redirect, the first address may have accepted it.
    if (outcome.status === 401 && found.token !== null && !isAgain && outcome.redirected !== true) {
      tokens.forget(found.token);
      return send(sending, built, place, true);
    }
    return {
      kind: 'over',
      outcome: { kind: 'failed', failure: failureOfStatus(request, outcome, redact, now()) },
    };
  };
  return send;
}

type Added =
  | {
      readonly kind: 'added';
      readonly added: readonly AddedCredentials[];
      /** Of an OAuth client, if there is one. */
      readonly token: string | null;
    }
  | NoAccess;

const refusal = (code: string, message: string, retryable = false): NoAccess => ({
  kind: 'failed',
  failure: { code, message, retryable },
});

const moved: Failure = {
  code: 'unexpected-response',
  message: 'The address of the API has changed during the call.',
  retryable: false,
};
