/**
 * Converts errors outside of tools to protocol errors, with the error object as data: only tools have results that
 * are errors.
 */
import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';
import { describeError, httpStatusOf } from '../../errors/error-codes.ts';
import type { ToolCallDependencies } from '../call/tool-call-dependencies.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';

export async function protocolErrors<Result>(
  { report }: Pick<ToolCallDependencies, 'report'>,
  { correlationId = randomUUID() }: Caller,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof OperationError)) {
      report(`A request failed with an internal error (${correlationId}).`, error);
    }
    throw refusalOf(error, correlationId);
  }
}

function refusalOf(error: unknown, correlationId: string): ProtocolError {
  const described = describeError(error, correlationId);
  const isTheirs = httpStatusOf(error) < 500;
  return new ProtocolError(
    isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    String(described['message']),
    described,
  );
}
