/** An operation in the process that owns the data folder. Whatever goes wrong is an OperationError, as over the socket. */
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
    // Whoever wants something done wants the rest to go on, too.
    if (registry.find(operation)?.writes === true) wake();
    return await callOperation(registry, services, principal, operation, input, signal);
  } catch (error) {
    if (error instanceof OperationError) throw error;
    report(`“${operation}” came upon a mistake in Signalbox itself.`, error);
    throw new OperationError(
      {
        code: 'internal_error',
        message: `“${operation}” came upon a mistake in Signalbox itself.`,
        suggestedAction: 'Please report it, with what was written to the error stream.',
        context: { operation },
      },
      { cause: error },
    );
  }
}
