/** The tables of a memory store. Values are kept as they come back from JSON text, as in any other store. */
import { randomBytes } from 'node:crypto';
import type { ApiKey } from '../ports/api-key.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { Content, Revision } from '../ports/content.ts';
import type { JournalEntry, Snapshot } from '../ports/journal.ts';
import type { Message } from '../ports/outbox.ts';
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { SessionNote } from '../ports/session-note.ts';
import type { Subscription } from '../ports/subscription.ts';
import type { WorkItem } from '../ports/work-item.ts';

export interface StoredRun {
  record: RunRecord;
  /** The run at the root of its forks: itself if it is not a fork. */
  readonly family: string;
  readonly journal: JournalEntry[];
  snapshot: Snapshot | undefined;
  /** Hashes of the payloads that it needs. */
  readonly payloads: Set<string>;
}

export interface Claim {
  readonly tenant: string;
  readonly claimant: string;
  readonly family: string;
}

export interface MemoryTables {
  readonly runs: Map<string, StoredRun>;
  readonly items: Map<string, WorkItem>;
  readonly contents: Map<string, Content>;
  /** Newest last, by tenant and document. */
  readonly revisions: Map<string, Revision[]>;
  readonly receipts: Map<string, Receipt>;
  readonly sessionNotes: Map<string, SessionNote>;
  readonly subscriptions: Map<string, Subscription>;
  /** In commit order. */
  readonly messages: Map<string, Message>;
  readonly claims: Map<string, Claim>;
  readonly apiKeys: Map<string, ApiKey>;
  readonly audit: Map<string, AuditEntry>;
  readonly rows: WrittenRows;
}

/** All journal entries in commit order. */
export interface WrittenRows {
  readonly identity: string;
  last: number;
  readonly entries: Map<number, { readonly tenant: string; readonly run: string; readonly seq: number }>;
  /** The highest row that was purged, by tenant. */
  readonly purged: Map<string, number>;
}

/** Returns the tables while the store is open; throws after it is closed. */
export type OpenTables = () => MemoryTables;

export const emptyTables = (): MemoryTables => ({
  runs: new Map(),
  items: new Map(),
  contents: new Map(),
  revisions: new Map(),
  receipts: new Map(),
  sessionNotes: new Map(),
  subscriptions: new Map(),
  messages: new Map(),
  claims: new Map(),
  apiKeys: new Map(),
  audit: new Map(),
  rows: { identity: randomBytes(32).toString('hex'), last: 0, entries: new Map(), purged: new Map() },
});

/** An unambiguous key of several parts. */
export const compositeKey = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);

export const receiptKey = ({ tenant, subject, operation, key }: ReceiptKey): string =>
  compositeKey(tenant, subject, operation, key);

export const jsonCopy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
