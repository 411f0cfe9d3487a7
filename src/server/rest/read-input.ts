/**
 * Composes the input of an operation from path, query, headers and body [W4.1]. The operation validates the input;
 * this reports only errors of the request itself.
 */

import type { Json } from '../../kernel/index.ts';
import {
  type AnyOperation,
  canonicalJson,
  fieldsOf,
  hasBody,
  idempotencyKeyNames,
  inputMismatch,
  type OperationViolation,
  type RestRoute,
  waitMsNames,
} from '../../operations/index.ts';
import { readJson } from '../http/contract/read-json.ts';
import type { AuthenticatedContext } from '../http/contract/request-context.ts';
import type { RouteOptions } from '../http/contract/route.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import type { HttpHeaders, HttpRequest } from '../message/http-request.ts';
import { idempotencyKeyOf } from '../message/idempotency-header.ts';
import type { Refusal } from '../message/refusal.ts';
import { readQuery } from './read-query.ts';

export interface ReadInput {
  readonly kind: 'input';
  readonly input: JsonObject;
  /** For the answer: the applied preferences of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

type InputSource = Pick<AuthenticatedContext, 'request' | 'deliver' | 'params' | 'principal'>;

/** Throws OperationError. */
export async function readInput(
  route: RestRoute,
  operation: AnyOperation,
  context: InputSource,
  { budget, limits }: Pick<RouteOptions, 'budget' | 'limits'>,
): Promise<ReadInput | Refusal> {
  const { request, params } = context;
  const { headers } = request;
  const { schemas } = fieldsOf(operation);
  const query = readQuery(request.url, schemas);
  const violations = [...query.violations];
  let given: Iterable<readonly [string, Json]> = query.fields;
  if (hasBody(route)) {
    violations.push(...[...query.fields.keys()].map((name) => misplaced(name, schemas.has(name))));
    const body = isEmpty(request) ? noBody : await readJson(context, budget, limits);
    if (body.kind === 'refusal') return body;
    if (isObject(body.value)) given = Object.entries(body.value);
    else violations.push(notAnObject);
  }
  const input = new Map<string, Json>(Object.entries(params));
  const keyName = idempotencyKeyNames.find((name) => schemas.has(name));
  const key = idempotencyKeyOf(request);
  if (keyName !== undefined && key !== undefined) input.set(keyName, key);
  for (const [name, value] of given) {
    const other = input.get(name);
    if (other !== undefined && canonicalJson(other) !== canonicalJson(value)) violations.push(twice(name));
    else input.set(name, value);
  }
  if (violations.length > 0) throw inputMismatch(operation.name, violations);
  const waitName = waitMsNames.find((name) => schemas.has(name) && !input.has(name));
  const seconds = waitName === undefined ? undefined : preferredWait(headers);
  if (waitName === undefined || seconds === undefined) {
    return { kind: 'input', input: Object.fromEntries(input), headers: {} };
  }
  input.set(waitName, seconds * 1_000);
  return {
    kind: 'input',
    input: Object.fromEntries(input),
    headers: { 'preference-applied': `wait=${seconds}` },
  };
}

const noBody = { kind: 'json', value: {} } as const;

/** Many clients send no body if there is nothing to send. */
function isEmpty({ headers }: HttpRequest): boolean {
  if (headers.has('transfer-encoding')) return false;
  return Number(headers.get('content-length') ?? 0) === 0;
}

/** In seconds: every transport answers within this time. */
const maxWaitSeconds = 20;

/** `Prefer: wait=5`: a longer wait is limited. @returns seconds */
function preferredWait(headers: HttpHeaders): number | undefined {
  const wishes = (headers.get('prefer') ?? '').split(/[,;]/);
  const [, seconds] =
    wishes.map((wish) => /^\s*wait\s*=\s*"?(\d{1,9})"?\s*$/i.exec(wish)).find(Boolean) ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), maxWaitSeconds);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function misplaced(name: string, isField: boolean): OperationViolation {
  const path = name.slice(0, 100);
  return {
    path,
    rule: 'unknown-parameter',
    message: isField
      ? `“${path}” is in the query. Send it in the body.`
      : `The query parameter “${path}” does not exist. Send all fields in the body.`,
    expected: 'nothing in the query',
    actual: path,
  };
}

function twice(name: string): OperationViolation {
  const path = name.slice(0, 100);
  return {
    path,
    rule: 'contradiction',
    message: `“${path}” is sent twice, with different values.`,
    expected: 'one value',
    actual: 'two',
  };
}

const notAnObject: OperationViolation = {
  path: '',
  rule: 'invalid-type',
  message: 'The body must be an object.',
  expected: 'an object',
  actual: 'something else',
};
