/**
 * Tokens for client credentials of OAuth 2: requested once for the same scopes, kept until shortly before they expire, and
 * requested anew after the API has refused one.
 */
import type { SecurityScheme } from '../../catalogs/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HttpHeaders, HttpMethod } from '../http/http-request.ts';
import { readBody } from '../http/read-body.ts';
import type { Credential } from './api-credentials.ts';
import type { RecentValues } from './recent-values.ts';

export type TokenResult = IssuedToken | NoToken;

interface IssuedToken {
  readonly kind: 'token';
  readonly token: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

interface NoToken {
  readonly kind: 'failed';
  /** A sentence. */
  readonly message: string;
  readonly retryable: boolean;
}

export interface TokenSource {
  /** Others that wait for the same token go on when the signal ends this wait. */
  find(request: TokenRequest, signal: AbortSignal): Promise<TokenResult>;
  /** The API has refused it. */
  forget(token: string): void;
}

export interface TokenRequest {
  readonly scheme: Extract<SecurityScheme, { kind: 'oauth' | 'openId' }>;
  readonly credential: Extract<Credential, { kind: 'client' }>;
  readonly scopes: readonly string[];
  /** The address of the API: that of tokens may be relative to it. */
  readonly base: URL;
  /** Why the credential may not be sent to an address; null if it may. */
  permit(address: URL): Promise<string | null>;
}

interface Entry {
  readonly result: Promise<TokenResult>;
  /** Empty until it is issued. */
  token: string;
}

/** Before a token expires: a request takes a while. In milliseconds, as the others. */
const margin = 30_000;
/** If the server does not say how long a token is valid. */
const usualLife = 300_000;
const timeout = 15_000;
/** The credentials of tenants change. */
const maxEntries = 1_000;

/** @param known for a redactor; also those that are not valid any more */
export function createTokenSource(client: HttpClient, now: () => number, known: RecentValues): TokenSource {
  const issued = new Map<string, Entry>();

  const request = async ({
    scheme,
    credential,
    scopes,
    base,
    permit,
  }: TokenRequest): Promise<TokenResult> => {
    const address = await tokenAddress(client, scheme, base);
    if (typeof address !== 'string') return address;
    const url = parseUrl(address, base);
    const problem = url === undefined ? null : await permit(url);
    if (problem !== null) return failed(problem);
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scopes.length > 0) form.set('scope', scopes.join(' '));
    const login = [credential.id, credential.secret].map(encodeURIComponent).join(':');
    const headers = {
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await readJson(client, 'POST', url, headers, form.toString());
    if (answer.kind === 'failed') return answer;
    const token = partOf(answer.body, 'access_token');
    if (typeof token !== 'string' || token === '') return failed(`“${address}” returned no token.`);
    known.add(token);
    const life = partOf(answer.body, 'expires_in');
    const until = now() + (typeof life === 'number' ? life * 1_000 : usualLife) - margin;
    return { kind: 'token', token, until };
  };

  const isValid = (result: TokenResult): boolean => result.kind === 'token' && now() < result.until;
  const start = (key: string, asked: TokenRequest): Promise<TokenResult> => {
    const entry: Entry = {
      token: '',
      result: request(asked).catch(() => failed('It could not be requested.', true)),
    };
    void entry.result.then((got) => {
      if (got.kind === 'token') entry.token = got.token;
    });
    issued.delete(key);
    issued.set(key, entry);
    const [oldest] = issued.keys();
    if (issued.size > maxEntries && oldest !== undefined) issued.delete(oldest);
    return entry.result;
  };
  const current = async (key: string, asked: TokenRequest): Promise<TokenResult> => {
    const last = issued.get(key);
    if (last === undefined) return start(key, asked);
    const result = await last.result;
    if (isValid(result)) return result;
    // Others that waited for the same may have begun already.
    const next = issued.get(key);
    return next === last || next === undefined ? start(key, asked) : next.result;
  };

  return {
    find: (asked, signal) => {
      const { scheme, credential, scopes, base } = asked;
      // With the secret: who has another one gets no token of this one.
      const key = JSON.stringify([scheme, credential.id, credential.secret, scopes, base.href]);
      return withSignal(current(key, asked), signal);
    },
    forget(token) {
      for (const [key, entry] of issued) if (entry.token === token) issued.delete(key);
    },
  };
}

function withSignal(result: Promise<TokenResult>, signal: AbortSignal): Promise<TokenResult> {
  const stopped = failed('The call was stopped.', true);
  if (signal.aborted) return Promise.resolve(stopped);
  return new Promise((resolve) => {
    const stop = (): void => resolve(stopped);
    signal.addEventListener('abort', stop);
    void result.then((got) => {
      signal.removeEventListener('abort', stop);
      resolve(got);
    });
  });
}

/** Of an OpenID provider, from its own document. */
async function tokenAddress(
  client: HttpClient,
  scheme: TokenRequest['scheme'],
  base: URL,
): Promise<string | NoToken> {
  if (scheme.kind === 'oauth')
    return scheme.tokenUrl === '' ? failed('The document names no address of tokens.') : scheme.tokenUrl;
  const answer = await readJson(client, 'GET', parseUrl(scheme.url, base), {}, undefined);
  if (answer.kind === 'failed') return answer;
  const address = partOf(answer.body, 'token_endpoint');
  return typeof address === 'string' ? address : failed(`“${scheme.url}” names no “token_endpoint”.`);
}

const temporary = new Set([408, 425, 429]);

async function readJson(
  client: HttpClient,
  method: HttpMethod,
  url: URL | undefined,
  headers: HttpHeaders,
  text: string | undefined,
): Promise<{ readonly kind: 'read'; readonly body: Json } | NoToken> {
  if (url === undefined || !/^https?:$/.test(url.protocol)) return failed('Its address is not valid.');
  const body = text === undefined ? undefined : Buffer.from(text);
  // The credentials are for this host alone.
  const confined = { headers: Object.keys(headers) };
  const request = {
    method,
    url,
    headers: { accept: 'application/json', ...headers },
    body,
    timeout,
    confined,
  };
  const outcome = await client.send(request, new AbortController().signal);
  if (outcome.kind !== 'answered') return failed(`${url.host} could not be reached.`, true);
  const { status } = outcome;
  if (status !== 200)
    return failed(`${url.host} answered ${status}.`, status >= 500 || temporary.has(status));
  return { kind: 'read', body: readBody(outcome).body };
}

const failed = (message: string, retryable = false): NoToken => ({ kind: 'failed', message, retryable });
