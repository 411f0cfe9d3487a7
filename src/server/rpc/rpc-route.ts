/**
 * `POST /rpc`: JSON-RPC 2.0 over HTTP [W6.1]. Every JSON-RPC answer has status 200; other statuses are for requests
 * that are refused before they are parsed.
 */

import type { BodyBudget } from '../http/contract/body-budget.ts';
import type { HttpLimits } from '../http/contract/http-limits.ts';
import { readJson } from '../http/contract/read-json.ts';
import type { AuthenticatedContext, OperationNote } from '../http/contract/request-context.ts';
import type { Answered, Route } from '../http/contract/route.ts';
import type { CallRecord } from '../mcp/contract/call-record.ts';
import { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import type { Refusal } from '../message/refusal.ts';
import { answerRpc, maxBatchSize } from './answer-rpc.ts';
import { answerOf, failedBy } from './rpc-answer.ts';
import type { RpcDependencies } from './rpc-dependencies.ts';

interface RpcRouteOptions extends RpcDependencies {
  readonly budget: BodyBudget;
  readonly limits: HttpLimits;
}

export function createRpcRoute(options: RpcRouteOptions): Route {
  return {
    path: '/rpc',
    access: 'known',
    errorFormat: 'rpc',
    methods: { POST: (context) => answerPost(options, context) },
  };
}

async function answerPost(options: RpcRouteOptions, context: AuthenticatedContext): Promise<Answered> {
  const { request, correlationId, principal, choice } = context;
  const body = await readJson(context, options.budget, options.limits);
  if (body.kind === 'refusal') return protocolAnswer(body, correlationId) ?? body;
  const { value } = body;
  const tooFast = chargeRest(context, value);
  if (tooFast !== undefined) return tooFast;
  const callLog = createCallLog(value);
  const mcpCaller = { principal, correlationId, choice, note: callLog.note };
  const answer = await answerRpc(options, value, { mcpCaller, signal: request.signal });
  context.note(callLog.summarize());
  return answer === undefined ? new HttpResponse(null, { status: 204 }) : jsonResponse(answer);
}

/** A body that was accepted, but is not a message. */
function protocolAnswer({ error }: Refusal, correlationId: string): HttpResponse | undefined {
  if (!unreadable.has(error.details.code)) return undefined;
  return jsonResponse(answerOf(null, failedBy(error, correlationId)));
}

const unreadable: ReadonlySet<string> = new Set(['malformed_json', 'nested_too_deeply']);

/** Each message of a batch counts as a request. */
function chargeRest(context: AuthenticatedContext, value: unknown): Refusal | undefined {
  const count = Array.isArray(value) && value.length <= maxBatchSize ? value.length : 1;
  return count > 1 ? context.charge(count - 1) : undefined;
}

/** One log line covers all calls of a request: their tools, and the first error. */
function createCallLog(value: unknown): { note(record: CallRecord): void; summarize(): OperationNote } {
  const calls: CallRecord[] = [];
  return {
    note: (record) => void calls.push(record),
    summarize() {
      const tools = [...new Set(calls.map(({ tool }) => tool).filter((tool) => tool !== ''))];
      const operation = [...(Array.isArray(value) ? ['batch'] : []), ...tools.slice(0, 10)].join(' ');
      const code = calls.find((each) => each.code !== null)?.code ?? null;
      const [run = null] = calls.length === 1 ? calls.map((each) => each.run) : [];
      return { operation: operation === '' ? 'rpc' : operation, code, run };
    },
  };
}
