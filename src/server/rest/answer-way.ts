/** What an operation gave, as a response: with a tag where it can be kept, and where to go on, or to what was made [W4.3]. */
import { jsonResponse } from '../http/json-response.ts';
import { taggedResponse } from '../http/tagged-response.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { RestWay } from './rest-ways.ts';

interface GivenAnswer {
  readonly way: RestWay;
  readonly request: Request;
  readonly answer: JsonObject;
  /** Where others reach the server, without a slash at its end. */
  readonly base: string;
  /** That the answer has anyway. */
  readonly headers: Readonly<Record<string, string>>;
}

export function answerWay({ way, request, answer, base, headers: others }: GivenAnswer): Response {
  const headers = { ...others, ...goOn(way, request.url, answer, base), ...locate(way, answer, base) };
  const revision = way.isRevised === true ? answer['revision'] : undefined;
  const tag = typeof revision === 'string' && way.method !== 'DELETE' ? revision : undefined;
  if (way.method === 'GET') {
    return taggedResponse(request, {
      text: JSON.stringify(answer),
      type: 'application/json',
      cacheControl: 'private, no-cache',
      headers,
      ...(tag === undefined ? {} : { tag }),
    });
  }
  return jsonResponse(answer, statusOf(way, answer), {
    ...headers,
    ...(tag === undefined ? {} : { etag: `"${tag}"` }),
  });
}

function statusOf({ status = 200 }: RestWay, { created }: JsonObject): number {
  if (status === 'as-created') return created === true ? 201 : 200;
  return status;
}

function locate(way: RestWay, answer: JsonObject, base: string): Readonly<Record<string, string>> {
  if (way.location === undefined || statusOf(way, answer) !== 201) return {};
  return { location: `${base}${way.location(answer)}` };
}

/** The same request, from there on. */
function goOn(
  { goesOn }: RestWay,
  url: string,
  answer: JsonObject,
  base: string,
): Readonly<Record<string, string>> {
  const place = goesOn === undefined ? null : (answer[goesOn.told] ?? null);
  if (goesOn === undefined || place === null) return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set(goesOn.taken, String(place));
  return { link: `<${base}${pathname}?${searchParams}>; rel="next"` };
}
