/** Dependencies, context and outcome of tool calls. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { RunView } from '../../../operations/index.ts';
import type { OpenCalls } from '../../pipeline/open-calls.ts';
import type { NoteCall } from '../contract/call-record.ts';
import type { Client } from '../contract/client.ts';
import type { ToolRegistry } from '../contract/contents.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import type { PerformAs } from '../runs/call-context.ts';
import type { Keys } from '../runs/round-state.ts';

export interface ToolCallDependencies {
  readonly tools: ToolRegistry;
  readonly performAs: PerformAs;
  readonly keys: Keys;
  readonly note: NoteCall;
  readonly open: OpenCalls;
  /** Aborted when the server closes: calls that only wait return what is available. */
  readonly closing: AbortSignal;
  /** An internal error: reported to the operator, never to the caller. */
  readonly report: (line: string, error: unknown) => void;
}

export interface ToolCallRequest {
  readonly name: string;
  /** If it was found before. */
  readonly tool?: Tool;
  readonly input: JsonObject;
  readonly caller: Caller;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly request: ServerContext | null;
}

export type ToolCallResult =
  | { readonly kind: 'result'; readonly result: CallToolResult | InputRequiredResult }
  /** The run continues as a task. */
  | { readonly kind: 'task'; readonly run: RunView };
