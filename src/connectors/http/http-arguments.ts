/** Reads the arguments of `call: http`: returns a request, or all problems. */
import { findNearest, parseDuration } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import { unknownArguments } from '../values/unknown-arguments.ts';
import { type HttpMethod, type HttpRequest, httpMethods } from './http-request.ts';
import { readHeaders } from './read-headers.ts';

export type HttpArguments =
  | { readonly kind: 'request'; readonly request: HttpRequest }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

const argumentNames = ['method', 'url', 'headers', 'query', 'body', 'timeout'];

const maxTimeout = 600_000;

export function readHttpArguments(input: Json): HttpArguments {
  if (!isRecord(input))
    return { kind: 'problems', problems: ['The arguments must be a map: “url” is required.'] };
  const problems = unknownArguments(input, argumentNames);
  const complain = (problem: string): void => {
    problems.push(problem);
  };
  const method = readMethod(input['method'] ?? null, complain);
  const url = readUrl(input['url'] ?? null, complain);
  const pairs = readQuery(input['query'] ?? null, complain);
  const headers = readHeaders(input['headers'] ?? null, complain);
  const timeout = readTimeout(input['timeout'] ?? null, complain);
  const body = input['body'] ?? null;
  if (body !== null && method === 'HEAD')
    complain('A HEAD request has no body. Leave out “body”, or choose another “method”.');
  if (problems.length > 0 || url === undefined) return { kind: 'problems', problems };
  if (pairs.length > 0) url.search = [url.search.slice(1), ...pairs].filter((part) => part !== '').join('&');
  const isText = typeof body === 'string';
  const json = { 'content-type': 'application/json' };
  const request: HttpRequest = {
    method,
    url,
    headers: { ...(body === null || isText ? {} : json), ...headers },
    body: body === null ? undefined : Buffer.from(isText ? body : JSON.stringify(body)),
    ...(timeout === undefined ? {} : { timeout }),
  };
  return { kind: 'request', request };
}

/** Reads only the method, which decides whether a call may be repeated. */
export function methodOf(input: Json): HttpMethod {
  return readMethod((isRecord(input) ? input['method'] : null) ?? null, () => {});
}

function readMethod(value: Json, complain: (problem: string) => void): HttpMethod {
  if (value === null) return 'GET';
  const word = typeof value === 'string' ? value.toUpperCase() : '';
  const method = httpMethods.find((known) => known === word);
  if (method !== undefined) return method;
  const meant = findNearest(word, httpMethods);
  complain(
    `“method” must be one of ${httpMethods.join(', ')}.${meant === undefined ? '' : ` Did you mean “${meant}”?`}`,
  );
  // An invalid method is never treated as safe.
  return 'POST';
}

function readUrl(value: Json, complain: (problem: string) => void): URL | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    complain('“url” is required: a text like “https://api.example.com/orders”.');
    return undefined;
  }
  const url = parseUrl(value);
  if (url === undefined) complain('“url” is not a valid address. It must begin with “https://” and a host.');
  else if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    complain(`“url” must begin with “https://” or “http://”, not with “${url.protocol}”.`);
  } else if (url.username !== '' || url.password !== '') {
    complain('“url” must not hold a user name or a password. Put them into the header “Authorization”.');
  }
  return url;
}

function readQuery(value: Json, complain: (problem: string) => void): readonly string[] {
  if (value === null) return [];
  if (!isRecord(value)) {
    complain('“query” must be a map from names to values.');
    return [];
  }
  return Object.entries(value).flatMap(([name, given]) => {
    const values = isList(given) ? given : [given];
    if (values.some((each) => typeof each === 'object' && each !== null)) {
      complain(`“query.${name}” must be a text, a number, true or false, or a list of these.`);
      return [];
    }
    return values.flatMap((each) => (each === null ? [] : [`${encode(name)}=${encode(String(each))}`]));
  });
}

/** A lone surrogate is not valid in a URL: it is replaced. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function readTimeout(value: Json, complain: (problem: string) => void): number | undefined {
  if (value === null) return undefined;
  const time = typeof value === 'string' ? parseDuration(value) : value;
  if (typeof time === 'number' && time > 0 && time <= maxTimeout) return time;
  complain('“timeout” must be a duration like “20 seconds”, or milliseconds, of at most 10 minutes.');
  return undefined;
}

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
