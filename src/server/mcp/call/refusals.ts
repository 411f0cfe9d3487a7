/** Calls that are refused with a protocol error: the tool does not exist, or the client's request cannot be answered. */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { findNearest, type OperationError } from '../../../operations/index.ts';
import { type Client, tasksExtension } from '../contract/client.ts';
import type { ToolRegistry } from '../contract/contents.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import type { Tool } from '../contract/tool.ts';
import { errorAnswer } from './run-result.ts';
import type { ToolCallDependencies, ToolCallRequest, ToolCallResult } from './tool-call-dependencies.ts';
import { toolResult } from './tool-result.ts';

export function refuseUnfitTasks({ name, tasks }: Tool, client: Client): void {
  if (tasks === undefined && client.wantsTask) {
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      `“${name}” does not create tasks. Call it without a task.`,
    );
  }
  if (tasks !== 'required' || client.takesTasks || client.wantsTask) return;
  const message = `“${name}” creates a task. Call it from a client that supports tasks.`;
  if (client.era === 'legacy') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, message);
  throw new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    message,
  );
}

/** A client that asked for a task (2025) can read only a task or an error. */
export function refuseWithoutRun(called: ToolCallResult, client: Client): void {
  if (!client.wantsTask || called.kind === 'task') return;
  const message = 'This call returns its result at once. Call it without a task.';
  const data = 'structuredContent' in called.result ? called.result.structuredContent : undefined;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

export function refusedTask(error: OperationError, correlationId: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    error.message,
    toolResult(errorAnswer(error, correlationId)).structuredContent,
  );
}

/** Callers without the protocol distinguish it from other protocol errors by this. */
export class UnknownTool extends ProtocolError {}

export async function unknownTool(
  { tools }: ToolCallDependencies,
  { name, caller }: ToolCallRequest,
): Promise<ProtocolError> {
  const why = (await tools.explain?.(caller.principal, name)) ?? (await nearestTool(tools, caller, name));
  return new UnknownTool(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}. ${why}`);
}

async function nearestTool(
  tools: ToolRegistry,
  { principal, choice }: Caller,
  name: string,
): Promise<string> {
  const listed = await tools.list(principal, choice);
  const nearest = findNearest(
    name,
    listed.map((tool) => tool.name),
  );
  return nearest === undefined ? 'Call tools/list to see all tools.' : `Did you mean “${nearest}”?`;
}
