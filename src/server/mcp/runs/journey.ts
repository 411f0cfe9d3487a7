/** One call that goes along with a run: who called, what the client can do, and how long it may take. */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { OperationError, Principal, RunView } from '../../../operations/index.ts';
import type { Client } from '../contract/client.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import type { Keys } from './round-state.ts';

export type PerformAs = (principal: Principal, operation: string, input: unknown) => Promise<Json>;

export interface Journey {
  readonly tool: Tool;
  /** As it was sent. */
  readonly input: JsonObject;
  readonly principal: Principal;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly request: ServerContext | null;
  readonly keys: Keys;
  readonly performAs: PerformAs;
}

/** How a call that goes along with a run ends. */
export type Arrival =
  /** The run has ended, or the caller's patience has. */
  | { readonly kind: 'view'; readonly run: RunView }
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  | { readonly kind: 'task'; readonly run: RunView };

/** Why an answer of the human was not taken, by work item. */
export type Problems = ReadonlyMap<string, OperationError>;

/** A run that ended does not move again, whatever anybody does. */
export const hasEnded = ({ endedAt }: RunView): boolean => endedAt !== null;
