/** One call that goes along with a run: who called, what the client can do, and how long it may take. */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal, RunView } from '../../../operations/index.ts';
import type { Client } from '../contract/client.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import type { Keys } from './round-state.ts';

/** @param stop aborted: whoever waits in there is given what there is */
export type PerformAs = (
  principal: Principal,
  operation: string,
  input: unknown,
  stop?: AbortSignal,
) => Promise<Json>;

export interface CallContext {
  readonly tool: Tool;
  /** As it was sent. */
  readonly input: JsonObject;
  readonly principal: Principal;
  readonly client: Client;
  /** Aborted when the caller has gone, or the server closes: nobody waits any longer. */
  readonly stop: AbortSignal;
  readonly request: ServerContext | null;
  readonly keys: Keys;
  readonly performAs: PerformAs;
}

/** How a call that goes along with a run ends. */
export type WaitResult =
  /** The run has ended, or the caller's patience has. */
  | { readonly kind: 'view'; readonly run: RunView; readonly told?: JsonObject }
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  | { readonly kind: 'task'; readonly run: RunView };

/** A run that ended does not move again, whatever anybody does. */
export const hasEnded = ({ endedAt }: Pick<RunView, 'endedAt'>): boolean => endedAt !== null;

/** Nothing but people can move it. */
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
  // What the operation gives is what its own type says.
  return (await performAs(principal, 'runs.get', query, stop)) as unknown as RunView;
}
