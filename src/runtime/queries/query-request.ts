/** What is asked of the process that computes queries, and what it answers: one line of JSON each. */
import type { MessagePort } from 'node:worker_threads';
import type { QueryItem, QueryVerdict } from '../../languages/language.ts';

export type QueryRequest =
  | { readonly kind: 'check'; readonly queries: readonly string[] }
  | {
      readonly kind: 'evaluate';
      readonly query: string;
      readonly document: string;
      readonly at: number;
      /** How long the result may be, in characters. */
      readonly most: number;
    };

export type QueryReply =
  | { readonly kind: 'checked'; readonly verdicts: readonly QueryVerdict[] }
  | { readonly kind: 'items'; readonly items: readonly QueryItem[] }
  /** The query has no value. */
  | { readonly kind: 'failed'; readonly message: string }
  /** It has not been computed to its end. */
  | { readonly kind: 'halted'; readonly message: string };

/** What is said of the process itself where it gives no answer. */
export type QueryProcessFailure = 'late' | 'ended' | 'absent';

/** What the thread between answers. */
export interface ThreadReply {
  /** A reply as a line, or a trouble. */
  readonly text: string;
  /** What it took of the time that it may take. */
  readonly spentMs: number;
}

/** An order as a line, and how long may be computed for it. */
export interface TimedRequest {
  readonly text: string;
  readonly timeMs: number;
}

/** What the thread between is told when it starts. */
export interface QueryThreadData {
  readonly port: MessagePort;
  /** Set to 1 when a message has been posted. */
  readonly signal: Int32Array;
  readonly startMs: number;
  readonly memoryMb: number;
  readonly keptQueries: number;
}
