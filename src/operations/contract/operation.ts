/** A use case: its name, its scope, its input and output, and what it does. Independent of any interface. */
import type { z } from 'zod';
import type { OperationViolation } from './operation-error.ts';
import type { Principal, Scope } from './principal.ts';
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
  /** For internal use by interfaces. Not offered to callers. */
  readonly isInternal?: true;
  /** One sentence for lists of operations. */
  readonly summary: string;
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
   * Throws OperationError. The result is plain JSON. An aborted signal only ends waiting and computing: a waiting operation
   * answers immediately with the current state, a job that changes nothing is stopped, and other operations ignore it.
   */
  perform(principal: Principal, input: Input, services: Services, signal?: AbortSignal): Promise<Output>;
}

export interface AdditionalScope<Input> {
  readonly scope: Scope;
  /** The part of the operation that requires it. Default: the whole operation. */
  readonly when?: ScopeCondition<Input>;
}

interface ScopeCondition<Input> {
  /** `with “source”`. */
  readonly description: string;
  applies(input: Input): boolean;
}
