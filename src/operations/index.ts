/** The use cases of Signalbox: text in, data out. No transport, no files, no clock. Every transport calls these. */

export { findNearest } from '../expression/index.ts';
export type {
  ClientNotification,
  ItemPresentation,
  LanguageApi,
  LanguageOperation,
  OperationTool,
  Repair,
  SourceFile,
  StepwisePresentation,
  ToolHints,
  ToolTerms,
  Values,
  Violation,
} from '../languages/index.ts';
export {
  codeFrame,
  countViolations,
  joinPhrases,
  type NameReference,
  type Phrase,
  phrase,
  plainName,
  plainText,
  presentViolation,
  type Reference,
  renderPhrase,
} from '../languages/index.ts';
export {
  type BackupFacts,
  type CheckedBackup,
  caseEvents,
  checkBackup,
  type Line,
  readLines,
  Semaphore,
  type Simulation,
  systemClock,
  type TimelineEntry,
} from '../runtime/index.ts';
export {
  type AuthConfiguration,
  type CertificateRule,
  type Issuer,
  namesOfIssuer,
} from './access/auth-configuration.ts';
export { ownerOfSubject } from './access/find-clash.ts';
export { isLoopback } from './access/is-loopback.ts';
export { publicAddress, serverAddress } from './access/own-address.ts';
export { type CredentialSettings, readAccess } from './access/read-access.ts';
export { reservedPrefix } from './access/reserved-subjects.ts';
export { isSpiffeId, matchesSpiffe } from './access/spiffe-id.ts';
export { checkDatabase, type FolderLock, lockFolder, makeDataFolder } from './app/data-folder.ts';
export { withCatalogCommands } from './app/list-catalog-commands.ts';
export { type ListedOperations, listOperations } from './app/list-operations.ts';
export { type App, openApp } from './app/open-app.ts';
export { badConfiguration, openKeys } from './app/open-keys.ts';
export { examineReceipts } from './app/open-receipts.ts';
export { type RestoredFolder, restoreFolder } from './app/restore-folder.ts';
export { auditDone, auditRefused } from './audit/audit-call.ts';
export type { AuditList, AuditView } from './audit/list-audit.ts';
export { type CaseView, needsAnswer, runningTasks, viewCase } from './cases/case-view.ts';
export { viewWait } from './cases/case-wait.ts';
export { expectsByName, offerOf } from './cases/question-texts.ts';
export type { SubmittedCase } from './cases/submit-case.ts';
export type { CatalogView } from './catalogs/get-catalog.ts';
export type { ImportedCatalog } from './catalogs/import-catalog.ts';
export type { CatalogList } from './catalogs/list-catalogs.ts';
export type { ImportPreview } from './catalogs/preview-import.ts';
export type { ValidatedApi } from './catalogs/validate-document.ts';
export type { ChangedRun, Changes } from './changes/watch-changes.ts';
export type { CommandDescription } from './commands/describe-command.ts';
export type { CommandValues } from './commands/list-values.ts';
export type { CommandResult } from './commands/run-command.ts';
export type { FoundCommands } from './commands/search-commands.ts';
export type { ConnectorList } from './connectors/list-connectors.ts';
export { canonicalJson } from './contract/canonical-json.ts';
export { checkInput, inputMismatch } from './contract/check-input.ts';
export { checkScope } from './contract/check-scope.ts';
export { confirmTokenName, confirmTokenOf } from './contract/confirm-token.ts';
export { checkConfirmed } from './contract/confirmation.ts';
export { type AnyOperation, createRegistry, type Registry } from './contract/create-registry.ts';
export { fieldValue } from './contract/field-value.ts';
export { fieldsOf, type InputFields } from './contract/fields-of.ts';
export { isPrintable, keyText } from './contract/input-fields.ts';
export type { OperationExample } from './contract/operation.ts';
export {
  detailsOf,
  type ErrorDetails,
  type ErrorReport,
  OperationError,
  type OperationViolation,
  presentedBy,
} from './contract/operation-error.ts';
export {
  idempotencyKeyIn,
  idempotencyKeyNames,
  waitMsIn,
  waitMsNames,
} from './contract/option-names.ts';
export { createInternalKey } from './contract/own-key.ts';
export { presentFields } from './contract/present-fields.ts';
export { formKindOf, type Principal, principalKey, type Scope, scopes } from './contract/principal.ts';
export { type RenderedError, type RenderedViolation, renderError } from './contract/render-error.ts';
export { hashOfInput } from './contract/repeatable.ts';
export {
  fillPath,
  hasBody,
  namesInPath,
  type RestPages,
  type RestRoute,
  restTags,
} from './contract/rest-route.ts';
export type { Services } from './contract/services.ts';
export { toCallerError } from './contract/to-caller-error.ts';
export type { ExpectedField } from './data/expected-fields.ts';
export type { DefinitionSummary } from './definitions/definition-summary.ts';
export type { DefinitionDrawing } from './definitions/draw-definition.ts';
export type { DefinitionDetails } from './definitions/get-definition.ts';
export { invalidDefinition } from './definitions/invalid-definition.ts';
export type { DefinitionList } from './definitions/list-definitions.ts';
export type { DefinitionOutline } from './definitions/outline-definition.ts';
export type { SavedDocument } from './definitions/save-definition.ts';
export type { UploadedSpecifications } from './definitions/upload-specification.ts';
export type { ValidatedDefinition } from './definitions/validate-definition.ts';
export type { DeliveryView } from './deliveries/delivery-view.ts';
export type { DeliveryList } from './deliveries/list-deliveries.ts';
export type { ResentDeliveries } from './deliveries/resend-deliveries.ts';
export type { ConvertInput, ConvertResult } from './documents/convert-workflow.ts';
export {
  type DrawInput,
  type Drawing,
  type DrawingFormat,
  type DrawResult,
  drawWorkflow,
} from './documents/draw-workflow.ts';
export type { FileReport, ParameterReport, WorkflowReport } from './documents/read-definition.ts';
export { type RepairInput, repair } from './documents/repair.ts';
export { stateAfter } from './documents/states-of-run.ts';
export { type ValidateInput, type Validation, validate } from './documents/validate.ts';
export type { ErrorCategory, ErrorFacts } from './errors/error-entry.ts';
export { type ErrorCode, errorCodes, errorTable, findErrorCode, isErrorCode } from './errors/error-table.ts';
export type { EventView } from './events/event-view.ts';
export type { EventList } from './events/list-events.ts';
export type { XesPiece } from './events/xes/export-xes.ts';
export { shortText } from './infrastructure/short-text.ts';
export type { ItemList } from './items/list-items.ts';
export { type MovedItem, movedItem } from './items/moved-item.ts';
export { describeWho } from './items/read-model/describe-who.ts';
export type { ItemView } from './items/read-model/item-view.ts';
export { takesNothing } from './items/read-model/takes-nothing.ts';
export type { CreatedKey } from './keys/create-key.ts';
export type { IdentifiedKey } from './keys/identify-key.ts';
export type { KeyView } from './keys/key-view.ts';
export type { KeyList } from './keys/list-keys.ts';
export type { RevokedKey } from './keys/revoke-key.ts';
export { itemFieldsOf, languageApis } from './language-lists/language-apis.ts';
export { findLanguage, languages, presentItem, presentRunOf } from './language-lists/languages.ts';
export type { LanguageDetails } from './languages/get-language-reference.ts';
export type { LanguageSchemaText } from './languages/get-language-schema.ts';
export type { LanguageList } from './languages/list-languages.ts';
export { createRateLimiter } from './quotas/rate-limiter.ts';
export { registry, verbByOperation } from './registry.ts';
export type { Purge } from './retention/purge-runs.ts';
export type { RunGraph } from './runs/graph-of-run.ts';
export type { RunList } from './runs/list-runs.ts';
export { type MovedRun, movedRunView } from './runs/moved-run.ts';
export type { RunSummary } from './runs/read-model/run-summary.ts';
export type { RunView } from './runs/read-model/run-view.ts';
export type { RunWait } from './runs/read-model/waits-of-run.ts';
export type { ReplayedRun } from './runs/replay-run.ts';
export type { RunDocument } from './runs/run-document.ts';
export type { HistoryEntry, RunHistory } from './runs/run-history.ts';
export type { SimulationReport } from './runs/simulate-run.ts';
export type { SavedSecret } from './secrets/save-secret.ts';
export type { SecretsStatus } from './secrets/secrets-status.ts';
export type { BackupView } from './service/make-backup.ts';
export type { ServiceStatus } from './service/service-status.ts';
export type { FoundSession } from './sessions/find-session.ts';
export { createRedaction } from './settings/create-redaction.ts';
export { type DescribedSetting, describeSettings } from './settings/describe-settings.ts';
export type { Environment } from './settings/environment.ts';
export { type ResolvedSettings, resolveSettings } from './settings/resolve-settings.ts';
export type { ToolDrawings } from './settings/server-settings.ts';
export type { Settings } from './settings/settings-table.ts';
export {
  type CaseReport,
  type RunTestsInput,
  referencedFiles,
  runTests,
  type TestReport,
} from './simulation/run-tests.ts';
export {
  type SimulatedRun,
  type SimulateInput,
  type SimulateResult,
  simulateWorkflow,
} from './simulation/simulate-workflow.ts';
export type { Stubs } from './simulation/stubs.ts';
export type { CreatedSubscription } from './subscriptions/create-subscription.ts';
export type { DeletedSubscription } from './subscriptions/delete-subscription.ts';
export type { SubscriptionList } from './subscriptions/list-subscriptions.ts';
export type { SubscriptionView } from './subscriptions/subscription-view.ts';
