/**
 * The one loop of JSON-RPC 2.0, whatever carries the messages: single ones and batches, answered and not [W6.1]. Methods
 * are the names of tools. Whatever is sent, it does not throw.
 */
import { setMaxListeners } from 'node:events';
import { findNearest, OperationError } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { protocolMethods } from './protocol-methods.ts';
import { answerOf, failed, failedBy, type RpcAnswer, type RpcOutcome, refusedMessage } from './rpc-answer.ts';
import type { RpcCaller, RpcDesk } from './rpc-desk.ts';
import { type RpcCall, readMessage } from './rpc-message.ts';

export const mostInBatch = 100;
/** Of one batch. */
const atOnce = 8;

/** @returns undefined where there is nothing to answer */
export async function answerRpc(
  desk: RpcDesk,
  value: unknown,
  caller: RpcCaller,
): Promise<RpcAnswer | readonly RpcAnswer[] | undefined> {
  // Many calls may wait for the same client.
  setMaxListeners(0, caller.signal);
  if (!Array.isArray(value)) return answerOne(desk, value, caller);
  const unfit = checkBatch(value, caller);
  if (unfit !== undefined) return unfit;
  const answers = await fewAtATime(value, atOnce, (each: unknown) => answerOne(desk, each, caller));
  const given = answers.filter((answer) => answer !== undefined);
  return given.length === 0 ? undefined : given;
}

function checkBatch(batch: readonly unknown[], { visitor }: RpcCaller): RpcAnswer | undefined {
  if (batch.length > 0 && batch.length <= mostInBatch) return undefined;
  const why =
    batch.length === 0 ? 'A batch must not be empty.' : `A batch has at most ${mostInBatch} messages.`;
  return answerOf(null, refusedMessage('invalid_request', why, visitor.correlationId));
}

async function answerOne(desk: RpcDesk, value: unknown, caller: RpcCaller): Promise<RpcAnswer | undefined> {
  const message = readMessage(value);
  if (message.kind === 'malformed') {
    return answerOf(message.id, refusedMessage('invalid_request', message.why, caller.visitor.correlationId));
  }
  const outcome = await perform(desk, message, caller);
  return message.kind === 'request' ? answerOf(message.id, outcome) : undefined;
}

async function perform(desk: RpcDesk, call: RpcCall, caller: RpcCaller): Promise<RpcOutcome> {
  const { correlationId } = caller.visitor;
  try {
    if (call.params === null) throw byPosition(call.method);
    const own = protocolMethods.get(call.method);
    if (own === undefined) return await callTool(desk, call.method, call.params, caller);
    return { kind: 'result', result: await own(desk, call.params, caller) };
  } catch (error) {
    if (!(error instanceof OperationError)) {
      desk.report(`A JSON-RPC call came upon a mistake in Signalbox itself (${correlationId}).`, error);
    }
    return failedBy(error, correlationId);
  }
}

async function callTool(
  { door }: RpcDesk,
  tool: string,
  input: JsonObject,
  { visitor, signal }: RpcCaller,
): Promise<RpcOutcome> {
  const { status, body } = await door.invoke({ tool, input, signal }, visitor);
  if (status === 200) return { kind: 'result', result: body };
  const nearest = body['error_code'] === 'unknown_tool' ? findNearest(tool, ownNames) : undefined;
  if (nearest === undefined) return failed(body);
  return failed({ ...body, message: `Unknown method: ${tool.slice(0, 100)}. Did you mean “${nearest}”?` });
}

const ownNames = [...protocolMethods.keys()];

function byPosition(method: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message: '“params” must be an object: parameters are given by their names, not by their places.',
    suggestedAction: 'Send {"params": {"name": value}}; “tools/list” tells the names.',
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
