/**
 * Calls one tool, independently of client and transport: looks it up, validates its input, performs it, and formats
 * the answer in the form that all tools share [P2.2, P2.4, P2.5].
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
import type { ToolTerms } from '../contract/tool.ts';
import { mayWait, performTool } from './perform-tool.ts';
import { refusedTask, refuseUnfitTasks, refuseWithoutRun, UnknownTool, unknownTool } from './refusals.ts';
import { errorAnswer, resultLimitFor } from './run-result.ts';
import type { ToolCallDependencies, ToolCallRequest, ToolCallResult } from './tool-call-dependencies.ts';
import { toolResult } from './tool-result.ts';

/** Throws ProtocolError. */
export async function callTool(
  dependencies: ToolCallDependencies,
  callRequest: ToolCallRequest,
): Promise<ToolCallResult> {
  const leave = dependencies.open.enter();
  try {
    return await callAndRecord(dependencies, callRequest);
  } finally {
    leave();
  }
}

async function callAndRecord(
  dependencies: ToolCallDependencies,
  callRequest: ToolCallRequest,
): Promise<ToolCallResult> {
  const startedAt = performance.now();
  const { principal, correlationId = randomUUID() } = callRequest.caller;
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
      era: callRequest.client.era,
      outcome: callRequest.signal.aborted ? 'left' : outcome,
      code,
      milliseconds: Math.round(10 * (performance.now() - startedAt)) / 10,
    };
    dependencies.note(record);
    callRequest.caller.note?.(record);
  };
  let name = '';
  let terms: ToolTerms | undefined;
  try {
    const tool = callRequest.tool ?? (await dependencies.tools.find(principal, callRequest.name));
    if (tool === undefined) throw await unknownTool(dependencies, callRequest);
    name = tool.name;
    terms = tool.terms;
    refuseUnfitTasks(tool, callRequest.client);
    const waits = mayWait(tool, callRequest.input);
    if (waits) callRequest.caller.closeWhenRightsEnd?.();
    const performing = performTool(dependencies, callRequest, tool, startedAt, correlationId);
    const called = await (waits ? abortable(performing, callRequest.signal) : performing);
    refuseWithoutRun(called, callRequest.client);
    const isError = called.kind === 'result' && 'isError' in called.result && called.result.isError === true;
    finish(name, isError ? 'error' : 'ok', isError ? codeOf(called.result) : null, runOf(called));
    return called;
  } catch (error) {
    if (error instanceof ProtocolError) {
      finish(name, 'refused', error instanceof UnknownTool ? 'unknown_tool' : String(error.code));
      throw error;
    }
    const known =
      error instanceof OperationError
        ? error
        : reportInternalError(dependencies, callRequest.name, error, correlationId);
    finish(name, 'error', known.details.code);
    if (callRequest.client.wantsTask) throw refusedTask(known, correlationId);
    const answer = errorAnswer(known, correlationId, terms);
    return { kind: 'result', result: toolResult(answer, resultLimitFor(callRequest.client)) };
  }
}

/** Stops waiting when the caller disconnects. The work continues, and a close does not wait for it. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = (): void =>
      reject(new ProtocolError(ProtocolErrorCode.InternalError, 'The call was cancelled.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function reportInternalError(
  { report }: ToolCallDependencies,
  asked: string,
  error: unknown,
  correlationId: string,
): OperationError {
  const name = asked.slice(0, 100);
  report(`“${name}” failed with an internal error (${correlationId}).`, error);
  return new OperationError({
    code: 'internal_error',
    message: `“${name}” failed with an internal error.`,
    suggestedAction: 'Report it, with the log of the server.',
  });
}

function codeOf(result: CallToolResult | InputRequiredResult): string {
  const content = 'structuredContent' in result ? result.structuredContent : undefined;
  const code =
    typeof content === 'object' && content !== null && 'error_code' in content ? content.error_code : '';
  return typeof code === 'string' && code !== '' ? code : 'tool_error';
}

/** The run that a call started or refers to. */
function runOf(called: ToolCallResult): string | null {
  if (called.kind === 'task') return called.run.run;
  const content = 'structuredContent' in called.result ? called.result.structuredContent : undefined;
  const { run_id: run, case_id: caseId } = Object(content) as {
    readonly run_id?: unknown;
    readonly case_id?: unknown;
  };
  const id = run ?? caseId;
  return typeof id === 'string' ? id : null;
}
