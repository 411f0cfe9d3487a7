/** What servers of one door share, and what each of them is for. */
import type { Implementation, Server, ServerContext } from '@modelcontextprotocol/server';
import type { ToolCallDependencies } from '../call/tool-call-dependencies.ts';
import type { Client } from '../contract/client.ts';
import type { Contents, ToolChoice } from '../contract/contents.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import type { TaskDependencies } from '../runs/tasks.ts';
import { clientOfRequest } from './client-of-request.ts';
import type { WatchList } from './watch-list.ts';

export interface McpDependencies {
  readonly contents: Contents;
  readonly calls: ToolCallDependencies;
  readonly tasks: TaskDependencies;
  readonly implementation: Implementation;
  /** What a model reads first, by the toolsets that were chosen. */
  readonly instructionsFor: (choice: ToolChoice) => string;
}

export interface ConnectionInfo {
  readonly era: 'modern' | 'legacy';
  /** Who began it. */
  readonly caller: Caller;
  /** Who sent a request: the rights of one do not outlive it, however long the connection lasts. */
  readonly callerByRequest?: WeakMap<Request, Caller>;
  /** Of a server for one request: what that asks for. */
  readonly method?: string;
  /** Whether what the server says by itself, or asks, can reach the client. */
  readonly hasBackChannel: boolean;
  /** Resources that a 2025 client wants to hear of; undefined where nobody could tell it. */
  readonly watched?: WatchList;
}

export function callerOf({ caller, callerByRequest }: ConnectionInfo, { http }: ServerContext): Caller {
  return (http?.req === undefined ? undefined : callerByRequest?.get(http.req)) ?? caller;
}

export function clientOf(
  server: Server,
  { era, hasBackChannel }: ConnectionInfo,
  context: ServerContext,
  wantsTask = false,
): Client {
  const capabilities = server.getClientCapabilities();
  return clientOfRequest(context, { era, hasBackChannel, capabilities }, wantsTask);
}
