/** Formats runs and errors as results of a call. */
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import type { OperationError, Principal, RunView } from '../../../operations/index.ts';
import { describeError } from '../../errors/error-codes.ts';
import type { Client } from '../contract/client.ts';
import type { Tool, ToolAnswer, ToolTerms } from '../contract/tool.ts';
import { presentRun } from '../present/present-run.ts';
import type { TaskEnd } from '../runs/task-wire.ts';
import type { ToolCallDependencies } from './tool-call-dependencies.ts';
import { type ResultOptions, toolResult } from './tool-result.ts';

/** The result that the call that started a run would return when the run has ended. */
export async function taskEndOfRun(
  dependencies: ToolCallDependencies,
  principal: Principal,
  run: RunView,
): Promise<TaskEnd> {
  const tool = await dependencies.tools.findByWorkflow(principal, run.workflow);
  try {
    // No call is active that it could belong to.
    return { kind: 'result', result: runResult(tool, run, run.run, {}) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return { kind: 'error', error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

/** Tools may format the output of an ended run themselves. */
export function runResult(
  tool: Tool | undefined,
  run: RunView,
  correlationId: string,
  limit: ResultOptions,
): CallToolResult {
  const own = run.endedAt === null ? undefined : tool?.present?.(run);
  const shown = own ?? presentRun(run, (error) => describeError(error, correlationId));
  return isAnswer(shown) ? toolResult(shown, limit) : shown;
}

const isAnswer = (shown: ToolAnswer | CallToolResult): shown is ToolAnswer =>
  'kind' in shown && shown.kind === 'answer';

/** @param terms of the called tool */
export function errorAnswer(error: OperationError, correlationId: string, terms?: ToolTerms): ToolAnswer {
  const rest = 'Correct these, and call again.';
  return { kind: 'answer', value: describeError(error, correlationId, terms), isError: true, rest };
}

/** Programs read a whole answer; a conversation has little room. */
export const resultLimitFor = ({ era }: Client): ResultOptions =>
  era === 'plain' ? { limit: Number.POSITIVE_INFINITY } : {};
