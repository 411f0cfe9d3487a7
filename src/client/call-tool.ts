/**
 * Calls a tool over an unreliable network. A call is repeated only if that may help and cannot act twice: it carries an
 * idempotency key, only reads, or was refused before any work.
 */
import { ClientError, type ClientFailure, ownFailure, textOf } from './client-error.ts';
import type { ClientSettings } from './client-options.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { openDeadline } from './deadline.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { pause } from './pause.ts';
import { readText } from './read-text.ts';
import { isTransient, pauseBefore, retryAfterMs } from './retry-rules.ts';

/** Any JSON value; `undefined` fields are not sent. */
export type ToolInput = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Timeout of one attempt; default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** The call may be repeated although it has no idempotency key. */
  readonly repeatable?: boolean | undefined;
}

export type CallTool = (tool: string, input: ToolInput, options?: CallOptions) => Promise<JsonObject>;

type SendOutcome =
  | { readonly kind: 'answered'; readonly answer: JsonObject }
  | { readonly kind: 'failed'; readonly failure: ClientFailure; readonly retryAfter: number };

interface ToolRequest {
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Limit in bytes: far more than the server ever sends at once. */
const maxAnswerBytes = 67_108_864;
const tooMany = 429;
const unauthenticated = 401;

export function createCallTool(settings: ClientSettings): CallTool {
  const { retries, backoffMs, now } = settings;
  const credentials = createCredentials(settings.credentials, now);
  return async (tool, input, { signal, timeoutMs = settings.timeoutMs, repeatable = false } = {}) => {
    const mayRepeat = repeatable || input['idempotency_key'] !== undefined;
    const toolRequest = {
      body: JSON.stringify({ tool, input }),
      timeoutMs: timeoutMs + waitOf(input),
      signal,
    };
    let sent = 0;
    let isRenewed = false;
    for (let retry = 0; ; ) {
      sent += 1;
      const sendOutcome = await send(settings, toolRequest, credentials);
      if (sendOutcome.kind === 'answered') return sendOutcome.answer;
      const { failure, retryAfter } = sendOutcome;
      if (failure.httpStatus === unauthenticated && !isRenewed && credentials.renew()) {
        isRenewed = true;
        continue;
      }
      const mayHelp = failure.retryable && (mayRepeat || failure.httpStatus === tooMany);
      if (!mayHelp || retry >= retries) {
        throw new ClientError(tool, sent, {
          ...failure,
          message: messageOf(tool, failure, mayHelp, retries),
        });
      }
      retry += 1;
      await pause(pauseBefore(retry, backoffMs, retryAfter), signal);
    }
  };
}

/** Time that the server was asked to wait: a late response is no sign of an outage. */
function waitOf({ wait_ms: wait }: ToolInput): number {
  return typeof wait === 'number' && wait > 0 ? wait : 0;
}

function messageOf(tool: string, { message }: ClientFailure, mayHelp: boolean, retries: number): string {
  if (!mayHelp || retries === 0) return message;
  return `“${tool}” is unavailable after ${retries} retries. ${message}`;
}

async function send(
  settings: ClientSettings,
  toolRequest: ToolRequest,
  credentials: Credentials,
): Promise<SendOutcome> {
  const { signal, timeoutMs } = toolRequest;
  signal?.throwIfAborted();
  const authorization = await credentials.current();
  // The error that fetch throws for an invalid header contains the header.
  if (!/^[\x20-\x7e]*$/.test(authorization)) {
    const message = 'The token cannot be sent: it must be one word of plain letters.';
    return { kind: 'failed', failure: ownFailure('bad_token', message, false), retryAfter: 0 };
  }
  const deadline = openDeadline(timeoutMs, signal);
  try {
    const response = await settings.fetch(settings.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(authorization === '' ? {} : { authorization }),
      },
      body: toolRequest.body,
      // Redirects are not followed: credentials are for this address only.
      redirect: 'manual',
      signal: deadline.signal,
    });
    return readResponse(response, await readText(response, maxAnswerBytes), settings);
  } catch (cause) {
    signal?.throwIfAborted();
    return deadline.signal.aborted
      ? unanswered('timeout', `The server did not answer within ${timeoutMs} ms.`, cause)
      : unanswered('unreachable', `The server at ${settings.address} cannot be reached.`, cause);
  } finally {
    deadline.clear();
  }
}

const unanswered = (error: string, message: string, cause: unknown): SendOutcome => ({
  kind: 'failed',
  failure: ownFailure(error, message, true, cause),
  retryAfter: 0,
});

function readResponse(
  response: Response,
  text: string | undefined,
  { address, now }: ClientSettings,
): SendOutcome {
  const { status, ok, headers } = response;
  if (text === undefined) return { kind: 'failed', failure: tooBig(response, address), retryAfter: 0 };
  const answer = read(text);
  if (ok && answer !== undefined) return { kind: 'answered', answer };
  const retryAfter = retryAfterMs(headers.get('retry-after'), now());
  if (answer === undefined) {
    return { kind: 'failed', failure: notUnderstood(response, address), retryAfter };
  }
  const code = textOf(answer['error_code']);
  const error = textOf(answer['error']) || code || `http_${status}`;
  const failure = {
    error,
    errorCode: code || error,
    message: textOf(answer['message']) || `The server answered with status ${status}.`,
    httpStatus: status,
    retryable: isTransient(status, answer),
    answer,
  };
  return { kind: 'failed', failure, retryAfter };
}

function tooBig({ status }: Response, address: string): ClientFailure {
  const message = `The response of ${address} is invalid: it has more than ${maxAnswerBytes} bytes.`;
  return { ...ownFailure('not_understood', message, false), httpStatus: status };
}

/** A truncated response may be complete on a retry; a response of another server will not. */
function notUnderstood({ status, ok, headers, type }: Response, address: string): ClientFailure {
  const isBroken = ok && /\bjson\b/i.test(headers.get('content-type') ?? '');
  const isElsewhere = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const advice = isElsewhere ? ' It redirects. Use the address that it redirects to.' : '';
  const message = `The response of ${address} is invalid: status ${status}.${advice}`;
  const mayHelp = isBroken || isTransient(status, {});
  return { ...ownFailure('not_understood', message, mayHelp), httpStatus: status };
}

function read(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
