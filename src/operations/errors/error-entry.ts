/** Types of the error table: what it defines for each code, for people and for every interface. */
import type { Phrase } from '../../languages/index.ts';

export type ErrorCategory =
  | 'validation'
  | 'not_found'
  | 'conflict'
  | 'permission'
  | 'execution'
  /** A limit is exceeded: send less, or later. */
  | 'limit'
  | 'unavailable'
  | 'internal';

/** An entry as written in the table. Missing values default to those of the category. */
export interface ErrorEntry {
  /** One or two sentences. */
  readonly meaning: string;
  /** What to do next. Used if the error itself suggests nothing more specific. */
  readonly action: Phrase;
  /** HTTP status. */
  readonly status?: number;
  /** HTTP status under /v1, where the URL names the requested object. */
  readonly problemStatus?: number;
  /** Name that callers of cases use. */
  readonly short?: string;
  /** JSON-RPC error number. */
  readonly number?: number;
  /** The spelling of the code that a design requires. Default: the code itself. */
  readonly spelled?: string;
  /** Whether the same request may succeed later. An error can override it. */
  readonly retryable?: boolean;
}

export type ErrorEntries<Code extends string = string> = Readonly<Record<Code, ErrorEntry>>;

/** An entry with all defaults filled in. */
export interface ErrorFacts {
  readonly category: ErrorCategory;
  readonly meaning: string;
  readonly action: Phrase;
  readonly status: number;
  readonly problemStatus: number;
  readonly short: string;
  readonly number: number;
  readonly spelled: string;
  readonly retryable: boolean;
}
