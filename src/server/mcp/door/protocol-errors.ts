/** Outside of tools there is no place for an error object: what is refused there is an error of the protocol. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';

export async function protocolErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, category, message, retryable = false, suggestedAction, violations } = error.details;
    const isTheirs = category !== 'internal' && category !== 'unavailable';
    throw new ProtocolError(
      isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      message,
      { error_code: code, category, retryable, suggested_action: suggestedAction, violations },
    );
  }
}
