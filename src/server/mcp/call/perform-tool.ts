/** Performs one call: the tool's own work, then waits for the run that it started. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';
import { fieldOf } from '../../message/field-of.ts';
import { type LinkedSignal, linkSignals } from '../../pipeline/link-signals.ts';
import type { JsonObject, Tool, ToolCall, ToolInput, ToolOutcome } from '../contract/tool.ts';
import { presentAfterItem } from '../present/present-after-item.ts';
import { awaitRun, resumeRound, taskGrace } from '../runs/await-run.ts';
import type { CallContext, WaitResult } from '../runs/call-context.ts';
import { performConfirmed } from './perform-confirmed.ts';
import { resultLimitFor, runResult } from './run-result.ts';
import type { ToolCallDependencies, ToolCallRequest, ToolCallResult } from './tool-call-dependencies.ts';
import { type ResultOptions, toolResult } from './tool-result.ts';

/** In `_meta` of a call: cancel the run when the call is cancelled. */
const cancelKey = 'io.signalbox/cancel_with_request';

/** Throws OperationError and ProtocolError. */
export async function performTool(
  dependencies: ToolCallDependencies,
  callRequest: ToolCallRequest,
  tool: Tool,
  startedAt: number,
  correlationId: string,
): Promise<ToolCallResult> {
  const stop: Partial<LinkedSignal> = mayWait(tool, callRequest.input)
    ? linkSignals(callRequest.signal, dependencies.closing)
    : {};
  try {
    return toCallResult(
      tool,
      await performUntil(dependencies, callRequest, tool, startedAt, stop.signal ?? callRequest.signal),
      correlationId,
      resultLimitFor(callRequest.client),
    );
  } finally {
    stop.unlink?.();
  }
}

/** For a run, or for its user. */
export const mayWait = (
  { tasks, asks, confirms, converses, input: fields }: Tool,
  input: JsonObject,
): boolean =>
  tasks !== undefined ||
  asks === true ||
  confirms === true ||
  converses === true ||
  (input['wait_ms'] ?? defaultWait(fields)) !== 0;

const defaultWait = ({ schema }: ToolInput): unknown =>
  fieldOf(fieldOf(schema['properties'], 'wait_ms'), 'default') ?? 0;

type Performed =
  | WaitResult
  | { readonly kind: 'result'; readonly result: CallToolResult | InputRequiredResult };

/** @param stop aborted when the caller no longer waits */
async function performUntil(
  dependencies: ToolCallDependencies,
  callRequest: ToolCallRequest,
  tool: Tool,
  startedAt: number,
  stop: AbortSignal,
): Promise<Performed> {
  const { input, client, request, caller } = callRequest;
  const { keys, performAs } = dependencies;
  const { principal } = caller;
  const context: CallContext = { tool, input, principal, client, stop, request, keys, performAs };
  const hasRounds = tool.tasks !== undefined || tool.asks === true;
  const state = hasRounds ? request?.mcpReq.requestState() : undefined;
  if (state !== undefined) return resumeRound(context, state, startedAt);
  const outcome = await performConfirmed(context, (given, as) =>
    tool.perform(
      tool.input.parse(given),
      toolCall(dependencies, { ...callRequest, caller: { ...caller, principal: as } }, tool, stop),
    ),
  );
  switch (outcome.kind) {
    case 'raw':
      return { kind: 'result', result: outcome.result };
    case 'answer':
      return { kind: 'result', result: toolResult(outcome, resultLimitFor(client)) };
    case 'run':
      return awaitStartedRun(dependencies, context, outcome, startedAt, callRequest.signal);
  }
}

async function awaitStartedRun(
  dependencies: ToolCallDependencies,
  context: CallContext,
  { run, waitMs, told, cancelsWithCall = false }: Extract<ToolOutcome, { readonly kind: 'run' }>,
  startedAt: number,
  signal: AbortSignal,
): Promise<WaitResult> {
  const { client, principal, request } = context;
  const cancels = cancelsWithCall || cancelsRun(request);
  const onAbort = (): void => {
    // A closing server does not mean that the caller cancelled.
    if (dependencies.closing.aborted) return;
    void dependencies.performAs(principal, 'runs.cancel', { run: run.run }).catch((error: unknown) => {
      // A run that has ended in the meantime needs no cancelling.
      if (!(error instanceof OperationError))
        dependencies.report('Could not cancel a run with its call.', error);
    });
  };
  if (cancels) signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (cancels && signal.aborted) onAbort();
    if (client.wantsTask || (context.tool.tasks === 'required' && client.takesTasks))
      return { kind: 'task', run };
    return await awaitRun(context, { run, waitMs, startedAt, ...(told === undefined ? {} : { told }) });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function toCallResult(
  tool: Tool,
  performed: Performed,
  correlationId: string,
  limit: ResultOptions,
): ToolCallResult {
  switch (performed.kind) {
    case 'result':
    case 'task':
      return performed;
    case 'ask':
      return { kind: 'result', result: performed.result };
    case 'view':
      return { kind: 'result', result: stopResult(tool, performed, correlationId, limit) };
  }
}

/** The status of the run, after the result of the action. */
function stopResult(
  tool: Tool,
  { run, told }: Extract<WaitResult, { readonly kind: 'view' }>,
  correlationId: string,
  limit: ResultOptions,
): CallToolResult {
  if (told !== undefined) return toolResult(presentAfterItem(told, run), limit);
  return runResult(tool, run, correlationId, limit);
}

function toolCall(
  dependencies: ToolCallDependencies,
  { caller, client, signal, request }: ToolCallRequest,
  tool: Tool,
  stop: AbortSignal,
): ToolCall {
  const { principal } = caller;
  return {
    principal,
    // The operation's own type guarantees the shape.
    perform: async (operation, input) =>
      (await dependencies.performAs(principal, operation, input, stop)) as never,
    firstWait(waitMs) {
      // Cancelling a run with its call, and reporting its steps, need the run id.
      if (client.wantsTask || tool.tasks === undefined || cancelsRun(request)) return 0;
      if (client.takesTasks) return Math.min(waitMs, taskGrace);
      return client.progressToken === undefined ? waitMs : 0;
    },
    canAsk: client.canAsk,
    signal,
    request,
  };
}

const cancelsRun = (request: ServerContext | null): boolean => request?.mcpReq._meta?.[cancelKey] === true;
