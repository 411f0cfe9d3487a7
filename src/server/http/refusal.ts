/** A request that is refused, and how that is said: to MCP clients in their protocol, to all others as plain JSON. */
import { jsonResponse } from './json-response.ts';

export interface Refusal {
  readonly kind: 'refusal';
  readonly status: number;
  /** Short and stable, for programs. */
  readonly error: string;
  /** What is wrong, and what to do. */
  readonly message: string;
  /** Of JSON-RPC; −32000 where absent. */
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Under which the log says more. */
  readonly correlationId?: string;
}

export function refuse(
  status: number,
  error: string,
  message: string,
  more: Pick<Refusal, 'code' | 'headers' | 'correlationId'> = {},
): Refusal {
  return { kind: 'refusal', status, error, message, ...more };
}

/** @param isProtocol the other side speaks JSON-RPC */
export function refusalResponse(refusal: Refusal, isProtocol: boolean): Response {
  const { status, error, message, code = -32_000, headers = {}, correlationId } = refusal;
  const more = correlationId === undefined ? {} : { correlation_id: correlationId };
  const body = isProtocol
    ? { jsonrpc: '2.0', id: null, error: { code, message, data: { error, ...more } } }
    : { error, message, http_status: status, ...more };
  return jsonResponse(body, status, headers);
}
