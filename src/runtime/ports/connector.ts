/** Performs calls. Reads no state of runs: a call contains everything it needs. */
import type { Failure, Json } from '../../kernel/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';

export interface Connector {
  readonly name: string;
  /** Who alone has it. Default: all tenants share it. */
  readonly tenant?: string;
  /** Runs that call it do not begin. */
  readonly isOff?: boolean;
  /** Whether it is known without asking that it has no such operation. Default: it may have it. */
  lacks?(operation: string): boolean;
  /** Limit of concurrent calls. */
  readonly concurrency: number;
  /** The operations that are known now. Answers quickly, without waiting for a remote server. */
  operations(): Promise<readonly OfferedOperation[]>;
  /** Never throws for external failures: they are outcomes. Ends soon after `signal` is aborted. */
  perform(call: Call, signal: AbortSignal): Promise<ConnectorOutcome>;
  /** Whether an operation never waits: nothing has to be able to end it. Default: it may. */
  isImmediate?(operation: string): boolean;
  /** Whether a call with an unknown outcome can be repeated safely: it only reads, or computes. */
  isRepeatable(operation: string, input: Json, begunAt: number): boolean | Promise<boolean>;
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
  /** Equal for every attempt of the same work, and unique otherwise. */
  readonly key: string;
  readonly attempt: number;
  /**
   * When its run began, in milliseconds since 1970: a connector whose operations change performs them as they were
   * then.
   */
  readonly begunAt: number;
}

export type ConnectorOutcome =
  | { readonly kind: 'succeeded'; readonly output: Json }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The outcome is unknown. */
  | { readonly kind: 'unknown' };

export interface ConnectorHealth {
  readonly state: 'ready' | 'starting' | 'down';
  /** What is wrong and what to do; empty if there is no problem. */
  readonly message: string;
}
