/** Formats the refusal of a request: as JSON-RPC, as problem details, or as the plain error object. */

import type { OperationError } from '../../operations/index.ts';
import {
  describeError,
  httpStatusOf,
  type Occurrence,
  problemOf,
  problemStatusOf,
  retryAfterOf,
  rpcMessageOf,
  rpcNumberOf,
} from '../errors/error-codes.ts';
import { HttpResponse } from '../message/http-response.ts';
import { jsonResponse } from '../message/json-response.ts';
import type { Refusal } from '../message/refusal.ts';
import type { RpcId } from '../message/rpc-message.ts';
import { pageHeaders } from './status-page/page-headers.ts';
import { renderRefusalPage } from './status-page/render-refusal-page.ts';

/** The format of the answer; `undefined`: the plain error object. */
export type ErrorFormat = 'mcp' | 'rpc' | 'problem' | 'page' | undefined;

export interface RefusedRequest extends Occurrence {
  readonly errorFormat: ErrorFormat;
  /** Of a JSON-RPC message; null if it is unknown. */
  readonly messageId: RpcId;
}

export function refusalResponse({ error, headers }: Refusal, request: RefusedRequest): HttpResponse {
  const isProblem = request.errorFormat === 'problem';
  const retryAfter = retryAfterOf(error);
  if (request.errorFormat === 'page') {
    return new HttpResponse(renderRefusalPage(error, request.correlationId), {
      status: httpStatusOf(error),
      headers: { ...pageHeaders, 'cache-control': 'no-store', ...headers },
    });
  }
  return jsonResponse(bodyOf(error, request), isProblem ? problemStatusOf(error) : httpStatusOf(error), {
    ...(isProblem ? { 'content-type': 'application/problem+json' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    ...headers,
  });
}

function bodyOf(error: OperationError, request: RefusedRequest): object {
  const { errorFormat, correlationId } = request;
  if (errorFormat === 'problem') return problemOf(error, request);
  const described = describeError(error, correlationId);
  if (errorFormat === undefined) return described;
  const code = errorFormat === 'rpc' ? rpcNumberOf(error) : protocolNumberOf(error);
  const message = errorFormat === 'rpc' ? rpcMessageOf(code, error.message) : error.message;
  return { jsonrpc: '2.0', id: request.messageId, error: { code, message, data: described } };
}

/** MCP has its own meanings for the numbers of the designs: only the numbers of JSON-RPC itself are shared. */
function protocolNumberOf(error: OperationError): number {
  const number = rpcNumberOf(error);
  return number < lowestServerErrorCode ? number : genericErrorCode;
}

/** From the range that JSON-RPC reserves for servers. */
const lowestServerErrorCode = -32_099;
const genericErrorCode = -32_000;
