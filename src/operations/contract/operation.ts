/**
 * A use case, declared once: its name, its scope, its input and output, and what it does. Interfaces derive from it
 * what they offer: its route, its description, its verb, its tool, its timeout.
 */
import type { z } from 'zod';
import type { OperationTool, Phrase, Values } from '../../languages/index.ts';
import type { Confirmation } from './confirmation.ts';
import type { OperationViolation, PresentError } from './operation-error.ts';
import type { Principal, Scope } from './principal.ts';
import type { RestRoute } from './rest-route.ts';
import type { Services } from './services.ts';

export interface Operation<Input, Output> {
  /** Name for interfaces and attached processes, such as `runs.start`. */
  readonly name: string;
  readonly scope: Scope;
  /** Additional required scopes. Checked on each call, and documented together with its scope. */
  readonly additionalScopes?: readonly AdditionalScope<Input>[];
  /** A writing operation accepts an idempotency key. */
  readonly writes: boolean;
  /** The receipt contains the whole result: any replica answers repeated calls without the run. */
  readonly answersFromReceipt?: true;
  /** One sentence for lists of operations. */
  readonly summary: string;
  /** Its route. Absent: the operation is for internal use by interfaces, and not offered to callers. */
  readonly rest?: RestRoute;
  /** Its verb of the command line. */
  readonly verb?: OperationVerb;
  /** Its tool for agents. Absent: none, or one of `server/mcp/tools` that does more than call it. */
  readonly tool?: OperationTool;
  /** The language that it belongs to. */
  readonly language?: string;
  /** Its result has `notifications`: a tool call sends them to its client, if that has a channel for them. */
  readonly notifies?: true;
  /** Its errors in the words of a design. */
  presentError?: PresentError;
  /** `long`: its work depends on the data of the caller, so calls have no timeout. Default: `short`. */
  readonly deadline?: 'short' | 'long';
  readonly examples?: readonly OperationExample[];
  readonly input: z.ZodType<Input>;
  /** Further violations of an invalid input that its schema does not express, so that all are reported at once. */
  inputViolations?(input: unknown, services: Services): readonly OperationViolation[];
  /** Exact result of `perform`. Interfaces document their answers with it. */
  readonly output: z.ZodType<Output>;
  /**
   * The audit target of an operation that changes something outside the store; null if it changed nothing. A change in
   * the store includes its audit entry, so that both are durable or neither.
   */
  targetOf?(input: Input, output: Output): string | null;
  /**
   * What the caller must confirm first; null if nothing. The registry adds the field `confirmToken` to the input, and
   * `perform` gets the input without it. Writes nothing. `perform` itself refuses what has changed in between.
   */
  confirmation?(principal: Principal, input: Input, services: Services): Promise<Confirmation | null>;
  /**
   * Throws OperationError. The result is plain JSON. An aborted signal only ends waiting and computing: a waiting operation
   * answers immediately with the current state, a job that changes nothing is stopped, and other operations ignore it.
   */
  perform(principal: Principal, input: Input, services: Services, signal?: AbortSignal): Promise<Output>;
}

/** A verb without a command of its own in `src/cli` is generic: its options follow from the schema of the input. */
export interface OperationVerb {
  /** One or two words. */
  readonly name: string;
  /** Fields of the input that are arguments, in this order, and how the help calls them: `{ item: 'ITEM' }`. */
  readonly args?: { readonly [field: string]: string };
}

/** Of a valid input, and of what it returns. */
export interface OperationExample {
  readonly input: Values;
  readonly output?: Values;
}

export interface AdditionalScope<Input> {
  readonly scope: Scope;
  /** The part of the operation that requires it. Default: the whole operation. */
  readonly when?: ScopeCondition<Input>;
}

interface ScopeCondition<Input> {
  /** `with “source”`. */
  readonly description: Phrase;
  applies(input: Input): boolean;
}
