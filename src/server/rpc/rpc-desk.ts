/** What answers to JSON-RPC are made with, and who asks. */
import type { ToolShelf } from '../mcp/contract/contents.ts';
import type { McpDoor, Visitor } from '../mcp/contract/mcp-door.ts';

export interface RpcDesk {
  readonly door: Pick<McpDoor, 'invoke'>;
  readonly tools: Pick<ToolShelf, 'list'>;
  readonly version: string;
  /** A mistake of the program. */
  readonly report: (line: string, error: unknown) => void;
}

export interface RpcCaller {
  readonly visitor: Visitor & { readonly correlationId: string };
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** Ends the conversation once everything else is answered; absent where it is not theirs to end. */
  readonly shutDown?: () => Promise<void>;
}
