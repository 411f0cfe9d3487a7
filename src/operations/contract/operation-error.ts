/** The error class of operations: a stable code, what is wrong, where, and what to do next. */
import {
  type Phrase,
  plainText,
  type RefusalReport,
  type RefusedPart,
  type ReportedError,
  type Values,
} from '../../languages/index.ts';
import type { ErrorCategory } from '../errors/error-entry.ts';
import { type ErrorCode, errorTable, isErrorCode } from '../errors/error-table.ts';

/** Describes one failure. Its category is that of the code. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: Phrase;
  /** Whether the same request may succeed later. Default: the value in the error table. */
  readonly retryable?: boolean;
  /** What to do next. Default: the action in the error table. */
  readonly suggestedAction?: Phrase;
  /** Ids, `path`, `line`, `column`, `retryAfterMs`. Never a secret, never content of others. */
  readonly context?: { readonly [name: string]: string | number };
  readonly violations?: readonly OperationViolation[];
  /** Of a document with errors: its language, whose syntax the error refers to; null if none was recognised. */
  readonly language?: string | null;
  /** The member `error` in the words of a design: it replaces `error` and `code`. */
  readonly present?: PresentError | undefined;
}

export type PresentError = (error: ReportedError) => Values;

export interface ErrorDetails extends ErrorReport {
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly suggestedAction: Phrase;
}

/** One violation of an input. */
export type OperationViolation = RefusedPart;

export class OperationError extends Error {
  readonly details: ErrorDetails;
  /** The audit log has it. */
  isAudited = false;

  constructor(report: ErrorReport, options?: ErrorOptions) {
    super(plainText(report.message), options);
    this.name = 'OperationError';
    this.details = detailsOf(report);
  }
}

/** The error for what a language refused. Its codes are those of the table, which has those of the languages. */
export function refusedByLanguage({ code, ...report }: RefusalReport): OperationError {
  return new OperationError({ ...report, code: isErrorCode(code) ? code : 'invalid_input' });
}

/** An error report with the values of the error table. */
export function detailsOf(report: ErrorReport): ErrorDetails {
  const { category, retryable, action } = errorTable[report.code];
  return {
    ...report,
    category,
    retryable: report.retryable ?? retryable,
    suggestedAction: report.suggestedAction ?? action,
  };
}

/** The same error in the words of a design. */
export function presentedBy(present: PresentError | undefined, error: unknown): unknown {
  if (present === undefined || !(error instanceof OperationError)) return error;
  const presented = new OperationError({ ...error.details, present }, { cause: error });
  presented.isAudited = error.isAudited;
  return presented;
}
