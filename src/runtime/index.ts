/** The runtime: executes runs durably, and simulates them without side effects. */
export { isConnectionHeader, isHeaderName, isHeaderValue } from './address/header-names.ts';
export { parseUrl } from './address/parse-url.ts';
export { shownAddress } from './address/shown-address.ts';
export { type BackupNote, documentsFolder, type KeysInBackup } from './backup/backup-format.ts';
export { type BackupFacts, type CheckedBackup, checkBackup } from './backup/check-backup.ts';
export { listBackupFiles } from './backup/list-backup-files.ts';
export { restoreBackup } from './backup/restore-backup.ts';
export { runBackup } from './backup/run-backup.ts';
export { LruCache } from './cache/lru-cache.ts';
export type { FindHolder } from './engine/assign-items.ts';
export { auditIdGenerator } from './engine/audit-id.ts';
export type { RunChanges } from './engine/change-log.ts';
export { badAnswer, isStorable } from './engine/check-outcome.ts';
export type { Binding, Connectors, TenantConnectors } from './engine/connectors.ts';
export { type ConnectorsByOrigin, createConnectors } from './engine/create-connectors.ts';
export { createRunId } from './engine/create-run-id.ts';
export type { Engine, EngineLoad } from './engine/engine-contract.ts';
export {
  defaultEngineLimits,
  type EngineLimits,
  type EngineOptions,
  type OutboxHandlers,
} from './engine/engine-options.ts';
export { hashProgram, type LinkedMachine, UnrunnableProgram } from './engine/machines.ts';
export { openEngine } from './engine/open-engine.ts';
export { type AskedOperations, operationsOfProgram } from './engine/operations-of-program.ts';
export type { DeliveryResult } from './engine/outbox-sender.ts';
export { externalizedSize, Payloads } from './engine/payloads.ts';
export {
  type ElsewherePlayed,
  Player,
  type PlayReply,
  type PlayRequest,
  type RunOwner,
} from './engine/player.ts';
export { itemId, projectRecord } from './engine/project.ts';
export { QueryResults } from './engine/query-results.ts';
export type { RunChange, RunTransition } from './engine/run-change.ts';
export type {
  AdoptRequest,
  ApproveRequest,
  BindingProblem,
  Cause,
  EngineAnswer,
  EventInput,
  OpenedRun,
  PinnedWorkflow,
  RenewRequest,
  Repeatable,
  RunRequest,
  StartRequest,
  SubmitEventRequest,
} from './engine/run-requests.ts';
export { systemClock } from './engine/system-clock.ts';
export { type Ancestry, findExecutingRun } from './engine/undo-claims.ts';
export { yieldToEventLoop } from './engine/yield-to-event-loop.ts';
export { sharedVariables } from './git-sources/find-token.ts';
export { repositorySecrets } from './git-sources/git-environment.ts';
export {
  type GitSources,
  openGitSources,
  type RepositoryState,
} from './git-sources/open-git-sources.ts';
export { nameOfRepository, parseRepository, type Repository } from './git-sources/parse-repository.ts';
export { endWithParent } from './jobs/end-with-parent.ts';
export { type JobMessage, type JobReply, maxResultLength, type SharedData } from './jobs/job-message.ts';
export { JobPool, type JobRequest, type PoolLoad, type PoolOutcome } from './jobs/job-pool.ts';
export type { TimeLimit } from './jobs/watch-cpu.ts';
export { deleteFile, saveFile } from './library/change-file.ts';
export { compareVersions } from './library/compare-versions.ts';
export { decodeText } from './library/decode-text.ts';
export { extensionList, isDocumentName } from './library/document-name.ts';
export { checkVisible } from './library/invisible-characters.ts';
export { databaseName, isDataFolder, isSkippedName } from './library/is-skipped-folder.ts';
export type {
  DocumentOrigin,
  DocumentPlace,
  Library,
  LibraryDocument,
  LibraryEntry,
  Newest,
  SourceKind,
  WriteRequest,
  WriteResult,
} from './library/library.ts';
export { configuredFolders, type LibrarySource } from './library/library-sources.ts';
export { type LibraryOptions, openLibrary } from './library/open-library.ts';
export { identicalId, orderVersions } from './library/order-versions.ts';
export { type ReadSource, revisionOf } from './library/scan-folder.ts';
export { folderOfTenant } from './library/tenant-folder.ts';
export { GrowingBuffer } from './lines/growing-buffer.ts';
export { type Line, readLines } from './lines/read-lines.ts';
export { createMemoryStore } from './memory/memory-store.ts';
export {
  createMemorySharedReceipts,
  createSharedReceiptState,
  type MemoryReceiptsOptions,
  type SharedReceiptState,
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
  Connector,
  ConnectorHealth,
  ConnectorOutcome,
  OfferedOperation,
} from './ports/connector.ts';
export type { AddedRevision, Content, ContentKind, Contents, Revision, Revisions } from './ports/content.ts';
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
  type ReceiptsAndAudit,
  type Subscription,
  type SubscriptionQuery,
  type Subscriptions,
} from './ports/subscription.ts';
export type { ItemPage, ItemQuery, ItemState, WorkItem, WorkItems } from './ports/work-item.ts';
export { openQueryEngine, type QueryLimits } from './queries/open-query-engine.ts';
export { recordQueries } from './queries/query-result.ts';
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
export { createKeyRing, type KeyRing, type Opened, type SealOptions } from './secrets/key-ring.ts';
export { type KeyRingSource, type OpenKeyRing, openKeyRing } from './secrets/open-key-ring.ts';
export {
  createRedactor,
  type Redact,
  type Redactor,
} from './secrets/redact.ts';
export { createSealingKey } from './secrets/sealing-key.ts';
export { isSecretName, isSecretVariable } from './secrets/secret-name.ts';
export {
  type SecretReference,
  type TakenSecrets,
  takeSecrets,
} from './secrets/secret-reference.ts';
export {
  createSecretResolver,
  type SecretResolver,
  type SecretResolverOptions,
  type SecretRule,
  type SecretStatus,
} from './secrets/secret-resolver.ts';
export type { SecretSource } from './secrets/secret-source.ts';
export { openSecretStore, type SecretStore } from './secrets/secret-store.ts';
export { checkCase, type Expectation, type Mismatch, type TestCase } from './simulate/check-case.ts';
export { describeDuration, describeTimeline } from './simulate/describe-timeline.ts';
export type { TaskFilter } from './simulate/leads-to.ts';
export { createAllowance, limitEffort } from './simulate/limit-effort.ts';
export {
  createNoteLocator,
  type NoteLocator,
} from './simulate/note-location.ts';
export { type CaseResult, runCases } from './simulate/run-cases.ts';
export {
  emptyScript,
  type Script,
  type ScriptedAnswer,
  type ScriptedOutcome,
} from './simulate/script.ts';
export { type Runnable, type SimulationInput, simulate } from './simulate/simulate.ts';
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
export { taskOfInstance } from './simulate/simulation-host.ts';
export {
  createTimeline,
  type Timeline,
  type TimelineDetail,
  type TimelineEntry,
} from './simulate/timeline.ts';
export { checkSqlite, type SqliteReport } from './sqlite/check-sqlite.ts';
export type { MigrationProgress } from './sqlite/migrate.ts';
export { openSqliteStore, type SqliteStoreOptions } from './sqlite/open-sqlite-store.ts';
export { type OwnerLock, tryLock } from './sqlite/owner-lock.ts';
export { Semaphore } from './turns/semaphore.ts';
