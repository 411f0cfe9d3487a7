/** Dependencies of JSON-RPC answers, and the caller. */
import type { ToolRegistry } from '../mcp/contract/contents.ts';
import type { Caller, McpEndpoint } from '../mcp/contract/mcp-endpoint.ts';

export interface RpcDependencies {
  readonly mcpEndpoint: Pick<McpEndpoint, 'invoke'>;
  readonly tools: Pick<ToolRegistry, 'list'>;
  readonly version: string;
  /** An internal error. */
  readonly report: (line: string, error: unknown) => void;
}

export interface RpcCaller {
  readonly mcpCaller: Caller & { readonly correlationId: string };
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Ends the connection after all answers; absent if the caller may not end it. */
  readonly shutDown?: () => Promise<void>;
}
