/** What the table says of one code: for people, and for every door. */
export type ErrorCategory =
  | 'validation'
  | 'not_found'
  | 'conflict'
  | 'permission'
  | 'execution'
  /** More than is allowed: less of it, or later. */
  | 'limit'
  | 'unavailable'
  | 'internal';

/** As it is written down: where a figure is absent, it is that of the category. */
export interface ErrorEntry {
  /** In a sentence or two. */
  readonly meaning: string;
  /** What to do next. It is told wherever an error says nothing better itself. */
  readonly action: string;
  /** Where whoever calls tools has other ways than everybody else; it is told instead of everything else. */
  readonly toolAction?: string;
  /** The same, for whoever calls the tools of cases and work items. */
  readonly caseAction?: string;
  /** Of HTTP. */
  readonly status?: number;
  /** Of HTTP under /v1, where addresses are those of what is asked for. */
  readonly problemStatus?: number;
  /** Under which callers of cases know it. */
  readonly short?: string;
  /** Of JSON-RPC. */
  readonly number?: number;
  /** As a design spells the code, where that is not as the others are. */
  readonly spelled?: string;
  /** The same request may work later; an error may know better. */
  readonly retryable?: boolean;
}

export type ErrorEntries<Code extends string = string> = Readonly<Record<Code, ErrorEntry>>;

/** An entry with all of its figures. */
export interface ErrorFacts {
  readonly category: ErrorCategory;
  readonly meaning: string;
  readonly action: string;
  readonly toolAction: string | null;
  readonly caseAction: string | null;
  readonly status: number;
  readonly problemStatus: number;
  readonly short: string;
  readonly number: number;
  readonly spelled: string;
  readonly retryable: boolean;
}
