/** Performs calls. Reads no state of runs: what a call needs comes with it. */
import type { Failure, Json } from '../../kernel/index.ts';
import type { ConnectorOperation } from '../../languages/language.ts';

export interface Connector {
  readonly name: string;
  /** Most calls at once. */
  readonly concurrency: number;
  /** What it offers, as far as is known now: at once, and without asking anybody outside for long. */
  operations(): Promise<readonly OfferedOperation[]>;
  /** Never throws for what happens outside: that is an outcome. Ends soon after `signal` is aborted. */
  perform(call: Call, signal: AbortSignal): Promise<ConnectorOutcome>;
  /** Whether repeating is harmless although nobody knows what became of it: it only reads, or computes. */
  isRepeatable(operation: string, input: Json): boolean;
  health(): Promise<ConnectorHealth>;
  close(): Promise<void>;
}

export type OfferedOperation = ConnectorOperation;

export interface Call {
  readonly tenant: string;
  readonly run: string;
  readonly workflow: string;
  readonly task: string;
  readonly operation: string;
  readonly input: Json;
  /** The same for every attempt of the same piece of work, and for no other. */
  readonly key: string;
  readonly attempt: number;
}

export type ConnectorOutcome =
  | { readonly kind: 'succeeded'; readonly output: Json }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Nobody knows what became of it. */
  | { readonly kind: 'unknown' };

export interface ConnectorHealth {
  readonly state: 'ready' | 'starting' | 'down';
  /** For people: what is wrong and what to do; empty where all is well. */
  readonly message: string;
}
