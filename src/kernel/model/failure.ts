import type { Json } from './json.ts';

/** Why something failed. The kernel's own codes are in `FailureCode`; connectors add theirs. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** False: a retry cannot help. */
  readonly retryable?: boolean;
  /** Delay before a retry that the failure requires, in milliseconds. */
  readonly retryAfter?: number;
  readonly data?: Json;
}

export type FailureCode =
  | 'expression'
  | 'no-flow'
  | 'timeout'
  | 'in-doubt'
  | 'deadlocked'
  | 'or-join-bound'
  | 'visit-limit'
  | 'step-limit'
  | 'depth-limit'
  | 'token-limit'
  | 'too-few-instances'
  | 'too-many-instances'
  | 'all-failed'
  | 'threshold-missed';
