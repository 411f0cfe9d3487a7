/**
 * One call of a tool, whatever the client and whatever carries its messages: one lookup, the check of its input, the
 * work, and the answer in the one form that all tools share [P2.2, P2.4, P2.5].
 */
import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';
import type { CallRecord } from '../contract/call-record.ts';
import type { ToolWords } from '../contract/tool.ts';
import type { CallDesk, Called, CallOrder } from './call-desk.ts';
import { performTool } from './perform-tool.ts';
import { refusedTask, refuseUnfitTasks, refuseWithoutRun, UnknownTool, unknownTool } from './refusals.ts';
import { errorAnswer, limitOf } from './run-result.ts';
import { toolResult } from './tool-result.ts';

/** Throws ProtocolError. */
export async function callTool(desk: CallDesk, order: CallOrder): Promise<Called> {
  const leave = desk.open.enter();
  try {
    return await callNoted(desk, order);
  } finally {
    leave();
  }
}

async function callNoted(desk: CallDesk, order: CallOrder): Promise<Called> {
  const begun = performance.now();
  const { principal, correlationId = randomUUID() } = order.visitor;
  const finish = (
    tool: string,
    outcome: CallRecord['outcome'],
    code: string | null,
    run: string | null = null,
  ): void => {
    const record: CallRecord = {
      correlationId,
      run,
      subject: principal.subject,
      tenant: principal.tenant,
      kind: principal.kind,
      tool,
      era: order.client.era,
      outcome: order.signal.aborted ? 'left' : outcome,
      code,
      milliseconds: Math.round(10 * (performance.now() - begun)) / 10,
    };
    desk.note(record);
    order.visitor.note?.(record);
  };
  let name = '';
  let words: ToolWords | undefined;
  try {
    const tool = await desk.tools.find(principal, order.name);
    if (tool === undefined) throw await unknownTool(desk, order);
    name = tool.name;
    words = tool.words;
    refuseUnfitTasks(tool, order.client);
    const called = await orGone(performTool(desk, order, tool, begun, correlationId), order.signal);
    refuseWithoutRun(called, order.client);
    const isError = called.kind === 'result' && 'isError' in called.result && called.result.isError === true;
    finish(name, isError ? 'error' : 'ok', isError ? codeOf(called.result) : null, runOf(called));
    return called;
  } catch (error) {
    if (error instanceof ProtocolError) {
      finish(name, 'refused', error instanceof UnknownTool ? 'unknown_tool' : String(error.code));
      throw error;
    }
    const known = error instanceof OperationError ? error : mistake(desk, order.name, error, correlationId);
    finish(name, 'error', known.details.code);
    if (order.client.wantsTask) throw refusedTask(known, correlationId);
    const answer = errorAnswer(known, correlationId, words);
    return { kind: 'result', result: toolResult(answer, limitOf(order.client)) };
  }
}

/** Nobody waits for what nobody will hear: the work goes on, and whoever closes need not stay for it. */
function orGone<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      reject(new ProtocolError(ProtocolErrorCode.InternalError, 'The call was cancelled.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function mistake({ report }: CallDesk, asked: string, error: unknown, correlationId: string): OperationError {
  const name = asked.slice(0, 100);
  report(`“${name}” came upon a mistake in Signalbox itself (${correlationId}).`, error);
  return new OperationError({
    code: 'internal_error',
    message: `“${name}” came upon a mistake in Signalbox itself.`,
    suggestedAction: 'Please report it, with what the server wrote to its log.',
  });
}

function codeOf(result: CallToolResult | InputRequiredResult): string {
  const content = 'structuredContent' in result ? result.structuredContent : undefined;
  const code =
    typeof content === 'object' && content !== null && 'error_code' in content ? content.error_code : '';
  return typeof code === 'string' && code !== '' ? code : 'tool_error';
}

/** The run that a call started, or was about. */
function runOf(called: Called): string | null {
  if (called.kind === 'task') return called.run.run;
  const content = 'structuredContent' in called.result ? called.result.structuredContent : undefined;
  const run = typeof content === 'object' && content !== null && 'run_id' in content ? content.run_id : null;
  return typeof run === 'string' ? run : null;
}
