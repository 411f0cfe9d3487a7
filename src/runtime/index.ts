/** The runtime: makes runs durable; and plays them without touching anything (simulation). */
export { type BackupNote, documentsFolder, type KeysInBackup } from './backup/backup-form.ts';
export { type BackupFacts, type CheckedBackup, checkBackup } from './backup/check-backup.ts';
export { listBelongings } from './backup/list-belongings.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { runBackup } from './backup/run-backup.ts';
export { auditIdsOf } from './engine/audit-id.ts';
export type { RunChanges } from './engine/change-log.ts';
export type { Binding, Connectors } from './engine/connectors.ts';
export { type ConnectorRanks, createConnectors } from './engine/create-connectors.ts';
export type { Engine, EngineLoad } from './engine/engine-contract.ts';
export {
  defaultEngineLimits,
  type EngineLimits,
  type EngineOptions,
  type Post,
} from './engine/engine-options.ts';
export type { FindHolder } from './engine/hand-out.ts';
export { openEngine } from './engine/open-engine.ts';
export { type AskedOperations, operationsOfProgram } from './engine/operations-of-program.ts';
export type {
  AdoptOrder,
  Answer as EngineAnswer,
  ApproveOrder,
  BindingProblem,
  Cause,
  Happening,
  OpenedRun,
  OrderHead,
  PinnedWorkflow,
  RenewOrder,
  Repeatable,
  StartOrder,
  TellOrder,
} from './engine/orders.ts';
export { Payloads, sizeApart } from './engine/payloads.ts';
export { itemId, projectRecord } from './engine/project.ts';
export { Recent } from './engine/recent.ts';
export type { Delivery } from './engine/relay.ts';
export type { RunChange, RunMoment } from './engine/run-change.ts';
export { systemClock } from './engine/system-clock.ts';
export { takeTurn } from './engine/take-turn.ts';
export { sharedVariables } from './git-sources/find-token.ts';
export { secretsOf as secretsOfRepository } from './git-sources/git-environment.ts';
export {
  type GitSources,
  openGitSources,
  type RepositoryState,
} from './git-sources/open-git-sources.ts';
export { nameOfRepository, parseRepository, type Repository } from './git-sources/parse-repository.ts';
export { compareVersions } from './library/compare-versions.ts';
export { decodeText } from './library/decode-text.ts';
export { isDocumentName } from './library/document-name.ts';
export type {
  DocumentOrigin,
  DocumentPlace,
  Library,
  LibraryDocument,
  LibraryEntry,
  Newest,
  SourceKind,
  WriteOrder,
  WriteResult,
} from './library/library.ts';
export { configuredFolders, type LibrarySource } from './library/library-sources.ts';
export { type LibraryOptions, openLibrary } from './library/open-library.ts';
export { identicalId, orderVersions } from './library/order-versions.ts';
export { type ReadSource, revisionOf } from './library/scan-folder.ts';
export { createMemoryStore } from './memory/memory-store.ts';
export {
  createMemorySharedReceipts,
  createReceiptBoard,
  type MemoryReceiptsOptions,
  type ReceiptBoard,
} from './memory/shared-receipts.ts';
export type { Agenda } from './ports/agenda.ts';
export type { ApiKey, ApiKeys } from './ports/api-key.ts';
export {
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  type AuditTrail,
  auditMark,
  type FoundEntries,
} from './ports/audit.ts';
export type { Clock } from './ports/clock.ts';
export type {
  Call,
  CallOutcome as ConnectorOutcome,
  Connector,
  ConnectorHealth,
  ConnectorOperation,
} from './ports/connector.ts';
export type { Content, ContentKind, Contents, Revision, Revisions } from './ports/content.ts';
export {
  type FollowedJournals,
  type JournalEntry,
  type JournalPlace,
  type Journals,
  type PlacedEntry,
  type Snapshot,
  startOfJournals,
} from './ports/journal.ts';
export {
  type Announcement,
  type Busy,
  type Message,
  type MessageCount,
  type MessageOutcome,
  type MessageQuery,
  messageId,
  type Outbox,
} from './ports/outbox.ts';
export type { Receipt, ReceiptKey, Receipts } from './ports/receipt.ts';
export type { Origin, Page, RunQuery, RunRecord } from './ports/run-record.ts';
export type { SessionNote, SessionNotes } from './ports/session-note.ts';
export { type Claimed, type SharedReceipts, SharedReceiptsError } from './ports/shared-receipts.ts';
export {
  type Claims,
  type Retention,
  type Runs,
  type Store,
  StoreError,
  type StoreErrorCode,
  type Unit,
  type Verdict,
} from './ports/store.ts';
export {
  type CaseEvent,
  caseEvents,
  type Subscription,
  type SubscriptionQuery,
  type Subscriptions,
  type WrittenAlong,
} from './ports/subscription.ts';
export type { ItemPage, ItemQuery, ItemState, WorkItem, WorkItems } from './ports/work-item.ts';
export { openQueryEngine, type QueryLimits } from './queries/open-query-engine.ts';
export { examineRedis, type RedisReport } from './redis/examine-redis.ts';
export { parseRedisAddress, type RedisAddress } from './redis/redis-address.ts';
export { createRedisReceipts, type RedisReceiptsOptions } from './redis/redis-receipts.ts';
export {
  type HostPattern,
  matchesHost,
  parseHostPattern,
  portOf,
} from './secrets/host-pattern.ts';
export { KeyFileError, type KeyFileErrorCode } from './secrets/key-file.ts';
export type { KeyRing, Opened, SealOptions } from './secrets/key-ring.ts';
export { type KeyRingSource, type OpenKeyRing, openKeyRing } from './secrets/open-key-ring.ts';
export {
  createRedactor,
  type Redact,
  type Redactor,
} from './secrets/redact.ts';
export {
  createSecretKeeper,
  type SecretKeeper,
  type SecretKeeperOptions,
  type SecretRule,
} from './secrets/secret-keeper.ts';
export { isSecretName } from './secrets/secret-name.ts';
export {
  type SecretReference,
  type TakenSecrets,
  takeSecrets,
} from './secrets/secret-reference.ts';
export { checkCase, type Expectation, type Mismatch, type TestCase } from './simulate/check-case.ts';
export { describeDuration, describeTimeline } from './simulate/describe-timeline.ts';
export { type CaseResult, runCases } from './simulate/run-cases.ts';
export { type Answer, type CallOutcome, emptyScript, type Script } from './simulate/script.ts';
export { type Playable, type SimulationInput, simulate } from './simulate/simulate.ts';
export type {
  AskedItem,
  NoSimulation,
  PerformedCall,
  RefusedAnswer,
  Simulation,
  SimulationProblem,
  SimulationResult,
  Untaken,
  WaitingFor,
} from './simulate/simulation.ts';
export { taskOf } from './simulate/stage.ts';
export {
  createTimeline,
  type Timeline,
  type TimelineDetail,
  type TimelineEntry,
} from './simulate/timeline.ts';
export type { Shows } from './simulate/ways.ts';
export { createFollower, type Follower } from './simulate/whereabouts.ts';
export { checkSqlite, type SqliteReport } from './sqlite/check-sqlite.ts';
export type { MigrationProgress } from './sqlite/migrate.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';
export { type OwnerLock, tryLock } from './sqlite/owner-lock.ts';
