/**
 * Answers JSON-RPC 2.0 messages, independently of the transport: single ones and batches, requests and notifications
 * [W6.1]. Methods are the names of tools. It never throws.
 */
import { setMaxListeners } from 'node:events';
import { findNearest, OperationError } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { type RpcCall, readMessage } from '../message/rpc-message.ts';
import { mapWithConcurrency } from './map-with-concurrency.ts';
import { protocolMethods } from './protocol-methods.ts';
import { answerOf, failed, failedBy, type RpcAnswer, type RpcOutcome, refusedMessage } from './rpc-answer.ts';
import type { RpcCaller, RpcDependencies } from './rpc-dependencies.ts';

export const maxBatchSize = 100;
/** Messages of one batch. */
const concurrency = 8;

/** @returns `undefined` if there is nothing to answer */
export async function answerRpc(
  dependencies: RpcDependencies,
  value: unknown,
  caller: RpcCaller,
): Promise<RpcAnswer | readonly RpcAnswer[] | undefined> {
  // Many calls may wait for the same client.
  setMaxListeners(0, caller.signal);
  if (!Array.isArray(value)) return answerOne(dependencies, value, caller);
  const unfit = checkBatch(value, caller);
  if (unfit !== undefined) return unfit;
  const answers = await mapWithConcurrency(value, concurrency, (each: unknown) =>
    answerOne(dependencies, each, caller),
  );
  const given = answers.filter((answer) => answer !== undefined);
  return given.length === 0 ? undefined : given;
}

function checkBatch(batch: readonly unknown[], { mcpCaller }: RpcCaller): RpcAnswer | undefined {
  if (batch.length > 0 && batch.length <= maxBatchSize) return undefined;
  const why =
    batch.length === 0 ? 'A batch must not be empty.' : `A batch has at most ${maxBatchSize} messages.`;
  return answerOf(null, refusedMessage('invalid_request', why, mcpCaller.correlationId));
}

async function answerOne(
  dependencies: RpcDependencies,
  value: unknown,
  caller: RpcCaller,
): Promise<RpcAnswer | undefined> {
  const message = readMessage(value);
  if (message.kind === 'malformed') {
    return answerOf(
      message.id,
      refusedMessage('invalid_request', message.why, caller.mcpCaller.correlationId),
    );
  }
  const outcome = await perform(dependencies, message, caller);
  return message.kind === 'request' ? answerOf(message.id, outcome) : undefined;
}

async function perform(dependencies: RpcDependencies, call: RpcCall, caller: RpcCaller): Promise<RpcOutcome> {
  const { correlationId } = caller.mcpCaller;
  try {
    if (call.params === null) throw byPosition(call.method);
    const own = protocolMethods.get(call.method);
    if (own === undefined) return await callTool(dependencies, call.method, call.params, caller);
    return { kind: 'result', result: await own(dependencies, call.params, caller) };
  } catch (error) {
    if (!(error instanceof OperationError)) {
      dependencies.report(`A JSON-RPC call failed with an internal error (${correlationId}).`, error);
    }
    return failedBy(error, correlationId);
  }
}

async function callTool(
  { mcpEndpoint }: RpcDependencies,
  tool: string,
  input: JsonObject,
  { mcpCaller, signal }: RpcCaller,
): Promise<RpcOutcome> {
  const { status, body } = await mcpEndpoint.invoke({ tool, input, signal }, mcpCaller);
  if (status === 200) return { kind: 'result', result: body };
  const nearest = body['error_code'] === 'unknown_tool' ? findNearest(tool, ownNames) : undefined;
  if (nearest === undefined) return failed(body);
  return failed({ ...body, message: `Unknown method: ${tool.slice(0, 100)}. Did you mean “${nearest}”?` });
}

const ownNames = [...protocolMethods.keys()];

function byPosition(method: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message: '“params” must be an object: parameters are passed by name, not by position.',
    suggestedAction: 'Send {"params": {"name": value}}; “tools/list” shows the names.',
    context: { operation: method.slice(0, 100) },
    violations: [
      {
        path: 'params',
        rule: 'invalid-type',
        message: '“params” must be an object.',
        expected: 'an object',
        actual: 'a list',
      },
    ],
  });
}
