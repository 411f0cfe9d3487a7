/** Parses one JSON-RPC 2.0 message, or says why it is invalid [W6.1]. Never throws. */

import type { Values } from '../../operations/index.ts';
import { fieldOf } from './field-of.ts';

export type RpcId = string | number | null;

export type RpcMessage =
  | (RpcCall & { readonly kind: 'request'; readonly id: RpcId })
  /** Performed, and never answered. */
  | (RpcCall & { readonly kind: 'notification' })
  /** `id` of the message, if it is valid. */
  | { readonly kind: 'malformed'; readonly id: RpcId; readonly why: string };

export interface RpcCall {
  readonly method: string;
  /** By name; null if passed by position, which no method supports. */
  readonly params: Values | null;
}

export function readMessage(value: unknown): RpcMessage {
  if (!isObject(value)) return malformed(null, 'A request must be an object.');
  const field = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const id = field('id');
  if (id !== undefined && !isId(id)) {
    return malformed(null, `“id” must be a text, null, or a number within ±${Number.MAX_SAFE_INTEGER}.`);
  }
  const known = id ?? null;
  if (field('jsonrpc') !== '2.0') return malformed(known, '“jsonrpc” must be "2.0".');
  const method = field('method');
  if (typeof method !== 'string') return malformed(known, '“method” must be the name of a method.');
  const params = field('params') ?? {};
  if (typeof params !== 'object') return malformed(known, '“params” must be an object, or left out.');
  const call = { method, params: isObject(params) ? params : byPosition(params) };
  return id === undefined ? { kind: 'notification', ...call } : { kind: 'request', id, ...call };
}

/** An empty list counts as no parameters. */
const byPosition = (params: object): Values | null =>
  Array.isArray(params) && params.length === 0 ? {} : null;

/** Of a message that is refused as a whole; null if it has none. */
export function messageIdOf(value: unknown): RpcId {
  const id = fieldOf(value, 'id') ?? null;
  return isId(id) ? id : null;
}

/** A larger number loses precision when parsed, so it could not be returned. */
function isId(id: unknown): id is RpcId {
  if (typeof id === 'number') return Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return typeof id === 'string' || id === null;
}

const malformed = (id: RpcId, why: string): RpcMessage => ({ kind: 'malformed', id, why });

/** Parsed JSON is JSON at every level. */
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
