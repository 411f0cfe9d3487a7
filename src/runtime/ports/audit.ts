/** The audit log: every change that a user made and every refusal. It outlives the runs that it is about. */
export interface AuditEntry {
  readonly tenant: string;
  /** Unique in the tenant. Starts with `auditMark(at)`, so that later ones sort after earlier ones. */
  readonly id: string;
  readonly at: number;
  /** Empty if unknown. */
  readonly subject: string;
  readonly kind: 'person' | 'agent' | 'service' | 'unknown';
  /** `runs.start`; of a request that reached no operation, its route: `POST /v1/runs`. */
  readonly operation: string;
  readonly outcome: 'done' | 'refused';
  /** Of the error; empty if it succeeded. */
  readonly code: string;
  /** The id of a run, a work item or a key, or the path of a document. Empty if unknown. */
  readonly target: string;
  /** Of the request. */
  readonly correlationId: string;
  /** How the request came, if not from the principal directly: `form of claude-code 2.1.0`; otherwise empty. */
  readonly via: string;
  /** How often: repeated identical refusals are one entry. */
  readonly times: number;
}

/** Absent fields do not filter. */
export interface AuditQuery {
  readonly subject?: string;
  readonly operation?: string;
  readonly outcome?: AuditEntry['outcome'];
  readonly code?: string;
  readonly target?: string;
  readonly correlationId?: string;
  /** Not before this time. */
  readonly from?: number;
  /** Before this time. */
  readonly before?: number;
}

export interface AuditPage {
  /** The id at which the previous page ended. */
  readonly after?: string;
  readonly limit: number;
}

export interface FoundEntries {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /**
   * Cursor of the next page; `null` if there is no more. A search scans a limited number of entries, so that a rare
   * match does not delay others: a page may be short or empty although more pages follow.
   */
  readonly next: string | null;
}

export interface AuditTrail {
  /** Durable when it resolves. An existing entry only gets the new count. */
  append(entries: readonly AuditEntry[]): Promise<void>;
  search(tenant: string, query: AuditQuery, page: AuditPage): Promise<FoundEntries>;
  /** Removes at most `limit` entries from before that time, the oldest first. @returns how many were removed */
  forget(before: number, limit: number): Promise<number>;
}

/** Limit of entries that one search scans. */
export const maxEntriesScanned = 5_000;

/** Sorts as times do. */
export const auditMark = (at: number): string =>
  Math.max(0, Math.floor(at)).toString(16).padStart(markLength, '0').slice(-markLength);

const markLength = 12;
