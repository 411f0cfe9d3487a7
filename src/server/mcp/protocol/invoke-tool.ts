/** Calls a tool without the protocol: returns bare content, or the error object with its HTTP status. */
import { randomUUID } from 'node:crypto';
import { ProtocolError } from '@modelcontextprotocol/server';
import { type ErrorCode, OperationError } from '../../../operations/index.ts';
import { describeError, httpStatusOf } from '../../errors/error-codes.ts';
import { callTool } from '../call/call-tool.ts';
import { UnknownTool } from '../call/refusals.ts';
import type { ToolCallDependencies } from '../call/tool-call-dependencies.ts';
import { plainClient } from '../contract/client.ts';
import type { Caller, Invocation, Invoked } from '../contract/mcp-endpoint.ts';
import type { JsonObject } from '../contract/tool.ts';

export async function invokeTool(
  dependencies: ToolCallDependencies,
  invocation: Invocation,
  caller: Caller,
): Promise<Invoked> {
  const { tool, input = {}, signal } = invocation;
  if (!isObject(input)) return refused(caller, 'invalid_input', '“input” must be an object.');
  try {
    const called = await callTool(dependencies, {
      name: tool,
      input,
      caller,
      client: plainClient,
      signal,
      request: null,
    });
    // A plain client gets neither questions nor tasks.
    const result = called.kind === 'result' && 'content' in called.result ? called.result : { content: [] };
    const body = isObject(result.structuredContent) ? result.structuredContent : { content: result.content };
    if (result.isError !== true) return { status: 200, body: body as JsonObject };
    const status = 'http_status' in body && typeof body.http_status === 'number' ? body.http_status : 500;
    return { status, body: body as JsonObject };
  } catch (error) {
    if (error instanceof UnknownTool) return refused(caller, 'unknown_tool', error.message);
    if (!(error instanceof ProtocolError)) throw error;
    return refused(caller, 'task_capability_required', error.message);
  }
}

export function refused({ correlationId = randomUUID() }: Caller, code: ErrorCode, message: string): Invoked {
  const error = new OperationError({ code, message });
  return { status: httpStatusOf(error), body: describeError(error, correlationId) };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
