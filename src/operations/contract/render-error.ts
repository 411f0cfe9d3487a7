/** An error as the callers of one interface read it. */
import { type NameReference, renderPhrase } from '../../languages/index.ts';
import type { ErrorDetails, OperationViolation } from './operation-error.ts';

export interface RenderedError extends Omit<ErrorDetails, 'message' | 'suggestedAction' | 'violations'> {
  readonly message: string;
  readonly suggestedAction: string;
  readonly violations?: readonly RenderedViolation[];
}

export type RenderedViolation = Omit<OperationViolation, 'message' | 'expected'> & {
  readonly message: string;
  readonly expected: string;
};

/** @param name how the interface names what the error refers to */
export function renderError(details: ErrorDetails, name: NameReference): RenderedError {
  const { message, suggestedAction, violations, ...rest } = details;
  return {
    ...rest,
    message: renderPhrase(message, name),
    suggestedAction: renderPhrase(suggestedAction, name),
    ...(violations === undefined
      ? {}
      : {
          violations: violations.map((violation) => ({
            ...violation,
            message: renderPhrase(violation.message, name),
            expected: renderPhrase(violation.expected, name),
          })),
        }),
  };
}
