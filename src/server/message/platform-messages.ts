/** Converts requests and responses from and to those of the platform, which the MCP SDK expects. */
import type { HttpRequest } from './http-request.ts';
import { HttpResponse } from './http-response.ts';

/**
 * Without its body, which is parsed before. The platform's Request links a new signal to the given one, which costs more
 * than the rest; this one uses the given signal. It also allows methods that the platform refuses but clients may send.
 */
export function toPlatformRequest({ url, method, headers, signal }: HttpRequest): Request {
  const request = new Request(url, {
    method: refused.has(method) ? 'GET' : method,
    headers: Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name) ?? ''])),
  });
  return Object.defineProperties(request, { signal: { value: signal }, method: { value: method } });
}

export function fromPlatformResponse({ status, headers, body }: Response): HttpResponse {
  return new HttpResponse(body, { status, headers: Object.fromEntries(headers) });
}

const refused: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
