/** Starts a run for a tool, or simulates it without side effects. */
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
  /** `workflow`, `source` or both, as the operations name them. */
  readonly what: JsonObject;
  readonly params: { readonly [name: string]: Json };
  readonly options: StartOptions;
  /** Tool field by field of the operation. */
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
  // Checked now: a failed cancellation later could not be reported.
  if (cancelsWithCall) {
    const what = ' with “cancel_with_request”';
    checkScope(names['runs.start'] ?? 'runs.start', 'workflows:cancel', call.principal, what);
  }
  const started = {
    ...operationInput,
    // Returns at once: cancelling the run with its call needs the run id.
    waitMs: cancelsWithCall ? 0 : call.firstWait(waitMs),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
  const run = await performRenamed<MovedRun>(call, 'runs.start', started, names);
  return { kind: 'run', run, waitMs, cancelsWithCall };
}

/**
 * Validates the parameters after another violation was found: simulates the workflow, which has no side effects and
 * refuses them like a run does.
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

/** Answers belong to a round that asked: without its state they would start the workflow again. */
function refuseAnswers({ request }: ToolCall): void {
  if (request?.mcpReq.inputResponses === undefined) return;
  const message = 'The answers have no requestState of the round that asked for them. Send it too.';
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
