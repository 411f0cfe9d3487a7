/** What answers to JSON-RPC are made with, and who asks. */
import type { ToolRegistry } from '../mcp/contract/contents.ts';
import type { Caller, McpEndpoint } from '../mcp/contract/mcp-endpoint.ts';

export interface RpcDependencies {
  readonly mcpEndpoint: Pick<McpEndpoint, 'invoke'>;
  readonly tools: Pick<ToolRegistry, 'list'>;
  readonly version: string;
  /** A mistake of the program. */
  readonly report: (line: string, error: unknown) => void;
}

export interface RpcCaller {
  readonly mcpCaller: Caller & { readonly correlationId: string };
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** Ends the conversation once everything else is answered; absent where it is not theirs to end. */
  readonly shutDown?: () => Promise<void>;
}
