/** What the servers of one endpoint share, and the context of each server. */
import type { Implementation, ServerContext } from '@modelcontextprotocol/server';
import type { ToolCallDependencies } from '../call/tool-call-dependencies.ts';
import type { Contents, ToolChoice } from '../contract/contents.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import type { TaskDependencies } from '../runs/tasks.ts';
import type { KnownClients } from './known-clients.ts';
import type { WatchList } from './watch-list.ts';

export interface McpDependencies {
  readonly contents: Contents;
  readonly calls: ToolCallDependencies;
  readonly tasks: TaskDependencies;
  readonly knownClients: KnownClients;
  readonly implementation: Implementation;
  /** The instructions for a model, by the chosen toolsets. */
  readonly instructionsFor: (choice: ToolChoice) => string;
}

export interface ConnectionInfo {
  readonly era: 'modern' | 'legacy';
  /** The principal that opened the connection. */
  readonly caller: Caller;
  /** The sender of a request: its rights end with the request, not with the connection. */
  readonly callerByRequest?: WeakMap<Request, Caller>;
  /** For a server of one request: the requested method. */
  readonly method?: string;
  /** Whether notifications and requests of the server can reach the client. */
  readonly hasBackChannel: boolean;
  /** Resources that a 2025 client subscribed to; `undefined` if it cannot be notified. */
  readonly watched?: WatchList;
}

export function callerOf({ caller, callerByRequest }: ConnectionInfo, { http }: ServerContext): Caller {
  return (http?.req === undefined ? undefined : callerByRequest?.get(http.req)) ?? caller;
}
