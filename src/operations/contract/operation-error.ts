/** The one class of operational failures: a stable code, what is wrong, where, and what to do next. */
import type { Violation } from '../../languages/index.ts';
import type { ErrorCategory } from '../errors/error-entry.ts';
import { type ErrorCode, errorTable } from '../errors/error-table.ts';

/** What is said of one failure; its category is that of the code. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  /** The same request may work later; as the table says where it is absent. */
  readonly retryable?: boolean;
  /** What to do next; as the table says where it is absent. */
  readonly suggestedAction?: string;
  /** Ids, `path`, `line`, `column`, `retryAfterMs`: never a secret, never foreign content. */
  readonly context?: { readonly [name: string]: string | number };
  readonly violations?: readonly OperationViolation[];
}

export interface ErrorDetails extends ErrorReport {
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly suggestedAction: string;
}

/** One thing that is wrong with an input. */
export type OperationViolation = Pick<Violation, 'path' | 'rule' | 'message' | 'expected' | 'actual'> & {
  readonly line?: number;
  readonly column?: number;
};

export class OperationError extends Error {
  readonly details: ErrorDetails;

  constructor(report: ErrorReport, options?: ErrorOptions) {
    super(report.message, options);
    this.name = 'OperationError';
    this.details = detailsOf(report);
  }
}

/** A report with what the table adds to it. */
export function detailsOf(report: ErrorReport): ErrorDetails {
  const { category, retryable, action } = errorTable[report.code];
  return {
    ...report,
    category,
    retryable: report.retryable ?? retryable,
    suggestedAction: report.suggestedAction ?? action,
  };
}
