/** The error of a failed call: the server refused it, or no attempt got a response. */
import type { JsonObject } from './json.ts';

export interface ClientFailure {
  /** The code of docs/cases.md; `unreachable`, `timeout`, `not_understood` and `lease_lost` come from the client. */
  readonly error: string;
  /** The more specific code of docs/errors; the same as `error` if none is known. */
  readonly errorCode: string;
  readonly message: string;
  /** 0 if there was no response. */
  readonly httpStatus: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The server's response; empty if there was none. */
  readonly answer: JsonObject;
  readonly cause?: unknown;
}

export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly tool: string;
  readonly error: string;
  readonly errorCode: string;
  readonly httpStatus: number;
  readonly retryable: boolean;
  /** Number of attempts. */
  readonly attempts: number;
  /** Suggested action of the server; empty if it sent none. */
  readonly suggestedAction: string;
  /** Request id in the server's log; empty if it sent none. */
  readonly correlationId: string;
  readonly answer: JsonObject;

  constructor(tool: string, attempts: number, { message, cause, ...failure }: ClientFailure) {
    super(message, cause === undefined ? undefined : { cause });
    this.tool = tool;
    this.attempts = attempts;
    this.error = failure.error;
    this.errorCode = failure.errorCode;
    this.httpStatus = failure.httpStatus;
    this.retryable = failure.retryable;
    this.answer = failure.answer;
    this.suggestedAction = textOf(failure.answer['suggested_action']);
    this.correlationId = textOf(failure.answer['correlation_id']);
  }
}

/** Errors of the client itself. */
export const ownFailure = (error: string, message: string, retryable: boolean, cause?: unknown) => ({
  error,
  errorCode: error,
  message,
  httpStatus: 0,
  retryable,
  answer: {},
  cause,
});

/** Whether the server may answer the same call later. */
export const isRetryable = (error: unknown): boolean => error instanceof ClientError && error.retryable;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
