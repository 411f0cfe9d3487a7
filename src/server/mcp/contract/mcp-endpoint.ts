/** The door through which MCP clients come in, whatever carries their messages. */
import type { Transport } from '@modelcontextprotocol/server';
import type { Principal } from '../../../operations/index.ts';
import type { NoteCall } from './call-record.ts';
import type { ToolChoice } from './contents.ts';
import type { JsonObject } from './tool.ts';

export interface McpEndpoint {
  /** One HTTP request to `/mcp`, of either era. */
  fetch(request: Request, caller: HttpCaller): Promise<Response>;
  /** One connection that lasts: standard input and output. */
  connect(transport: Transport, caller: Caller): Connection;
  /** One tool, without the protocol around it. */
  invoke(invocation: Invocation, caller: Caller): Promise<Invoked>;
  readonly open: OpenCounts;
  /** Takes nothing new; calls that only wait end at once, with what there is. */
  drain(): void;
  /** Tells subscribers, and ends what is left: streams, sessions and connections. */
  close(): Promise<void>;
}

export interface Caller {
  readonly principal: Principal;
  /** Of the request, where whoever carried it has given it one. */
  readonly correlationId?: string;
  readonly choice: ToolChoice;
  /** Told of each call in the visitor's name, beside whoever is told of all. */
  readonly note?: NoteCall;
}

export interface HttpCaller extends Caller {
  /** The body, parsed and held against the limits; undefined where there is none. */
  readonly body: unknown;
}

export interface Connection {
  /** When the client has gone, or `close` was called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface Invocation {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** `status` is that of HTTP. */
export interface Invoked {
  readonly status: number;
  readonly body: JsonObject;
}

/** For whoever watches over it. */
export interface OpenCounts {
  readonly sessions: number;
  readonly subscriptions: number;
  readonly calls: number;
}
