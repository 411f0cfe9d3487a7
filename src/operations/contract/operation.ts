/** A use case: what it is called, who may do it, what it takes, and what it does. Knows no door. */
import type { z } from 'zod';
import type { OperationViolation } from './operation-error.ts';
import type { Principal, Scope } from './principal.ts';
import type { Services } from './services.ts';

export interface Operation<Input, Output> {
  /** `runs.start`: how doors and attached processes name it. */
  readonly name: string;
  readonly scope: Scope;
  /** Scopes that it needs beside its own: asked for when it is called, and told wherever its scope is. */
  readonly additionalScopes?: readonly AdditionalScope<Input>[];
  /** A writing operation may be given a key under which it happens once. */
  readonly writes: boolean;
  /** A receipt tells all that it gave: any replica answers its repeats, without the run. */
  readonly answersFromReceipt?: true;
  /** For the doors themselves: nobody is offered it. */
  readonly isInternal?: true;
  /** One sentence, for whoever looks for an operation. */
  readonly summary: string;
  readonly input: z.ZodType<Input>;
  /** What else is wrong with an input that does not fit, where that takes more than its schema: all is told at once. */
  inputViolations?(input: unknown, services: Services): readonly OperationViolation[];
  /** What `perform` gives, exactly: doors describe their answers by it. */
  readonly output: z.ZodType<Output>;
  /**
   * What the audit says that it was about, where what it changes is no part of the store; null where it changed nothing.
   * What is, brings its entry along, so that both are durable or neither.
   */
  targetOf?(input: Input, output: Output): string | null;
  /**
   * Throws OperationError. The result is plain JSON. An aborted signal ends nothing but waiting: an operation that waits
   * then answers at once with what there is, and the others take no notice of it.
   */
  perform(principal: Principal, input: Input, services: Services, signal?: AbortSignal): Promise<Output>;
}

export interface AdditionalScope<Input> {
  readonly scope: Scope;
  /** For which part of what it does; for all of it where absent. */
  readonly when?: ScopeCondition<Input>;
}

interface ScopeCondition<Input> {
  /** `with “source”`. */
  readonly description: string;
  applies(input: Input): boolean;
}
