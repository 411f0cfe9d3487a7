/** Refuses a document that cannot be imported, with the reasons. */
import { joinPhrases, phrase } from '../../languages/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';

/** Throws if there are any violations. */
export function refuseDocument(violations: readonly OperationViolation[]): void {
  if (violations.length > 0) throw documentRefused(violations);
}

export function documentRefused(violations: readonly OperationViolation[]): OperationError {
  const first = violations.slice(0, 5).map(({ message }) => message);
  return new OperationError({
    code: 'import_refused',
    message: phrase`The document cannot be imported: ${joinPhrases(first)}`,
    suggestedAction: 'Export the run again, and send the document unchanged.',
    violations,
  });
}

/** Something in it cannot be replayed. */
export function replayRejected(path: string, rule: string, message: string): OperationViolation {
  return { path, rule, message, expected: 'a journal that can be replayed', actual: 'one that cannot' };
}
