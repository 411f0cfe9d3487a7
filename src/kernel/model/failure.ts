import type { Json } from './json.ts';

/** Why something failed. Codes of the kernel itself are in `FailureCode`; connectors bring their own. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** False: repeating cannot help. */
  readonly retryable?: boolean;
  /** The delay before a repeat that the failure itself dictates, in milliseconds. */
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
