/**
 * Maps an operational failure to the format of each transport, in this one place and from one table. One object
 * contains every format, so that a client of any design finds the fields that it expects.
 *
 * `error_code` is the stable code of the operation, in lower case; only codes that a design spells itself keep its
 * spelling. `error` is the short name and `http_status` the status for callers of cases, `code` the number for
 * callers of JSON-RPC.
 */
import {
  countViolations,
  detailsOf,
  type ErrorDetails,
  errorTable,
  type NameReference,
  OperationError,
  type RenderedViolation,
  renderError,
  renderPhrase,
} from '../../operations/index.ts';
import type { JsonObject, ToolTerms } from '../mcp/contract/tool.ts';
import { nameSyntax } from '../mcp/present/name-syntax.ts';
import { nameForTools, toolFor } from '../mcp/registry/name-tools.ts';
import { nameForRest } from './name-for-rest.ts';
import { pathOfSyntax } from './path-of-syntax.ts';

/**
 * For callers of tools.
 * @param error any value: one that is not an operational failure reveals nothing
 * @param terms of the called tool
 */
export function describeError(error: unknown, correlationId: string, terms: ToolTerms = 'runs'): JsonObject {
  return describe(detailsOfAny(error), correlationId, toolWordings[terms]);
}

export interface Occurrence {
  readonly correlationId: string;
  /** Public address of the server, without a trailing slash. */
  readonly base: string;
  /** The requested path. */
  readonly path: string;
}

/** For callers of operations: problem details of RFC 9457, with the error object. */
export function problemOf(error: unknown, { correlationId, base, path }: Occurrence): JsonObject {
  const details = detailsOfAny(error);
  return {
    type: `${base}/errors/${details.code}`,
    title: titleOf(details.code),
    status: problemStatusOf(error),
    detail: renderPhrase(details.message, nameForRest),
    instance: path,
    ...describe(details, correlationId, operationWording(base)),
    http_status: problemStatusOf(error),
  };
}

export function httpStatusOf(error: unknown): number {
  return errorTable[detailsOfAny(error).code].status;
}

/** For answers with problem details. */
export function problemStatusOf(error: unknown): number {
  return errorTable[detailsOfAny(error).code].problemStatus;
}

/** For JSON-RPC. */
export function rpcNumberOf(error: unknown): number {
  return errorTable[detailsOfAny(error).code].number;
}

/**
 * `message` of a JSON-RPC error: the text of its number in the design of the tools. The details are in its
 * data.
 * @param own used if the design has no text for the number
 */
export const rpcMessageOf = (number: number, own: string): string => rpcMessages.get(number) ?? own;

const rpcMessages: ReadonlyMap<number, string> = new Map([
  [-32_700, 'Parse error'],
  [-32_600, 'Invalid Request'],
  [-32_601, 'Method not found'],
  [-32_602, 'Invalid params'],
  [-32_603, 'Internal error'],
  [-32_000, 'Server error'],
  [-32_001, 'Workflow not found'],
  [-32_002, 'Invalid workflow'],
  [-32_003, 'Step not found'],
  [-32_004, 'Validation error'],
  [-32_005, 'State error'],
  [-32_006, 'Storage error'],
  [-32_007, 'Security error'],
]);

/** In whole seconds, at least one; `undefined` if waiting does not help. */
export function retryAfterOf(error: unknown): number | undefined {
  const { category, retryable, context } = detailsOfAny(error);
  const told = context?.['retryAfterMs'];
  if (typeof told === 'number') return Math.max(1, Math.ceil(told / 1_000));
  return retryable ? defaultRetrySeconds[category] : undefined;
}

/** `run_not_found` as a heading. */
export function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ').replaceAll(/\b(?:json|http|url)\b/g, (word) => word.toUpperCase());
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Default, in seconds: a full queue drains slowly, an unavailable service returns soon. */
const defaultRetrySeconds: Readonly<Partial<Record<ErrorDetails['category'], number>>> = {
  limit: 60,
  unavailable: 1,
};

function detailsOfAny(error: unknown): ErrorDetails {
  return error instanceof OperationError ? error.details : unexpected;
}

const unexpected = detailsOf({ code: 'internal_error', message: errorTable.internal_error.meaning });

/** How a transport names what an error refers to. */
interface ErrorWording {
  readonly name: NameReference;
  /** Where the syntax of a language is; null: of all. */
  readonly syntax: (language: string | null) => string;
  readonly context: (name: string, value: string | number) => readonly [name: string, value: string | number];
  /** Additional names of ids. */
  readonly ids: Readonly<Record<string, string>>;
}

const operationWording = (base: string): ErrorWording => ({
  name: nameForRest,
  syntax: (language) => `${base}${pathOfSyntax(language)} describes the syntax.`,
  context: (name, value) => [name, value],
  ids: {},
});

const wordingOf = (terms: ToolTerms, ids: ErrorWording['ids']): ErrorWording => ({
  name: nameForTools(terms),
  syntax: nameSyntax,
  context: (name, value) => (name === 'operation' ? ['tool', toolFor(String(value), terms)] : [name, value]),
  ids,
});

const toolWordings: Readonly<Record<ToolTerms, ErrorWording>> = {
  runs: wordingOf('runs', {}),
  cases: wordingOf('cases', {
    workflow: 'spec_id',
    run: 'case_id',
    item: 'workitem_id',
    task: 'task_name',
  }),
};

function describe(details: ErrorDetails, correlationId: string, wording: ErrorWording): JsonObject {
  const rendered = renderError(details, wording.name);
  const {
    code,
    category,
    message,
    suggestedAction,
    retryable,
    context = {},
    violations,
    language,
  } = rendered;
  const { spelled, short, status, number } = errorTable[code];
  const { present } = details;
  const own = { code, category, message, context, violations: violations ?? [] };
  return {
    error_code: spelled,
    category,
    message,
    context: describeContext(context, wording),
    retryable,
    suggested_action:
      language === undefined ? suggestedAction : `${suggestedAction} ${wording.syntax(language)}`,
    correlation_id: correlationId,
    ...(violations === undefined
      ? {}
      : {
          violations_total: countViolations(violations),
          violations: violations.map(describeViolation),
        }),
    http_status: status,
    ...(present === undefined ? { error: short, code: number } : { error: present(own) }),
  };
}

/** Ids have the names of the tools' inputs and answers. */
const contextNames: Readonly<Record<string, string>> = {
  workflow: 'workflow_id',
  run: 'run_id',
  item: 'work_item_id',
  task: 'step_id',
  step: 'step_id',
  subscription: 'subscription_id',
  delivery: 'delivery_id',
};

function describeContext(context: NonNullable<ErrorDetails['context']>, wording: ErrorWording): JsonObject {
  return Object.fromEntries(
    Object.entries(context).flatMap(([given, value]) => {
      const [name, told] = wording.context(given, value);
      const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const other = Object.hasOwn(wording.ids, name) ? wording.ids[name] : undefined;
      return [[contextNames[name] ?? snake, told], ...(other === undefined ? [] : [[other, told]])];
    }),
  );
}

function describeViolation(violation: RenderedViolation): JsonObject {
  const { path, rule, message, expected, actual, line, column } = violation;
  return {
    path,
    rule,
    message,
    expected,
    actual,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
