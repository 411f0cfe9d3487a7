/** Outside of tools there is no place for an error object: what is refused there is an error of the protocol. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';
import type { CallDesk } from '../call/call-desk.ts';

export async function protocolErrors<Result>(
  { report }: Pick<CallDesk, 'report'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (error instanceof OperationError) throw refusalOf(error);
    const message = 'This came upon a mistake in Signalbox itself.';
    report(message, error);
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${message} Please report it.`);
  }
}

function refusalOf({ details }: OperationError): ProtocolError {
  const { code, category, message, retryable = false, suggestedAction, violations } = details;
  const isTheirs = category !== 'internal' && category !== 'unavailable';
  return new ProtocolError(
    isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    message,
    { error_code: code, category, retryable, suggested_action: suggestedAction, violations },
  );
}
