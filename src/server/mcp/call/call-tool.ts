/**
 * One call of a tool, whatever the client and whatever carries its messages: one lookup, the check of its input, the
 * work, and the answer in the one form that all tools share [P2.2, P2.4, P2.5].
 */
import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { findNearest, OperationError, type Principal, type RunView } from '../../../operations/index.ts';
import { describeError } from '../../error-codes.ts';
import type { OpenCalls } from '../../open-calls.ts';
import type { CallRecord, NoteCall } from '../contract/call-record.ts';
import { type Client, tasksExtension } from '../contract/client.ts';
import type { ToolShelf } from '../contract/contents.ts';
import type { Visitor } from '../contract/mcp-door.ts';
import type { JsonObject, Tool, ToolAnswer, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { presentRun } from '../present/present-run.ts';
import { goAlong, resumeRound, taskGrace } from '../runs/go-along.ts';
import type { Arrival, Journey, PerformAs } from '../runs/journey.ts';
import { linkSignals } from '../runs/link-signals.ts';
import type { Keys } from '../runs/round-state.ts';
import type { TaskEnd } from '../runs/task-wire.ts';
import { type ResultOptions, toolResult } from './tool-result.ts';

/** In `_meta` of a call: the run is cancelled when the call is. */
const cancelKey = 'io.signalbox/cancel_with_request';

export interface CallDesk {
  readonly tools: ToolShelf;
  readonly performAs: PerformAs;
  readonly keys: Keys;
  readonly note: NoteCall;
  readonly open: OpenCalls;
  /** Aborted when the server closes: calls that only wait end with what there is. */
  readonly closing: AbortSignal;
  /** A mistake of ours: told to the operator, never to the caller. */
  readonly report: (line: string, error: unknown) => void;
}

export interface CallOrder {
  readonly name: string;
  readonly input: JsonObject;
  readonly visitor: Visitor;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly request: ServerContext | null;
}

export type Called =
  | { readonly kind: 'result'; readonly result: CallToolResult | InputRequiredResult }
  /** The run goes on as a task. */
  | { readonly kind: 'task'; readonly run: RunView };

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
  ): void =>
    desk.note({
      correlationId,
      run,
      subject: principal.subject,
      tenant: principal.tenant,
      tool,
      era: order.client.era,
      outcome: order.signal.aborted ? 'left' : outcome,
      code,
      milliseconds: Math.round(10 * (performance.now() - begun)) / 10,
    });
  let name = '';
  try {
    const tool = await desk.tools.find(principal, order.name);
    if (tool === undefined) throw await unknownTool(desk, order);
    name = tool.name;
    refuseUnfitTasks(tool, order.client);
    const called = await orGone(perform(desk, order, tool, begun, correlationId), order.signal);
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
    return { kind: 'result', result: toolResult(errorAnswer(known, correlationId), limitOf(order.client)) };
  }
}

/** What the call that began a run would have given when the run has ended. */
export async function endOfRun(desk: CallDesk, principal: Principal, run: RunView): Promise<TaskEnd> {
  const tool = await desk.tools.findByWorkflow(principal, run.workflow);
  try {
    // No call is under way whose id it could be.
    return { kind: 'result', result: presented(tool, run, run.run, {}) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return { kind: 'error', error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

async function perform(
  desk: CallDesk,
  order: CallOrder,
  tool: Tool,
  begun: number,
  correlationId: string,
): Promise<Called> {
  const stop = linkSignals(order.signal, desk.closing);
  try {
    return arrived(
      tool,
      await performUntil(desk, order, tool, begun, stop.signal),
      correlationId,
      limitOf(order.client),
    );
  } finally {
    stop.unlink();
  }
}

type Performed = Arrival | { readonly kind: 'result'; readonly result: CallToolResult | InputRequiredResult };

/** @param stop aborted when nobody waits any longer */
async function performUntil(
  desk: CallDesk,
  order: CallOrder,
  tool: Tool,
  begun: number,
  stop: AbortSignal,
): Promise<Performed> {
  const { input, client, request, visitor } = order;
  const { keys, performAs } = desk;
  const { principal } = visitor;
  const journey: Journey = { tool, input, principal, client, stop, request, keys, performAs };
  const state = tool.tasks === undefined ? undefined : request?.mcpReq.requestState();
  if (state !== undefined) return resumeRound(journey, state, begun);
  const outcome = await tool.perform(tool.input.parse(input), toolCall(desk, order, tool, stop));
  switch (outcome.kind) {
    case 'raw':
      return { kind: 'result', result: outcome.result };
    case 'answer':
      return { kind: 'result', result: toolResult(outcome, limitOf(client)) };
    case 'run':
      return along(desk, journey, outcome, begun, order.signal);
  }
}

async function along(
  desk: CallDesk,
  journey: Journey,
  { run, waitMs, cancelsWithCall = false }: Extract<ToolOutcome, { readonly kind: 'run' }>,
  begun: number,
  signal: AbortSignal,
): Promise<Arrival> {
  const { client, principal, request } = journey;
  const cancels = cancelsWithCall || cancelsRun(request);
  const onAbort = (): void => {
    // A server that closes is no caller who has thought better of it.
    if (desk.closing.aborted) return;
    void desk.performAs(principal, 'runs.cancel', { run: run.run }).catch((error: unknown) => {
      // One that has ended meanwhile need not be cancelled.
      if (!(error instanceof OperationError))
        desk.report('A run could not be cancelled with its call.', error);
    });
  };
  if (cancels) signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (cancels && signal.aborted) onAbort();
    if (client.wantsTask || (journey.tool.tasks === 'required' && client.takesTasks))
      return { kind: 'task', run };
    return await goAlong(journey, { run, waitMs, begun });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function arrived(tool: Tool, performed: Performed, correlationId: string, limit: ResultOptions): Called {
  switch (performed.kind) {
    case 'result':
    case 'task':
      return performed;
    case 'ask':
      return { kind: 'result', result: performed.result };
    case 'view':
      return { kind: 'result', result: presented(tool, performed.run, correlationId, limit) };
  }
}

/** Tools may show in their own way what an ended run gave. */
function presented(
  tool: Tool | undefined,
  run: RunView,
  correlationId: string,
  limit: ResultOptions,
): CallToolResult {
  const own = run.endedAt === null ? undefined : tool?.present?.(run);
  const shown = own ?? presentRun(run, correlationId);
  return isAnswer(shown) ? toolResult(shown, limit) : shown;
}

const isAnswer = (shown: ToolAnswer | CallToolResult): shown is ToolAnswer =>
  'kind' in shown && shown.kind === 'answer';

function toolCall(
  desk: CallDesk,
  { visitor, client, signal, request }: CallOrder,
  tool: Tool,
  stop: AbortSignal,
): ToolCall {
  const { principal } = visitor;
  return {
    principal,
    // What an operation gives is what its own type says.
    perform: async (operation, input) => (await desk.performAs(principal, operation, input, stop)) as never,
    firstWait(waitMs) {
      // A run can only be cancelled with its call, and looked at step by step, when it is known.
      if (client.wantsTask || tool.tasks === undefined || cancelsRun(request)) return 0;
      if (client.takesTasks) return Math.min(waitMs, taskGrace);
      return client.progressToken === undefined ? waitMs : 0;
    },
    signal,
    request,
  };
}

const cancelsRun = (request: ServerContext | null): boolean => request?.mcpReq._meta?.[cancelKey] === true;

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

function refuseUnfitTasks({ name, tasks }: Tool, client: Client): void {
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
function refuseWithoutRun(called: Called, client: Client): void {
  if (!client.wantsTask || called.kind === 'task') return;
  const message = 'This call gives its result at once: call it without a task.';
  const data = 'structuredContent' in called.result ? called.result.structuredContent : undefined;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}

function refusedTask(error: OperationError, correlationId: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    error.message,
    toolResult(errorAnswer(error, correlationId)).structuredContent,
  );
}

/** Told from other errors of the protocol by those who speak without it. */
export class UnknownTool extends ProtocolError {}

async function unknownTool({ tools }: CallDesk, { name, visitor }: CallOrder): Promise<ProtocolError> {
  const why = (await tools.explain?.(visitor.principal, name)) ?? (await nearestTool(tools, visitor, name));
  return new UnknownTool(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}. ${why}`);
}

async function nearestTool(tools: ToolShelf, { principal, choice }: Visitor, name: string): Promise<string> {
  const listed = await tools.list(principal, choice);
  const nearest = findNearest(
    name,
    listed.map((tool) => tool.name),
  );
  return nearest === undefined ? 'tools/list shows what there is.' : `Did you mean “${nearest}”?`;
}

function mistake({ report }: CallDesk, asked: string, error: unknown, correlationId: string): OperationError {
  const name = asked.slice(0, 100);
  report(`“${name}” came upon a mistake in Signalbox itself (${correlationId}).`, error);
  return new OperationError({
    code: 'internal_error',
    category: 'internal',
    message: `“${name}” came upon a mistake in Signalbox itself.`,
    suggestedAction: 'Please report it, with what the server wrote to its log.',
  });
}

function errorAnswer(error: OperationError, correlationId: string): ToolAnswer {
  const rest = 'Correct these, and call again.';
  return { kind: 'answer', value: describeError(error, correlationId), isError: true, rest };
}

/** Programs read all of an answer; a conversation has little room. */
const limitOf = ({ era }: Client): ResultOptions =>
  era === 'plain' ? { limit: Number.POSITIVE_INFINITY } : {};

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
