/** Which sets of tools a client wants to see: the header `X-MCP-Toolsets` or `?toolsets=`, names parted by commas. */
import type { ToolChoice } from '../mcp/contract/contents.ts';

/** Undefined where it does not say. */
export function choiceOf({ headers, url }: Pick<Request, 'headers' | 'url'>): ToolChoice {
  const written =
    headers.get('x-mcp-toolsets') ?? (url.includes('?') ? new URL(url).searchParams.get('toolsets') : null);
  const names = (written ?? '').split(',').flatMap((name) => name.trim() || []);
  return names.length === 0 ? undefined : names;
}
