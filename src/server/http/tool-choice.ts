/** Reads the toolsets that a client chooses: the header `X-MCP-Toolsets` or `?toolsets=`, comma-separated. */

import type { ToolChoice } from '../mcp/contract/contents.ts';
import type { HttpRequest } from '../message/http-request.ts';

/** `undefined` if it does not choose. */
export function choiceOf({ headers, url }: Pick<HttpRequest, 'headers' | 'url'>): ToolChoice {
  const written =
    headers.get('x-mcp-toolsets') ?? (url.includes('?') ? new URL(url).searchParams.get('toolsets') : null);
  const names = (written ?? '').split(',').flatMap((name) => name.trim() || []);
  return names.length === 0 ? undefined : names;
}
