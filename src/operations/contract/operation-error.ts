/** The one class of operational failures: a stable code, what is wrong, where, and what to do next. */
import type { Violation } from '../../languages/index.ts';

export type ErrorCategory =
  | 'validation'
  | 'not_found'
  | 'conflict'
  | 'permission'
  | 'execution'
  | 'unavailable'
  | 'internal';

export interface ErrorDetails {
  readonly code: string;
  readonly category: ErrorCategory;
  readonly message: string;
  /** The same request may work later. */
  readonly retryable?: boolean;
  readonly suggestedAction?: string;
  /** Ids, `path`, `line`, `column`: never a secret, never foreign content. */
  readonly context?: { readonly [name: string]: string | number };
  readonly violations?: readonly OperationViolation[];
}

/** One thing that is wrong with an input. */
export type OperationViolation = Pick<Violation, 'path' | 'rule' | 'message' | 'expected' | 'actual'> & {
  readonly line?: number;
  readonly column?: number;
};

export class OperationError extends Error {
  readonly details: ErrorDetails;

  constructor(details: ErrorDetails, options?: ErrorOptions) {
    super(details.message, options);
    this.name = 'OperationError';
    this.details = details;
  }
}
