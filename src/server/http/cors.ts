/** CORS headers: pages of this machine may read answers, and every page may read public ones. */
import type { HttpRequest } from '../message/http-request.ts';
import { HttpResponse } from '../message/http-response.ts';

const exposed =
  'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, X-Correlation-Id, ETag, Link, Location, Retry-After, Preference-Applied';

/** @param request an admitted one: its origin is known, or the resource is public */
export function withCors(response: HttpResponse, request: HttpRequest, isPublic: boolean): HttpResponse {
  const { headers } = response;
  headers.set('x-content-type-options', 'nosniff');
  const origin = request.headers.get('origin');
  if (isPublic) {
    headers.set('access-control-allow-origin', '*');
  } else if (origin !== null) {
    headers.set('access-control-allow-origin', origin);
    const varies = headers.get('vary');
    headers.set('vary', varies === undefined ? 'Origin' : `${varies}, Origin`);
    headers.set('access-control-expose-headers', exposed);
  }
  return response;
}

/** @param allow the methods of the route */
export function answerPreflight(request: HttpRequest, allow: string): HttpResponse {
  const wanted = request.headers.get('access-control-request-headers') ?? '';
  const isPlain = /^[\w-]{1,100}(?:, ?[\w-]{1,100}){0,50}$/.test(wanted);
  return new HttpResponse(null, {
    status: 204,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      ...(isPlain ? { 'access-control-allow-headers': wanted } : {}),
      'access-control-max-age': '600',
    },
  });
}
