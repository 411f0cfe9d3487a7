/** What is noted of each request over HTTP: who, what, how it ended [W10.1]. Never what was asked for in words. */
import type { Principal } from '../../operations/index.ts';

export interface RequestRecord {
  readonly correlationId: string;
  readonly method: string;
  /** The way as it is declared, `/v1/runs/{run}`; “other” where there is none. */
  readonly route: string;
  readonly status: number;
  /** Null where nobody is known. */
  readonly subject: string | null;
  readonly tenant: string | null;
  readonly kind: Principal['kind'] | null;
  /** An operation or a tool; empty where it came to none. */
  readonly operation: string;
  /** The run that it started or was about; null where it was about none. */
  readonly run: string | null;
  /** Of the error. */
  readonly code: string | null;
  readonly milliseconds: number;
  /** Of the client. */
  readonly address: string;
}
