/** Follows redirects as browsers do: the method may change, credentials stay with their origin. */
import { parseUrl } from '../../runtime/index.ts';
import type { HttpHeaders, HttpRequest, HttpResponse } from './http-request.ts';

export type Hop =
  /** Not a redirect: this is the final response. */
  | { readonly kind: 'arrived' }
  | { readonly kind: 'next'; readonly request: HttpRequest }
  | { readonly kind: 'refused'; readonly message: string };

export function followRedirect(
  request: HttpRequest,
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
): Hop {
  const location = headers['location'];
  if (!redirects.has(status) || typeof location !== 'string') return { kind: 'arrived' };
  const url = parseUrl(location, request.url);
  if (url === undefined) return refused('to an invalid address');
  const where = `to ${url.protocol}//${url.host}`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`to ${url.protocol}, which is not followed`);
  if (url.username !== '' || url.password !== '') return refused(`${where} with a user name in the address`);
  if (request.url.protocol === 'https:' && url.protocol === 'http:') {
    return refused(`${where}, from an encrypted to an unencrypted connection`);
  }
  const moved = withMethod(request, status);
  if (url.origin === request.url.origin) return { kind: 'next', request: { ...moved, url } };
  if (request.confined !== undefined && moved.body !== undefined) {
    return refused(`${where}, and the body holds secrets that are only for ${request.url.host}`);
  }
  return { kind: 'next', request: { ...moved, url, headers: onlyHarmless(moved) } };
}

const redirects = new Set([301, 302, 303, 307, 308]);

function withMethod(request: HttpRequest, status: number): HttpRequest {
  const { method } = request;
  const becomesGet =
    status === 303 ? method !== 'HEAD' : (status === 301 || status === 302) && method === 'POST';
  if (!becomesGet) return request;
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith('content-'));
  return { ...request, method: 'GET', body: undefined, headers: Object.fromEntries(headers) };
}

/** Another origin gets only headers that cannot hold a key or a secret. */
function onlyHarmless({ headers, confined }: HttpRequest): HttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => harmless.has(name) && confined?.headers.includes(name) !== true,
  );
  return Object.fromEntries(kept);
}

const harmless = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-language',
  'content-type',
  'idempotency-key',
  'user-agent',
]);

const refused = (where: string): Hop => ({ kind: 'refused', message: `It redirects ${where}.` });
