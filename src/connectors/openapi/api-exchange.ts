/** The HTTP request for an API request with its credentials, and the result of a response. */
import type { ApiRequest } from '../../catalogs/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { HttpHeaders, HttpMethod, HttpRequest, HttpResponse } from '../http/http-request.ts';
import { readBody } from '../http/read-body.ts';
import type { AddedCredentials } from './api-credentials.ts';
import { encodeBody } from './encode-body.ts';

export interface ApiDefaults {
  /** Of every request; they may hold credentials. */
  readonly headers: HttpHeaders;
  /** Version of Signalbox, for the User-Agent header. */
  readonly version: string;
  readonly timeout: number | undefined;
}

/** @param base the address of the server */
export function httpRequestOf(
  base: URL,
  { method, path, query, cookies, headers, body }: ApiRequest,
  added: readonly AddedCredentials[],
  { headers: configured, version, timeout }: ApiDefaults,
): HttpRequest {
  const url = new URL(base);
  // The parts of the address are set apart, so that none can become another.
  if (path !== '') url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  const ofBase = base.search.slice(1).split('&');
  const secretQuery = added.flatMap((each) => each.query);
  // The address of a next page can repeat them.
  const rest = query.filter((part) => !ofBase.includes(part) && !secretQuery.includes(part));
  const search = [...ofBase, ...rest, ...secretQuery].filter(isFilled).join('&');
  if (search !== url.search) url.search = search;
  const secret: { [name: string]: string | readonly string[] } = {};
  for (const name of Object.keys(configured)) secret[name.toLowerCase()] = configured[name] ?? '';
  const parts = [secret['cookie'] ?? '', ...cookies, ...added.flatMap((each) => each.cookies)];
  const cookie = parts.flat().filter(isFilled).join('; ');
  for (const each of added) Object.assign(secret, each.headers);
  if (cookie !== '') secret['cookie'] = cookie;
  const encoded = body === null ? null : encodeBody(body);
  const isConfined = Object.keys(secret).length > 0 || added.some((each) => each.query.length > 0);
  return {
    method: method as HttpMethod,
    url,
    headers: {
      accept: 'application/json, */*;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': `signalbox/${version}`,
      ...headers,
      ...(encoded === null ? {} : { 'content-type': encoded.contentType }),
      ...secret,
    },
    body: encoded?.bytes,
    ...(timeout === undefined ? {} : { timeout }),
    ...(isConfined ? { confined: { headers: Object.keys(secret) } } : {}),
  };
}

const isFilled = (text: string): boolean => text !== '';

/** The body: JSON as data, a text as a text, and bytes as an operation takes them. */
export function resultOf(response: HttpResponse): Json {
  const { body, encoding } = readBody(response);
  if (encoding === undefined) return body;
  const type = response.headers['content-type'];
  return { base64: body, media_type: typeof type === 'string' ? type : 'application/octet-stream' };
}
