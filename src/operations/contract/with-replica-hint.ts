/** Of several replicas each knows its own: what one of them does not find, another may keep. */
import { OperationError } from './operation-error.ts';

/** What is looked for by an id that a replica gave. */
const replicaLocalCodes: ReadonlySet<string> = new Set([
  'run_not_found',
  'work_item_not_found',
  'subscription_not_found',
]);

/** @param error what an operation has thrown; whatever does not miss anything stays as it is */
export function withReplicaHint(error: unknown): unknown {
  if (!(error instanceof OperationError) || !replicaLocalCodes.has(error.details.code)) return error;
  const { message, suggestedAction, context } = error.details;
  return new OperationError(
    {
      ...error.details,
      message: `${message} Another replica may keep it: this one knows only its own.`,
      suggestedAction: `${suggestedAction} Ask the replica that it was first sent to.`,
      context: { ...context, reason: 'maybe-elsewhere' },
    },
    { cause: error },
  );
}
