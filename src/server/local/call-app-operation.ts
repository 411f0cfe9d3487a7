/** Calls an operation in the process that owns the data folder. Every error is an OperationError, as over the socket. */
import type { Json } from '../../kernel/index.ts';
import {
  type App,
  callOperation,
  OperationError,
  type Principal,
  type Registry,
} from '../../operations/index.ts';

export async function callAppOperation(
  registry: Registry,
  { services, report, wake }: Pick<App, 'services' | 'report' | 'wake'>,
  principal: Principal,
  operation: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Json> {
  try {
    // A write also wakes the engine, so that runs continue.
    if (registry.find(operation)?.writes === true) wake();
    return await callOperation(registry, services, principal, operation, input, signal);
  } catch (error) {
    if (error instanceof OperationError) {
      const { cause } = error;
      // The operator finds the path in the log. Callers may not learn it.
      if (error.details.code === 'store_unavailable' && cause instanceof Error)
        report(cause.message, undefined);
      throw error;
    }
    report(`“${operation}” failed with an internal error.`, error);
    throw new OperationError(
      {
        code: 'internal_error',
        message: `“${operation}” failed with an internal error.`,
        suggestedAction: 'Report it, with the output on standard error.',
        context: { operation },
      },
      { cause: error },
    );
  }
}
