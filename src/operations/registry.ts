/** Registers all operations. Every transport offers these. */
import { listAudit } from './audit/list-audit.ts';
import { noteRefusals } from './audit/note-refusals.ts';
import { getCaseStatus } from './cases/get-case-status.ts';
import { submitCase } from './cases/submit-case.ts';
import { configureCatalog } from './catalogs/configure-catalog.ts';
import { getCatalog } from './catalogs/get-catalog.ts';
import { importCatalog } from './catalogs/import-catalog.ts';
import { listCatalogs } from './catalogs/list-catalogs.ts';
import { previewImport } from './catalogs/preview-import.ts';
import { removeCatalog } from './catalogs/remove-catalog.ts';
import { setCatalogEnabled } from './catalogs/set-catalog-enabled.ts';
import { validateDocument } from './catalogs/validate-document.ts';
import { watchChanges } from './changes/watch-changes.ts';
import { describeCommand } from './commands/describe-command.ts';
import { listValues } from './commands/list-values.ts';
import { runCommand } from './commands/run-command.ts';
import { searchCommands } from './commands/search-commands.ts';
import { listConnectors } from './connectors/list-connectors.ts';
import { createRegistry, type Registry } from './contract/create-registry.ts';
import { deleteDefinition } from './definitions/delete-definition.ts';
import { drawDefinition } from './definitions/draw-definition.ts';
import { getDefinition } from './definitions/get-definition.ts';
import { getRevision } from './definitions/get-revision.ts';
import { listDefinitions } from './definitions/list-definitions.ts';
import { listRevisions } from './definitions/list-revisions.ts';
import { outlineDefinition } from './definitions/outline-definition.ts';
import { renameDefinition } from './definitions/rename-definition.ts';
import { saveDefinition } from './definitions/save-definition.ts';
import { uploadSpecification } from './definitions/upload-specification.ts';
import { validateDefinition } from './definitions/validate-definition.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { resendDeliveries } from './deliveries/resend-deliveries.ts';
import { resendDelivery } from './deliveries/resend-delivery.ts';
import { listEvents } from './events/list-events.ts';
import { exportXes } from './events/xes/export-xes.ts';
import { readFeed, readItemFeed } from './feed/read-feed.ts';
import { addItem } from './items/add-item.ts';
import { completeItem } from './items/complete-item.ts';
import { declineItem } from './items/decline-item.ts';
import { delegateItem } from './items/delegate-item.ts';
import { failItem } from './items/fail-item.ts';
import { forceItem } from './items/force-item.ts';
import { getItem } from './items/get-item.ts';
import { holdItem } from './items/hold-item.ts';
import { listItems } from './items/list-items.ts';
import { releaseItem } from './items/release-item.ts';
import { renewItem } from './items/renew-item.ts';
import { resumeItem } from './items/resume-item.ts';
import { rollBackItem } from './items/roll-back-item.ts';
import { skipItem } from './items/skip-item.ts';
import { suspendItem } from './items/suspend-item.ts';
import { createKey } from './keys/create-key.ts';
import { identifyKey } from './keys/identify-key.ts';
import { keysExist } from './keys/keys-exist.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { languageOperations } from './language-operations.ts';
import { getLanguageReference } from './languages/get-language-reference.ts';
import { getLanguageSchema } from './languages/get-language-schema.ts';
import { listLanguagesOperation } from './languages/list-languages.ts';
import { purgeRuns } from './retention/purge-runs.ts';
import { cancelRun } from './runs/cancel-run.ts';
import { compareRuns } from './runs/compare-runs.ts';
import { exportRun } from './runs/export-run.ts';
import { forkRun } from './runs/fork-run.ts';
import { getRun } from './runs/get-run.ts';
import { graphOfRun } from './runs/graph-of-run.ts';
import { importRun } from './runs/import-run.ts';
import { listRuns } from './runs/list-runs.ts';
import { reopenRun } from './runs/reopen-run.ts';
import { replayRun } from './runs/replay-run.ts';
import { resumeRun } from './runs/resume-run.ts';
import { runHistory } from './runs/run-history.ts';
import { signalRun } from './runs/signal-run.ts';
import { simulateRun } from './runs/simulate-run.ts';
import { startRun } from './runs/start-run.ts';
import { suspendRun } from './runs/suspend-run.ts';
import { saveSecret } from './secrets/save-secret.ts';
import { secretsStatus } from './secrets/secrets-status.ts';
import { checkService } from './service/check-service.ts';
import { makeBackup } from './service/make-backup.ts';
import { serviceStatus } from './service/service-status.ts';
import { findSession } from './sessions/find-session.ts';
import { noteSession } from './sessions/note-session.ts';
import { createSubscription } from './subscriptions/create-subscription.ts';
import { deleteSubscription } from './subscriptions/delete-subscription.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { renewSubscription } from './subscriptions/renew-subscription.ts';
import { showSubscription } from './subscriptions/show-subscription.ts';

export const registry: Registry = createRegistry([
  listDefinitions,
  getDefinition,
  outlineDefinition,
  drawDefinition,
  exportXes,
  validateDefinition,
  ...languageOperations,
  simulateRun,
  getRevision,
  saveDefinition,
  deleteDefinition,
  listRevisions,
  renameDefinition,
  listLanguagesOperation,
  getLanguageReference,
  getLanguageSchema,
  startRun,
  listRuns,
  getRun,
  runHistory,
  graphOfRun,
  replayRun,
  exportRun,
  importRun,
  compareRuns,
  cancelRun,
  suspendRun,
  resumeRun,
  signalRun,
  reopenRun,
  forkRun,
  submitCase,
  getCaseStatus,
  uploadSpecification,
  listItems,
  getItem,
  holdItem,
  renewItem,
  releaseItem,
  completeItem,
  failItem,
  skipItem,
  delegateItem,
  suspendItem,
  resumeItem,
  rollBackItem,
  forceItem,
  addItem,
  validateDocument,
  previewImport,
  importCatalog,
  listCatalogs,
  getCatalog,
  configureCatalog,
  setCatalogEnabled,
  removeCatalog,
  searchCommands,
  describeCommand,
  listValues,
  runCommand,
  createSubscription,
  listSubscriptions,
  showSubscription,
  renewSubscription,
  deleteSubscription,
  listDeliveries,
  resendDelivery,
  resendDeliveries,
  watchChanges,
  readFeed,
  readItemFeed,
  listEvents,
  serviceStatus,
  makeBackup,
  listConnectors,
  purgeRuns,
  listAudit,
  listKeys,
  createKey,
  revokeKey,
  secretsStatus,
  saveSecret,
  declineItem,
  findSession,
  noteSession,
  identifyKey,
  keysExist,
  noteRefusals,
  checkService,
]);

/** The verb of the command line that performs each operation, as far as there is one: `signalbox item suspend`. */
export const verbByOperation: ReadonlyMap<string, string> = new Map(
  registry.names.flatMap((name) => {
    const { verb } = registry.get(name);
    return verb === undefined ? [] : [[name, `signalbox ${verb.name}`]];
  }),
);
