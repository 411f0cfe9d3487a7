/** Requests to a query process, and its responses. */
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
  /** Memory limit of the database in bytes. */
  readonly memory: number;
  /** Limit of the result. */
  readonly rows: number;
  /** Limit of the result, in characters of JSON. */
  readonly size: number;
}

/** Rows travel as JSON text, so that they are parsed only once, by the consumer. */
export type QueryReply =
  | { readonly kind: 'rows'; readonly text: string }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** The query continues, and the process has to be killed. */
      readonly last?: true;
    };
