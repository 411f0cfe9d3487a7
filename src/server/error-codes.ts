/**
 * The only place that maps: an operational failure as each door shows it. One object holds every shape, so that
 * whoever knows one of the designs finds the fields that it promised.
 *
 * `error_code` is the stable code of the operation, in lower case; only codes that a design spells itself are as it
 * spells them. `error` is the short name and `http_status` the status that callers of cases know, `code` the number
 * that callers of guides know.
 */
import { type ErrorDetails, OperationError } from '../operations/index.ts';
import type { JsonObject } from './mcp/contract/tool.ts';
import { nameTool, nameTools } from './mcp/present/name-tools.ts';

/** @param error anything: what is no operational failure tells nothing of itself */
export function describeError(error: unknown, correlationId: string): JsonObject {
  const details = detailsOf(error);
  const { code, category, message, retryable = false, suggestedAction, context = {}, violations } = details;
  return {
    error_code: spelledCodes[code] ?? code,
    category,
    message: nameTools(message),
    context: describeContext(context),
    retryable,
    suggested_action: actions[code] ?? nameTools(suggestedAction ?? usualActions[category]),
    correlation_id: correlationId,
    ...(violations === undefined
      ? {}
      : { violations_total: violations.length, violations: violations.map(describeViolation) }),
    error: shortNames[code] ?? shortNameOf[category] ?? code,
    http_status: httpStatusOf(error),
    code: numbers[code] ?? numberOf[category],
  };
}

export function httpStatusOf(error: unknown): number {
  const { code, category } = detailsOf(error);
  return statuses[code] ?? statusOf[category];
}

type Category = ErrorDetails['category'];
type ByCode<Value> = Readonly<Record<string, Value>>;

function detailsOf(error: unknown): ErrorDetails {
  return error instanceof OperationError ? error.details : unexpected;
}

const unexpected: ErrorDetails = {
  code: 'internal_error',
  category: 'internal',
  message: 'Something went wrong inside Signalbox. Its log says more, under this correlation id.',
  suggestedAction: 'Try again once; if it happens again, report it with the correlation id.',
};

/** As the designs spell them. */
const spelledCodes: ByCode<string> = {
  invalid_definition: 'WORKFLOW_VALIDATION_FAILED',
  task_capability_required: 'TASK_CAPABILITY_REQUIRED',
};

const shortNames: ByCode<string> = {
  workflow_not_found: 'invalid_specification',
  invalid_definition: 'invalid_specification',
  run_not_found: 'case_not_found',
  unauthenticated: 'unauthenticated',
  engine_timeout: 'engine_timeout',
};

/** Where a category has one name for all of its codes; the others are called by their code. */
const shortNameOf: Readonly<Partial<Record<Category, string>>> = {
  permission: 'unauthorized',
  unavailable: 'engine_unavailable',
  internal: 'internal_error',
};

const statusOf: Readonly<Record<Category, number>> = {
  validation: 400,
  not_found: 404,
  conflict: 409,
  permission: 403,
  // The request was understood and done: what it started did not work out, and would not by sending it again.
  execution: 422,
  unavailable: 503,
  internal: 500,
};

const statuses: ByCode<number> = {
  // A workflow is part of the input of whoever wants to run it.
  workflow_not_found: 400,
  unauthenticated: 401,
  payload_too_large: 413,
  definition_too_large: 413,
};

const numberOf: Readonly<Record<Category, number>> = {
  validation: -32004,
  not_found: -32005,
  conflict: -32005,
  permission: -32007,
  execution: -32005,
  unavailable: -32006,
  internal: -32603,
};

const numbers: ByCode<number> = {
  workflow_not_found: -32001,
  definition_not_found: -32001,
  invalid_definition: -32002,
  work_item_not_found: -32003,
  invalid_input: -32602,
  invalid_parameters: -32602,
  revision_conflict: -32006,
  path_taken: -32006,
  bad_path: -32007,
};

/** Where whoever calls tools has other ways than whoever has a terminal. */
const actions: ByCode<string> = {
  run_not_found:
    'Use the run_id that “workflow_run” or a w_… tool gave; those that there are stand in the list of resources, as run://…. Runs that ended long ago may have been purged.',
  run_ended: 'Start it anew with “workflow_run”, or go on from an event before its end with “run_fork”.',
};

const usualActions: Readonly<Record<Category, string>> = {
  validation: 'Correct the input, and call again.',
  not_found: 'Look for what there is with “definitions.list”.',
  conflict: 'Look at what is there now, and decide again.',
  permission: 'Ask the operator for the right to do this.',
  execution: 'Look at what happened with “runs.history”.',
  unavailable: 'Try again in a moment.',
  internal: 'Try again once; if it happens again, report it with the correlation id.',
};

/** Ids are called as in the inputs and answers of tools. */
const contextNames: ByCode<string> = {
  workflow: 'workflow_id',
  run: 'run_id',
  item: 'work_item_id',
  task: 'step_id',
  operation: 'tool',
};

function describeContext(context: NonNullable<ErrorDetails['context']>): JsonObject {
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => [
      contextNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'operation' ? nameTool(String(value)) : value,
    ]),
  );
}

function describeViolation(violation: NonNullable<ErrorDetails['violations']>[number]): JsonObject {
  const { path, rule, message, expected, actual, line, column } = violation;
  return {
    path,
    rule,
    message: nameTools(message),
    expected,
    actual,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
