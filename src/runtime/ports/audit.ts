/** The record of every change that somebody made and of everything that was refused: outlives the runs that it is about. */
export interface AuditEntry {
  readonly tenant: string;
  /** Unique in the tenant. Begins with `auditMark(at)`, so that later ones sort behind earlier ones. */
  readonly id: string;
  readonly at: number;
  /** Empty where nobody knows who it was. */
  readonly subject: string;
  readonly kind: 'person' | 'agent' | 'service' | 'unknown';
  /** `runs.start`; of a request that reached no operation, what it asked for: `POST /v1/runs`. */
  readonly operation: string;
  readonly outcome: 'done' | 'refused';
  /** Of the error; empty where it was done. */
  readonly code: string;
  /** What it was about: the id of a run, a work item, a key, the path of a document. Empty where that is not known. */
  readonly target: string;
  /** Of the request. */
  readonly correlationId: string;
  /** How often: the same refusal again and again is one entry. */
  readonly times: number;
}

/** What is searched for; whatever is absent does not narrow. */
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
  /** The id at which the page before has ended. */
  readonly after?: string;
  readonly limit: number;
}

export interface FoundEntries {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /**
   * Where to go on; null where there is no more. Only so many entries are looked at, so that a rare thing does not keep
   * others waiting: a page may be short, or empty, and there is more even so.
   */
  readonly next: string | null;
}

export interface AuditTrail {
  /** Durable when it resolves. One that is there already only gets the new count. */
  append(entries: readonly AuditEntry[]): Promise<void>;
  search(tenant: string, query: AuditQuery, page: AuditPage): Promise<FoundEntries>;
  /** Removes at most so many entries of before, the oldest first. @returns how many there were */
  forget(before: number, limit: number): Promise<number>;
}

/** Entries that one search looks at. */
export const maxEntriesScanned = 5_000;

/** What sorts as times do. */
export const auditMark = (at: number): string =>
  Math.max(0, Math.floor(at)).toString(16).padStart(markLength, '0').slice(-markLength);

const markLength = 12;
