/**
 * The store of runs. One commit makes the whole result of one step durable: the events, the row of the run, its work
 * items, large payloads, the receipt, a message for each subscription, and the audit entry. Absence and conflict are
 * values; a thrown StoreError means that nothing of the commit was done.
 */
import type { Agenda } from './agenda.ts';
import type { ApiKeys } from './api-key.ts';
import type { AuditEntry, AuditTrail } from './audit.ts';
import type { Content, Contents, Revisions } from './content.ts';
import type { JournalEntry, Journals, Snapshot } from './journal.ts';
import type { Announcement, Outbox } from './outbox.ts';
import type { Receipt, Receipts } from './receipt.ts';
import type { Page, RunQuery, RunRecord } from './run-record.ts';
import type { SessionNotes } from './session-note.ts';
import type { Subscriptions } from './subscription.ts';
import type { WorkItem, WorkItems } from './work-item.ts';

export interface Store {
  /**
   * Commits many units in one transaction, durable when it resolves. A unit is written completely or not at all, and
   * a conflict does not affect the others. Returns one verdict per unit, in order.
   */
  commit(units: readonly Unit[]): Promise<readonly Verdict[]>;
  /**
   * Rejects with StoreError while work cannot be committed. Repeats what the last commit showed; if that was more than a
   * second ago, it writes something small.
   */
  probe(): Promise<void>;
  readonly runs: Runs;
  readonly journals: Journals;
  readonly items: WorkItems;
  readonly agenda: Agenda;
  readonly contents: Contents;
  readonly revisions: Revisions;
  readonly receipts: Receipts;
  readonly sessionNotes: SessionNotes;
  readonly apiKeys: ApiKeys;
  readonly audit: AuditTrail;
  readonly subscriptions: Subscriptions;
  readonly outbox: Outbox;
  readonly claims: Claims;
  readonly retention: Retention;
  close(): Promise<void>;
}

/** The changes of one run in one commit. */
export interface Unit {
  /** The row after the commit. */
  readonly run: RunRecord;
  /** Number of events that the journal must hold before; 0 creates a run. */
  readonly expected: number;
  /** `seq` continues from `expected` without a gap, up to `run.seq`. Empty if only the row or items change. */
  readonly entries: readonly JournalEntry[];
  /** Replaces the previous one. */
  readonly snapshot: Snapshot | null;
  /** New or changed rows, after the commit. */
  readonly items: readonly WorkItem[];
  /** Payloads; of a new run also its program and definition. */
  readonly contents: readonly Content[];
  readonly receipts: readonly Receipt[];
  /** Each becomes one message for every active subscription to it. */
  readonly announcements: readonly Announcement[];
  /** One for each request of a user. */
  readonly audit: readonly AuditEntry[];
}

export type Verdict =
  | { readonly kind: 'committed' }
  /** The journal is not as long as expected, or the id of a new run is taken. Nothing was done. */
  | { readonly kind: 'conflict' }
  /** A receipt for that key exists already. Nothing was done. */
  | { readonly kind: 'repeated'; readonly receipt: Receipt };

export interface Runs {
  find(tenant: string, id: string): Promise<RunRecord | undefined>;
  search(tenant: string, query: RunQuery, page: Page): Promise<readonly RunRecord[]>;
  /** @param max limit: counting stops there */
  count(tenant: string, query: RunQuery, max?: number): Promise<number>;
}

/** Decides which of the runs that share completed work may undo it: the first that asks. */
export interface Claims {
  /** @returns the run that has the claim: `claimant`, or an earlier one */
  claim(tenant: string, run: string, instance: number, claimant: string): Promise<string>;
  /** The run that has the claim, if one has. */
  find(tenant: string, run: string, instance: number): Promise<string | undefined>;
}

export interface Retention {
  /**
   * Removes at most `limit` runs of the tenant that ended before that time, with their journals, items, payloads,
   * messages that were given up, subscriptions without pending messages, and content that is no longer referenced; in
   * one transaction.
   * @param audit written in the same transaction, unless there were none
   * @returns how many were removed
   */
  purge(tenant: string, endedBefore: number, limit: number, audit?: readonly AuditEntry[]): Promise<number>;
  /**
   * Removes at most `limit` expired receipts and session notes, old messages that were given up, and expired
   * subscriptions without messages. @returns how many were removed
   */
  forget(now: number, limit: number): Promise<number>;
}

/** The store cannot work: the disk is full, the folder read-only, the file damaged. The message says what to do. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** A later attempt may succeed. */
  readonly retryable: boolean;

  constructor(code: StoreErrorCode, message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
    this.retryable = retryable;
  }
}

export type StoreErrorCode =
  | 'disk-full'
  | 'read-only'
  | 'corrupt'
  | 'newer'
  | 'busy'
  /** The file was removed or replaced. */
  | 'gone'
  | 'closed'
  | 'input-output';
