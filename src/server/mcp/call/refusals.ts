/** Calls that are refused by an error of the protocol: there is no such tool, or the client asked in a way it cannot answer. */
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
      `“${name}” gives no tasks: call it without one.`,
    );
  }
  if (tasks !== 'required' || client.takesTasks || client.wantsTask) return;
  const message = `“${name}” gives a task: call it from a client that knows tasks.`;
  if (client.era === 'legacy') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, message);
  throw new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    message,
  );
}

/** Whoever asked for a task (2025) can read nothing else but an error. */
export function refuseWithoutRun(called: ToolCallResult, client: Client): void {
  if (!client.wantsTask || called.kind === 'task') return;
  const message = 'This call gives its result at once: call it without a task.';
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

/** Told from other errors of the protocol by those who speak without it. */
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
  return nearest === undefined ? 'tools/list shows what there is.' : `Did you mean “${nearest}”?`;
}
