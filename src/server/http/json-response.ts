/** A JSON response that must not be cached. */
import { TextResponse } from '../mcp/contract/text-response.ts';

export function jsonResponse(
  value: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextResponse {
  return new TextResponse(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
