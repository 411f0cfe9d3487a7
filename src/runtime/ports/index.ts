/** The ports of the runtime: what a store, a connector and a clock must do. For adapters and their contract suites. */
export type { ApiKey } from './api-key.ts';
export { type AuditEntry, type AuditQuery, auditMark } from './audit.ts';
export type { Clock } from './clock.ts';
export type { Call, Connector, ConnectorOutcome } from './connector.ts';
export type { Content, ContentKind, Revision } from './content.ts';
export {
  type JournalEntry,
  type JournalPlace,
  type PlacedEntry,
  type Snapshot,
  startOfJournals,
} from './journal.ts';
export { type Announcement, type Busy, type Message, type MessageOutcome, messageId } from './outbox.ts';
export type { Receipt } from './receipt.ts';
export type { Page, RunQuery, RunRecord } from './run-record.ts';
export type { SessionNote } from './session-note.ts';
export type { SharedReceipts } from './shared-receipts.ts';
export type { Store, Unit } from './store.ts';
export { type CaseEvent, caseEvents, type ReceiptsAndAudit, type Subscription } from './subscription.ts';
export type { ItemQuery, ItemState, WorkItem } from './work-item.ts';
