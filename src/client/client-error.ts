/** A call that did not work: refused by the server, or not answered however often it was sent. */
import type { JsonObject } from './json.ts';

export interface ClientFailure {
  /** As docs/errors names it; `unreachable`, `timeout`, `not_understood` and `lease_lost` are of the client itself. */
  readonly code: string;
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
  readonly code: string;
  readonly httpStatus: number;
  readonly retryable: boolean;
  /** How often it was sent. */
  readonly attempts: number;
  /** Under which the server's log says more; empty where it said none. */
  readonly correlationId: string;
  readonly answer: JsonObject;

  constructor(tool: string, attempts: number, { message, cause, ...failure }: ClientFailure) {
    super(message, cause === undefined ? undefined : { cause });
    this.tool = tool;
    this.attempts = attempts;
    this.code = failure.code;
    this.httpStatus = failure.httpStatus;
    this.retryable = failure.retryable;
    this.answer = failure.answer;
    this.correlationId = textOf(failure.answer['correlation_id']);
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
