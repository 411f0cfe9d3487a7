/** The context of one call that waits for a run: caller, capabilities of the client, and time limit. */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal, RunView } from '../../../operations/index.ts';
import type { Client } from '../contract/client.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import type { Keys } from './round-state.ts';

/** @param stop aborted: a waiting operation returns what is available */
export type PerformAs = (
  principal: Principal,
  operation: string,
  input: unknown,
  stop?: AbortSignal,
) => Promise<Json>;

export interface CallContext {
  readonly tool: Tool;
  /** As sent by the client. */
  readonly input: JsonObject;
  readonly principal: Principal;
  readonly client: Client;
  /** Aborted when the caller disconnects or the server closes. */
  readonly stop: AbortSignal;
  readonly request: ServerContext | null;
  readonly keys: Keys;
  readonly performAs: PerformAs;
}

/** How a call that waits for a run ends. */
export type WaitResult =
  /** The run has ended, or the time limit was reached. */
  | { readonly kind: 'view'; readonly run: RunView; readonly told?: JsonObject }
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  | { readonly kind: 'task'; readonly run: RunView };

/** An ended run never changes again. */
export const hasEnded = ({ endedAt }: Pick<RunView, 'endedAt'>): boolean => endedAt !== null;

/** Only people can advance it. */
export const isStuck = ({ state, openItems }: RunView): boolean =>
  state === 'suspended' || (state === 'waiting' && openItems > 0);

export interface FetchRunInput {
  readonly run: string;
  readonly waitMs?: number;
  readonly after?: number;
}

export async function fetchRun(
  performAs: PerformAs,
  principal: Principal,
  query: FetchRunInput,
  stop?: AbortSignal,
): Promise<RunView> {
  // The operation's own type guarantees the shape.
  return (await performAs(principal, 'runs.get', query, stop)) as unknown as RunView;
}
