/** A call that did not work: refused by the server, or not answered however often it was sent. */
import type { JsonObject } from './json.ts';

export interface ClientFailure {
  /** As docs/cases.md names it; `unreachable`, `timeout`, `not_understood` and `lease_lost` are of the client itself. */
  readonly error: string;
  /** As docs/errors names it, which is finer; the same as `error` where nothing finer is known. */
  readonly errorCode: string;
  readonly message: string;
  /** 0 where nothing was answered. */
  readonly httpStatus: number;
  /** The same may work later. */
  readonly retryable: boolean;
  /** What the server answered; empty where nothing. */
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
  /** How often it was sent. */
  readonly attempts: number;
  /** What the server advises; empty where it said nothing. */
  readonly suggestedAction: string;
  /** Under which the server's log says more; empty where it said none. */
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

/** What the client itself has to say, under one name. */
export const ownFailure = (error: string, message: string, retryable: boolean, cause?: unknown) => ({
  error,
  errorCode: error,
  message,
  httpStatus: 0,
  retryable,
  answer: {},
  cause,
});

/** The server may answer the same call later. */
export const isRetryable = (error: unknown): boolean => error instanceof ClientError && error.retryable;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
