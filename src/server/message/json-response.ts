/** A JSON response that must not be cached. */
import { HttpResponse } from './http-response.ts';

export function jsonResponse(
  value: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return new HttpResponse(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
