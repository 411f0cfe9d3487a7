/** What servers of one door share, and what each of them is for. */
import type { Implementation, Server, ServerContext } from '@modelcontextprotocol/server';
import type { CallDesk } from '../call/call-desk.ts';
import type { Client } from '../contract/client.ts';
import type { Contents, ToolChoice } from '../contract/contents.ts';
import type { Visitor } from '../contract/mcp-door.ts';
import type { TaskDesk } from '../runs/tasks.ts';
import { clientOfRequest } from './client-of-request.ts';
import type { WatchList } from './watch-list.ts';

export interface ServerDesk {
  readonly contents: Contents;
  readonly calls: CallDesk;
  readonly tasks: TaskDesk;
  readonly implementation: Implementation;
  /** What a model reads first, by the toolsets that were chosen. */
  readonly instructionsFor: (choice: ToolChoice) => string;
}

export interface ServerPlace {
  readonly era: 'modern' | 'legacy';
  /** Who began it. */
  readonly visitor: Visitor;
  /** Who sent a request: the rights of one do not outlive it, however long the connection lasts. */
  readonly visitors?: WeakMap<Request, Visitor>;
  /** Of a server for one request: what that asks for. */
  readonly method?: string;
  /** Whether what the server says by itself, or asks, can reach the client. */
  readonly hasWayBack: boolean;
  /** Resources that a 2025 client wants to hear of; undefined where nobody could tell it. */
  readonly watched?: WatchList;
}

export function visitorOf({ visitor, visitors }: ServerPlace, { http }: ServerContext): Visitor {
  return (http?.req === undefined ? undefined : visitors?.get(http.req)) ?? visitor;
}

export function clientOf(
  server: Server,
  { era, hasWayBack }: ServerPlace,
  context: ServerContext,
  wantsTask = false,
): Client {
  const capabilities = server.getClientCapabilities();
  return clientOfRequest(context, { era, hasWayBack, capabilities }, wantsTask);
}
