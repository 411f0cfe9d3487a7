/** Starts a run for a tool, or plays it without touching anything. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import {
  checkScope,
  type MovedRun,
  OperationError,
  type OperationViolation,
  type SimulationReport,
} from '../../../operations/index.ts';
import type { JsonObject, ToolCall, ToolOutcome } from '../contract/tool.ts';
import { presentSimulation } from '../present/present-simulation.ts';
import { type FieldNames, performRenamed } from './perform-renamed.ts';

export interface StartInput {
  /** `workflow`, `source` or both, as operations call them. */
  readonly what: JsonObject;
  readonly params: { readonly [name: string]: Json };
  readonly options: StartOptions;
  /** What the operation's fields are called in the tool. */
  readonly names: FieldNames;
}

export interface StartOptions {
  readonly wait_ms: number;
  readonly dry_run: boolean;
  readonly idempotency_key?: string | undefined;
  readonly cancel_with_request?: boolean | undefined;
}

export async function startRun(
  call: ToolCall,
  { what, params, options, names }: StartInput,
): Promise<ToolOutcome> {
  refuseAnswers(call);
  const operationInput = { ...what, params };
  if (options.dry_run) {
    return presentSimulation(
      await performRenamed<SimulationReport>(call, 'workflows.simulate', operationInput, names),
    );
  }
  const { wait_ms: waitMs, idempotency_key: key, cancel_with_request: cancelsWithCall = false } = options;
  // Nobody hears of it when the run cannot be cancelled later.
  if (cancelsWithCall) {
    const what = ' with “cancel_with_request”';
    checkScope(names['runs.start'] ?? 'runs.start', 'workflows:cancel', call.principal, what);
  }
  const started = {
    ...operationInput,
    // The run can only be cancelled with its call when it is known: that is not waited for.
    waitMs: cancelsWithCall ? 0 : call.firstWait(waitMs),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
  const run = await performRenamed<MovedRun>(call, 'runs.start', started, names);
  return { kind: 'run', run, waitMs, cancelsWithCall };
}

/**
 * What is wrong with the parameters, where something else was wrong already: the workflow is played, which touches
 * nothing, and refuses them like a run would.
 */
export async function mismatchesOfRun(
  call: ToolCall,
  { what, params, names }: Omit<StartInput, 'options'>,
): Promise<readonly OperationViolation[]> {
  try {
    await performRenamed(call, 'workflows.simulate', { ...what, params }, names);
    return [];
  } catch (error) {
    if (error instanceof OperationError) return error.details.violations ?? [];
    throw error;
  }
}

/** Answers belong to a round that asked: without its state they would begin the workflow once more. */
function refuseAnswers({ request }: ToolCall): void {
  if (request?.mcpReq.inputResponses === undefined) return;
  const message = 'Answers came without the requestState of the round that asked for them: send it along.';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
