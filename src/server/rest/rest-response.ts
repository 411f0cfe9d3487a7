/**
 * Converts the output of an operation to a response: with an ETag if it is cacheable, and links to the next page or
 * the created resource [W4.3].
 */
import { fillPath, type RestRoute } from '../../operations/index.ts';
import { pathOfSyntax } from '../errors/path-of-syntax.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { HttpRequest } from '../message/http-request.ts';
import type { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import { type TaggedDocument, taggedResponse } from '../message/tagged-response.ts';

interface GivenAnswer {
  readonly route: RestRoute;
  readonly request: HttpRequest;
  readonly answer: JsonObject;
  /** Public address of the server, without a trailing slash. */
  readonly base: string;
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export function restResponse({ route, request, answer, base, headers: others }: GivenAnswer): HttpResponse {
  const headers = {
    ...others,
    ...nextLink(route, request.url, answer, base),
    ...syntaxLink(route, answer, base),
    ...locate(route, answer, base),
  };
  const revision = route.isRevised === true ? answer['revision'] : undefined;
  const tag = typeof revision === 'string' && route.method !== 'DELETE' ? revision : undefined;
  if (route.method === 'GET') {
    return taggedResponse(request, {
      ...contentOf(route, answer),
      cacheControl: 'private, no-cache',
      headers,
      ...(tag === undefined ? {} : { tag }),
    });
  }
  return jsonResponse(answer, statusOf(route, answer), {
    ...(tag === undefined ? {} : { etag: `"${tag}"` }),
    ...headers,
  });
}

function contentOf({ text }: RestRoute, answer: JsonObject): Pick<TaggedDocument, 'text' | 'type'> {
  return text === undefined
    ? { text: JSON.stringify(answer), type: 'application/json' }
    : { text: String(answer[text.textField]), type: String(answer[text.typeField]) };
}

function statusOf({ status = 200 }: RestRoute, { created }: JsonObject): number {
  if (status === 'as-created') return created === true ? 201 : 200;
  return status;
}

function locate(route: RestRoute, answer: JsonObject, base: string): Readonly<Record<string, string>> {
  if (route.location === undefined || statusOf(route, answer) !== 201) return {};
  return { location: `${base}${fillPath(route.location, answer)}` };
}

function syntaxLink(
  { linksSyntax }: RestRoute,
  { valid, language }: JsonObject,
  base: string,
): Readonly<Record<string, string>> {
  if (linksSyntax !== true || valid === true) return {};
  const path = pathOfSyntax(typeof language === 'string' ? language : null);
  return { link: `<${base}${path}>; rel="describedby"` };
}

/** The same request, for the next page. */
function nextLink(
  { pagination }: RestRoute,
  url: string,
  answer: JsonObject,
  base: string,
): Readonly<Record<string, string>> {
  const cursor = pagination === undefined ? null : (answer[pagination.answerField] ?? null);
  if (pagination === undefined || cursor === null) return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set(pagination.inputField, String(cursor));
  return { link: `<${base}${pathname}?${searchParams}>; rel="next"` };
}
