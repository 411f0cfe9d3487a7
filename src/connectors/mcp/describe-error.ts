/** Messages for connection errors. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';

const maxLength = 500;

/** What happened and what to do: the end of a sentence, and more sentences. The caller redacts it. */
export function describeError(error: unknown): string {
  return `${describeCause(error)}.${adviceFor(error)}`;
}

function describeCause(error: unknown): string {
  if (error instanceof SdkHttpError) return describeStatus(error);
  if (error instanceof ProtocolError) return `${error.message} (${error.code})`.slice(0, maxLength);
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return 'the server ended';
  const all = errorsIn(error);
  const coded = all.find((each) => 'code' in each && textByErrorCode[String(each.code)] !== undefined);
  if (coded !== undefined && 'code' in coded) return textByErrorCode[String(coded.code)] ?? '';
  // The innermost error is the cause, the outer ones say what was tried.
  return (all.at(-1)?.message ?? 'the server ended').slice(0, maxLength);
}

const textByErrorCode: Readonly<Record<string, string>> = {
  ENOENT: 'the command was not found',
  EACCES: 'the command may not be executed',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  REQUEST_TIMEOUT: 'the server did not answer in time',
};

/** An action that helps, if one is known; begins with a space. */
function adviceFor(error: unknown): string {
  if (error instanceof SdkHttpError && (error.status === 401 || error.status === 403)) {
    return ' Check the headers of the connector in connectors.yaml.';
  }
  const isMissing = errorsIn(error).some((each) => 'code' in each && each.code === 'ENOENT');
  return isMissing ? ' Install it, or set its full path under “command” in connectors.yaml.' : '';
}

function describeStatus({ status, data }: SdkHttpError): string {
  const text = typeof data['text'] === 'string' ? data['text'].trim().slice(0, maxLength) : '';
  return `it answered with status ${status}${text === '' ? '' : ` and “${text}”`}`;
}

const maxErrors = 8;

/** The error, its causes and its aggregated errors, outermost first. */
export function errorsIn(error: unknown): readonly Error[] {
  const found: Error[] = [];
  const open: unknown[] = [error];
  for (let next = open.shift(); next !== undefined && found.length < maxErrors; next = open.shift()) {
    if (!(next instanceof Error)) continue;
    found.push(next);
    if (next instanceof AggregateError) open.push(...next.errors);
    if (next.cause !== undefined) open.push(next.cause);
  }
  return found;
}
