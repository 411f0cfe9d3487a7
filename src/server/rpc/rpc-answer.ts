/**
 * Formats JSON-RPC 2.0 answers. The common error object is the `data` of an error, and contains its number [W6.1];
 * its `message` is that of the number, as in the design of these tools [U7.1].
 */
import type { Json } from '../../kernel/index.ts';
import { errorTable, findErrorCode, OperationError } from '../../operations/index.ts';
import { describeError, rpcMessageOf } from '../errors/error-codes.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { RpcId } from '../message/rpc-message.ts';

export type RpcOutcome =
  | { readonly kind: 'result'; readonly result: Json }
  /** `error` is the error object. */
  | { readonly kind: 'error'; readonly error: JsonObject };

export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: RpcId } & (
  | { readonly result: Json }
  | { readonly error: RpcError }
);

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: JsonObject;
}

export function answerOf(id: RpcId, outcome: RpcOutcome): RpcAnswer {
  const head = { jsonrpc: '2.0', id } as const;
  return outcome.kind === 'result'
    ? { ...head, result: outcome.result }
    : { ...head, error: rpcErrorOf(outcome.error) };
}

export function failed(error: JsonObject): RpcOutcome {
  return { kind: 'error', error };
}

/** @param error any value: one that is not an operational failure reveals nothing */
export function failedBy(error: unknown, correlationId: string): RpcOutcome {
  return failed(describeError(error, correlationId));
}

/** For an invalid message, over any transport. */
export function refusedMessage(
  code: 'malformed_json' | 'invalid_request' | 'nested_too_deeply' | 'body_too_big',
  message: string,
  correlationId: string,
): RpcOutcome {
  const suggestedAction =
    'Send JSON-RPC 2.0 requests: {"jsonrpc": "2.0", "id": 1, "method": "workflow_list"}.';
  return failedBy(new OperationError({ code, message, suggestedAction }), correlationId);
}

function rpcErrorOf(data: JsonObject): RpcError {
  const { message } = data;
  const code = numberOf(data);
  return {
    code,
    message: rpcMessageOf(code, typeof message === 'string' ? message : 'The call failed.'),
    data: { ...data, ...namedIds(data['context']) },
  };
}

/** An error in the words of a design of its own has a code, and no number. */
function numberOf({ code, error_code: name }: JsonObject): number {
  if (typeof code === 'number') return code;
  return errorTable[findErrorCode(String(name)) ?? 'internal_error'].number;
}

/** As callers of these tools know them. */
function namedIds(context: Json | undefined): JsonObject {
  if (typeof context !== 'object' || context === null || Array.isArray(context)) return {};
  const { workflow_id: workflowId, step_id: stepId } = context as JsonObject;
  return {
    ...(workflowId === undefined ? {} : { workflowId }),
    ...(stepId === undefined ? {} : { stepId }),
  };
}
