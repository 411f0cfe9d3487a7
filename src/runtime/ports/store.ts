/**
 * Where runs are kept. One commit makes everything durable that one step did: the events, the run's row, its work
 * items, large payloads, the receipt, a message for each subscription, and the entry of the audit. Absence and conflict
 * are values; whatever is thrown (StoreError) means that nothing of the commit happened.
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
   * Many units in one transaction, durable when it resolves. A unit is done whole or not at all, and one that
   * conflicts does not hinder the others. One verdict per unit, in order.
   */
  commit(units: readonly Unit[]): Promise<readonly Verdict[]>;
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

/** What one run does in one commit. */
export interface Unit {
  /** The row as it is afterwards. */
  readonly run: RunRecord;
  /** Events that the journal must hold beforehand; 0 makes a new run. */
  readonly expected: number;
  /** `seq` goes on from `expected` without a gap, up to `run.seq`. None where only the row or items change. */
  readonly entries: readonly JournalEntry[];
  /** Replaces the one before. */
  readonly snapshot: Snapshot | null;
  /** Rows as they are afterwards: new or changed. */
  readonly items: readonly WorkItem[];
  /** Payloads, and where the run is new its program and definition. */
  readonly contents: readonly Content[];
  readonly receipts: readonly Receipt[];
  /** Each becomes one message for every subscription to it that is in force then. */
  readonly announcements: readonly Announcement[];
  /** One for each order that somebody gave. */
  readonly audit: readonly AuditEntry[];
}

export type Verdict =
  | { readonly kind: 'committed' }
  /** The journal is not as long as expected, or the id of a new run is taken. Nothing happened. */
  | { readonly kind: 'conflict' }
  /** There is a receipt for that key already. Nothing happened. */
  | { readonly kind: 'repeated'; readonly receipt: Receipt };

export interface Runs {
  find(tenant: string, id: string): Promise<RunRecord | undefined>;
  search(tenant: string, query: RunQuery, page: Page): Promise<readonly RunRecord[]>;
  /** @param max where there are more, the answer is this: counting goes no further */
  count(tenant: string, query: RunQuery, max?: number): Promise<number>;
}

/** Which of the runs that share a done piece of work may undo it: the first that asks. */
export interface Claims {
  /** @returns the run that has the claim: `claimant`, or who was first */
  claim(tenant: string, run: string, instance: number, claimant: string): Promise<string>;
}

export interface Retention {
  /**
   * Removes at most `limit` runs of the tenant that ended before, with their journals, items, payloads, messages that
   * were given up and subscriptions to which nothing waits to be delivered, and whatever content nothing needs any more;
   * in one transaction.
   * @param audit written with it, unless there were none
   * @returns how many there were
   */
  purge(tenant: string, endedBefore: number, limit: number, audit?: readonly AuditEntry[]): Promise<number>;
  /**
   * Removes at most `limit` receipts and notes of sessions that have expired, messages that were given up long ago, and
   * subscriptions that have expired and have no message left. @returns how many there were
   */
  forget(now: number, limit: number): Promise<number>;
}

/** The store cannot work: the disk is full, the folder read-only, the file damaged. The message says what to do. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  /** The same may work later. */
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
