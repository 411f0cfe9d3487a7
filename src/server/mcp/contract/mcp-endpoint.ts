/** The endpoint for MCP clients, independent of the transport. */

import type { Transport } from '@modelcontextprotocol/server';
import type { Principal } from '../../../operations/index.ts';
import type { HttpRequest } from '../../message/http-request.ts';
import type { HttpResponse } from '../../message/http-response.ts';
import type { NoteCall } from './call-record.ts';
import type { ToolChoice } from './contents.ts';
import type { JsonObject } from './tool.ts';

export interface McpEndpoint {
  /** One HTTP request to `/mcp`, of either era. */
  fetch(request: HttpRequest, caller: HttpCaller): Promise<HttpResponse>;
  /** One persistent connection: standard input and output. */
  connect(transport: Transport, caller: Caller): Connection;
  /** One tool, without the protocol. */
  invoke(invocation: Invocation, caller: Caller): Promise<Invoked>;
  readonly open: OpenCounts;
  /** Refuses new requests; calls that only wait end at once with what is available. */
  drain(): void;
  /** Notifies subscribers, and closes the remaining streams, sessions and connections. */
  close(): Promise<void>;
}

export interface Caller {
  readonly principal: Principal;
  /** The id of the request, if the transport assigned one. */
  readonly correlationId?: string;
  readonly choice: ToolChoice;
  /** Receives each call of this client, in addition to the listener for all calls. */
  readonly note?: NoteCall;
  /** Called when a call begins to wait: its answer may take long, and ends when the rights of the caller do [W5.2]. */
  readonly closeWhenRightsEnd?: () => void;
}

export interface HttpCaller extends Caller {
  /** The body, parsed and checked against the limits; `undefined` if empty. */
  readonly body: unknown;
}

export interface Connection {
  /** Aborted when the client disconnects or `close` is called. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface Invocation {
  readonly tool: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** `status` is the HTTP status. */
export interface Invoked {
  readonly status: number;
  readonly body: JsonObject;
}

/** For monitoring. */
export interface OpenCounts {
  readonly sessions: number;
  readonly subscriptions: number;
  readonly calls: number;
}
