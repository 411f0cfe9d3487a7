/** What is wrong with a document that somebody wants to import, and that it is refused for it. */
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';

/** Throws where anything is wrong. */
export function refuseDocument(violations: readonly OperationViolation[]): void {
  if (violations.length > 0) throw documentRefused(violations);
}

export function documentRefused(violations: readonly OperationViolation[]): OperationError {
  const first = violations.slice(0, 5).map(({ message }) => message);
  return new OperationError({
    code: 'import_refused',
    message: `The document cannot be imported: ${first.join(' ')}`,
    suggestedAction: 'Export the run again, and send the document as it is.',
    violations,
  });
}

/** Something in it that cannot be played. */
export function replayRejected(path: string, rule: string, message: string): OperationViolation {
  return { path, rule, message, expected: 'a journal that can be played', actual: 'one that cannot' };
}
