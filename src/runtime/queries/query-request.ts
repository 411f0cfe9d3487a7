/** The requests to the query process and its replies: one line of JSON each. */
import type { MessagePort } from 'node:worker_threads';
import type { QueryItem, QueryVerdict } from '../../languages/query-engine.ts';

export type QueryRequest =
  | { readonly kind: 'check'; readonly queries: readonly string[] }
  | {
      readonly kind: 'evaluate';
      readonly query: string;
      readonly document: string;
      readonly at: number;
      /** Limit of the result, in characters. */
      readonly most: number;
    };

export type QueryReply =
  | { readonly kind: 'checked'; readonly verdicts: readonly QueryVerdict[] }
  | { readonly kind: 'items'; readonly items: readonly QueryItem[] }
  /** The computation failed. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The computation was aborted. */
  | { readonly kind: 'halted'; readonly message: string };

/** Why the process sent no reply. */
export type QueryProcessFailure = 'late' | 'ended' | 'absent';

/** The reply of the thread. */
export interface ThreadReply {
  /** A reply as a line, or a failure. */
  readonly text: string;
  /** CPU time that was used, in milliseconds. */
  readonly spentMs: number;
}

/** A request as a line, and its limit of CPU time. */
export interface TimedRequest {
  readonly text: string;
  readonly timeMs: number;
}

/** The start data of the thread. */
export interface QueryThreadData {
  readonly port: MessagePort;
  /** Set to 1 when a message was posted. */
  readonly signal: Int32Array;
  readonly startMs: number;
  readonly memoryMb: number;
  readonly keptQueries: number;
}
