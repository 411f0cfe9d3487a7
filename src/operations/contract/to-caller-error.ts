/** Converts what an operation threw to the error for its caller. */
import { phrase } from '../../languages/index.ts';
import { StoreError, UnrunnableProgram } from '../../runtime/index.ts';
import { OperationError } from './operation-error.ts';
import type { Principal } from './principal.ts';
import type { Services } from './services.ts';
import { storeUnavailableFor } from './store-unavailable.ts';

export function toCallerError(
  error: unknown,
  principal: Principal,
  { hasReplicas = false }: Services,
): unknown {
  if (error instanceof StoreError) return storeUnavailableFor(principal, error);
  if (error instanceof UnrunnableProgram) {
    const { message } = error;
    const suggestedAction = phrase`Ask the operator to start Signalbox with the language of the ${{ noun: 'run' }}.`;
    return new OperationError(
      { code: 'engine_unavailable', message, retryable: false, suggestedAction },
      { cause: error },
    );
  }
  return hasReplicas ? withReplicaHint(error) : error;
}

/** Not-found codes of objects whose id a replica generated. */
const replicaLocalCodes: ReadonlySet<string> = new Set([
  'run_not_found',
  'work_item_not_found',
  'subscription_not_found',
]);

/** Each replica has only its own objects, and another one may have it. */
function withReplicaHint(error: unknown): unknown {
  if (!(error instanceof OperationError) || !replicaLocalCodes.has(error.details.code)) return error;
  const { message, suggestedAction, context } = error.details;
  return new OperationError(
    {
      ...error.details,
      message: phrase`${message} Another replica may have it: this one has only its own.`,
      suggestedAction: phrase`${suggestedAction} Call the replica that it was first sent to.`,
      context: { ...context, reason: 'maybe-elsewhere' },
    },
    { cause: error },
  );
}
