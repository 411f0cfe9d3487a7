/** Messages between processes that share a data folder. All input is validated. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import {
  type ErrorDetails,
  errorCodes,
  type Principal,
  presentFields,
  scopes,
} from '../../operations/index.ts';

/** Incremented whenever a message changes its meaning. */
export const protocol = 3;

/** The first message of each side. Its format never changes, so that versions can recognize each other. */
export interface Hello {
  readonly kind: 'hello';
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
}

export interface LocalRequest {
  readonly kind: 'request';
  readonly id: number;
  readonly principal: Principal;
  readonly operation: string;
  readonly input: unknown;
}

/** The caller of this request no longer waits: it is answered as usual, with what is available. */
export interface Cancel {
  readonly kind: 'cancel';
  readonly id: number;
}

export type ClientMessage = Hello | LocalRequest | Cancel | { readonly kind: 'ping' };

export type ServerMessage =
  | Hello
  | { readonly kind: 'result'; readonly id: number; readonly result: Json }
  | { readonly kind: 'error'; readonly id: number; readonly details: ErrorDetails }
  | { readonly kind: 'pong' };

const hello = z.object({
  kind: z.literal('hello'),
  protocol: z.int(),
  version: z.string().max(100),
  pid: z.int().min(1),
});

const id = z.int().min(1);

const principal = z.strictObject({
  subject: z.string(),
  tenant: z.string(),
  scopes: z.array(z.enum(scopes)),
  roles: z.array(z.string()),
  kind: z.enum(['person', 'agent', 'service']),
  correlationId: z.string().max(128).optional(),
  via: z.string().max(300).optional(),
});

const request = z.strictObject({
  kind: z.literal('request'),
  id,
  principal: principal.transform(
    ({ correlationId, via, ...given }): Principal => ({
      ...given,
      scopes: new Set(given.scopes),
      ...presentFields({ correlationId, via }),
    }),
  ),
  operation: z.string(),
  // A missing input is allowed: the operation validates it.
  input: z.unknown().optional(),
});

const clientMessage = z.discriminatedUnion('kind', [
  hello,
  request,
  z.strictObject({ kind: z.literal('cancel'), id }),
  z.strictObject({ kind: z.literal('ping') }),
]);

const serverMessage = z.discriminatedUnion('kind', [
  hello,
  z.strictObject({ kind: z.literal('result'), id, result: z.unknown() }),
  z.strictObject({
    kind: z.literal('error'),
    id,
    details: z.looseObject({
      code: z.enum(errorCodes),
      message: z.union([z.string(), z.array(z.unknown())]),
    }),
  }),
  z.strictObject({ kind: z.literal('pong') }),
]);

/** A request as sent: sets are lists. */
export function encodeRequest(message: LocalRequest): unknown {
  return { ...message, principal: { ...message.principal, scopes: [...message.principal.scopes] } };
}

/** @returns `undefined` if it is invalid */
export function decodeClientMessage(value: Json): ClientMessage | undefined {
  return clientMessage.safeParse(value).data as ClientMessage | undefined;
}

/** @returns `undefined` if it is invalid. The errors of an owner of the same version are trusted. */
export function decodeServerMessage(value: Json): ServerMessage | undefined {
  return serverMessage.safeParse(value).data as ServerMessage | undefined;
}
