/** Classifies errors of a call to an MCP server: the important question is whether the tool may have run. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { Failure } from '../../kernel/index.ts';
import { describeError, errorsIn } from './describe-error.ts';
import { TooLargeError, tooLargeCode } from './too-large-error.ts';

export type CallFailure =
  /** The server refused, or its response is invalid. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The tool has not run, and the connection is unusable. */
  | { readonly kind: 'not-sent'; readonly failure: Failure; readonly reason: string }
  /** It is unknown whether the tool has run. */
  | {
      readonly kind: 'in-doubt';
      readonly failure: Failure;
      readonly reason: string;
      /** The connection is unusable. */
      readonly lost: boolean;
    };

/** @param connector its name */
export function classifyCallError(error: unknown, connector: string): CallFailure {
  const failureOf = (code: string, message: string, retryable?: boolean): Failure => ({
    code,
    message,
    ...(retryable === undefined ? {} : { retryable }),
  });
  const said = describeError(error);
  const tooLarge = errorsIn(error).find(isTooLarge);
  if (tooLarge !== undefined) {
    const message = `The answer of “${connector}” was truncated: ${tooLarge.message}. Request less at once, for example a page.`;
    return { kind: 'failed', failure: failureOf('mcp-too-large', message, false) };
  }
  if (error instanceof ProtocolError) {
    const retryable = refusals.has(error.code) ? false : undefined;
    return { kind: 'failed', failure: failureOf(`mcp-${Math.abs(error.code)}`, said, retryable) };
  }
  if (error instanceof SdkHttpError) {
    const { status } = error;
    const message = `The server of “${connector}” refused the call: ${said}`;
    const failure = failureOf(`mcp-http-${status}`, message, true);
    if (isSessionGone(error)) return { kind: 'not-sent', failure, reason: said };
    if (status >= 500 && status !== 503) return { kind: 'in-doubt', failure, reason: said, lost: false };
    return { kind: 'failed', failure: { ...failure, retryable: mayPass.has(status) } };
  }
  switch (error instanceof SdkError ? error.code : undefined) {
    case SdkErrorCode.RequestTimeout: {
      const message = `The server of “${connector}” did not answer in time. Increase “timeout” in connectors.yaml.`;
      return {
        kind: 'in-doubt',
        failure: failureOf('mcp-timeout', message, true),
        reason: said,
        lost: false,
      };
    }
    case SdkErrorCode.UnsupportedResultType: {
      const message = `The tool asks a question, which a call cannot answer. Ask with a “yield” node before it, and pass the answer as an argument.`;
      return { kind: 'failed', failure: failureOf('mcp-input-required', message, false) };
    }
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.ClientHttpUnexpectedContent: {
      const message = `The server of “${connector}” sent an invalid tool result: ${said}`;
      return { kind: 'failed', failure: failureOf('mcp-invalid-result', message, false) };
    }
    case SdkErrorCode.NotConnected:
      return { kind: 'not-sent', failure: failureOf('mcp-unavailable', said, true), reason: said };
    default: {
      const message = `The connection to the server of “${connector}” was lost: ${said}`;
      const failure = failureOf('mcp-connection', message, true);
      return isUnreached(error)
        ? { kind: 'not-sent', failure, reason: said }
        : { kind: 'in-doubt', failure, reason: said, lost: true };
    }
  }
}

const isTooLarge = (error: Error): boolean =>
  error instanceof TooLargeError || (error instanceof ProtocolError && error.code === tooLargeCode);

/** Malformed, unknown, or with invalid arguments: a retry does not help. */
const refusals = new Set([-32_700, -32_600, -32_601, -32_602, -32_021, -32_022]);

const mayPass = new Set([408, 425, 429, 503]);

/** A restarted server no longer knows the session. */
const isSessionGone = ({ status, data }: SdkHttpError): boolean =>
  status === 404 || (status === 400 && /session/i.test(String(data['text'] ?? '')));

const unreachedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the call was never sent, because there was no connection. */
const isUnreached = (error: unknown): boolean =>
  errorsIn(error).some(
    (each) =>
      each.name === 'BlockedAddressError' || ('code' in each && unreachedCodes.has(String(each.code))),
  );
