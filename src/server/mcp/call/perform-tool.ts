/** The work of one call: the tool's own, and going along with the run that it started. */
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { OperationError } from '../../../operations/index.ts';
import type { Tool, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { presentAfterItem } from '../present/present-after-item.ts';
import { goAlong, resumeRound, taskGrace } from '../runs/go-along.ts';
import type { Arrival, Journey } from '../runs/journey.ts';
import { linkSignals } from '../runs/link-signals.ts';
import type { CallDesk, Called, CallOrder } from './call-desk.ts';
import { limitOf, runResult } from './run-result.ts';
import { type ResultOptions, toolResult } from './tool-result.ts';

/** In `_meta` of a call: the run is cancelled when the call is. */
const cancelKey = 'io.signalbox/cancel_with_request';

/** Throws OperationError and ProtocolError. */
export async function performTool(
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
  const hasRounds = tool.tasks !== undefined || tool.asks === true;
  const state = hasRounds ? request?.mcpReq.requestState() : undefined;
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
  { run, waitMs, told, cancelsWithCall = false }: Extract<ToolOutcome, { readonly kind: 'run' }>,
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
    return await goAlong(journey, { run, waitMs, begun, ...(told === undefined ? {} : { told }) });
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
      return { kind: 'result', result: stopResult(tool, performed, correlationId, limit) };
  }
}

/** Where the run stands, and before that what was done. */
function stopResult(
  tool: Tool,
  { run, told }: Extract<Arrival, { readonly kind: 'view' }>,
  correlationId: string,
  limit: ResultOptions,
): CallToolResult {
  if (told !== undefined) return toolResult(presentAfterItem(told, run), limit);
  return runResult(tool, run, correlationId, limit);
}

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
    canAsk: client.canAsk,
    signal,
    request,
  };
}

const cancelsRun = (request: ServerContext | null): boolean => request?.mcpReq._meta?.[cancelKey] === true;
