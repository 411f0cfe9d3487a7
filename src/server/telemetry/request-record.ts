/** The log record of an HTTP request: who, what, how it ended [W10.1]. Never its content. */
import type { Principal } from '../../operations/index.ts';

export interface RequestRecord {
  readonly correlationId: string;
  readonly method: string;
  /** The declared path, `/v1/runs/{run}`; “other” if there is no route. */
  readonly route: string;
  readonly status: number;
  /** Null if not authenticated. */
  readonly subject: string | null;
  readonly tenant: string | null;
  readonly kind: Principal['kind'] | null;
  /** An operation or a tool; empty if none was called. */
  readonly operation: string;
  /** The run that it started or refers to; null if none. */
  readonly run: string | null;
  /** Code of the error. */
  readonly code: string | null;
  readonly milliseconds: number;
  /** Of the client. */
  readonly address: string;
}
