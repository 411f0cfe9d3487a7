/** What a process that computes queries is asked for, and what it answers. */
import type { Failure, Json } from '../../kernel/index.ts';

export interface SqlQueryRequest {
  readonly sql: string;
  /** Bound as `$name`. */
  readonly parameters: { readonly [name: string]: Json };
  readonly tables: { readonly [name: string]: Json };
  readonly limits: QueryLimits;
}

export interface QueryLimits {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes that the database may use. */
  readonly memory: number;
  /** Of the result. */
  readonly rows: number;
  /** Of the result, in characters of JSON. */
  readonly size: number;
}

/** The rows travel as JSON text, so that they are read once, where they are needed. */
export type QueryReply =
  | { readonly kind: 'rows'; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** The query goes on all the same, and the process has to be ended. */
      readonly last?: true;
    };
