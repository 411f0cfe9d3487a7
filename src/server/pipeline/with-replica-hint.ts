/** Adds a hint to not-found errors: each replica has only its own objects, and another one may have it. */
import { OperationError } from '../../operations/index.ts';

/** Not-found codes of objects whose id a replica generated. */
const replicaLocalCodes: ReadonlySet<string> = new Set([
  'run_not_found',
  'work_item_not_found',
  'subscription_not_found',
]);

/** @param error thrown by an operation. Errors with other codes are returned unchanged. */
export function withReplicaHint(error: unknown): unknown {
  if (!(error instanceof OperationError) || !replicaLocalCodes.has(error.details.code)) return error;
  const { message, suggestedAction, context } = error.details;
  return new OperationError(
    {
      ...error.details,
      message: `${message} Another replica may have it: this one has only its own.`,
      suggestedAction: `${suggestedAction} Call the replica that it was first sent to.`,
      context: { ...context, reason: 'maybe-elsewhere' },
    },
    { cause: error },
  );
}
