/** An operation of an API: what is needed to call it, and what its answers mean. */
import type { Json } from '../../expression/index.ts';
import type { SecurityNeed } from '../document/security-of.ts';
import type { BuiltRequest } from './build-request.ts';

export interface ApiOperation {
  /** In capitals. */
  readonly method: string;
  /** Empty if the document names none; it can be relative to the address of the document. */
  readonly server: string;
  /** Alternatives, of which one is enough; empty if nothing is needed. */
  readonly security: readonly SecurityNeed[];
  /** The parameter that takes an idempotency key; null if there is none. */
  readonly idempotencyParameter: string | null;
  /** Whether it changes nothing. Default: what its method says. */
  readonly reads?: boolean;
  build(args: { readonly [name: string]: Json }): BuiltRequest;
  /** What the body of a successful response means. Default: it is the result. */
  read?(body: Json): ApiAnswer;
}

export type ApiAnswer =
  /** @property warnings errors beside the result */
  | { readonly kind: 'result'; readonly value: Json; readonly warnings: readonly string[] }
  | {
      readonly kind: 'failure';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
    };
