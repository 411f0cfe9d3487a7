/** A use case: what it is called, who may do it, what it takes, and what it does. Knows no door. */
import type { z } from 'zod';
import type { Principal, Scope } from './principal.ts';
import type { Services } from './services.ts';

export interface Operation<Input, Output> {
  /** `runs.start`: how doors and attached processes name it. */
  readonly name: string;
  readonly scope: Scope;
  /** A writing operation may be given a key under which it happens once. */
  readonly writes: boolean;
  readonly input: z.ZodType<Input>;
  /**
   * Throws OperationError. The result is plain JSON. An aborted signal ends nothing but waiting: an operation that waits
   * then answers at once with what there is, and the others take no notice of it.
   */
  perform(principal: Principal, input: Input, services: Services, signal?: AbortSignal): Promise<Output>;
}
