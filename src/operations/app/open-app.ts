/**
 * Composes the app of a data folder: store, secrets, connectors, library and engine. Only the process that holds the
 * lock of the folder may open it: two engines on one store would overwrite each other's work.
 */

import {
  createRedactor,
  type OpenKeyRing,
  openEngine,
  openLibrary,
  openSqliteStore,
  repositorySecrets,
  StoreError,
  systemClock,
} from '../../runtime/index.ts';
import { IdempotencyGuard } from '../contract/idempotency-guard.ts';
import type { Services } from '../contract/services.ts';
import { storeUnavailable } from '../contract/store-unavailable.ts';
import { readServicesFile } from '../documents/read-services-file.ts';
import { AuditLog } from '../infrastructure/audit-log.ts';
import { openConnectorListings } from '../infrastructure/connector-listings.ts';
import { noDiskCache, openDiskCache } from '../infrastructure/disk-cache.ts';
import { createFindHolder } from '../items/find-holder.ts';
import { shareEnvironment } from '../jobs/read-environment-data.ts';
import { outsideLanguageFiles } from '../language-lists/outside-languages.ts';
import { hasQuota } from '../quotas/quota.ts';
import { QuotaService } from '../quotas/quota-service.ts';
import type { Environment } from '../settings/environment.ts';
import { locatedIn } from '../settings/read-operator-file.ts';
import type { Settings } from '../settings/settings-table.ts';
import { BackupService } from './backup-service.ts';
import { type CloseStep, closeAll } from './close-all.ts';
import { createDocumentReporter } from './create-document-reporter.ts';
import { createPlaying } from './create-playing.ts';
import { createReader } from './create-reader.ts';
import { dataFiles, protectDatabase } from './data-folder.ts';
import { createIncidentLog, type Report } from './incident-log.ts';
import { knownOperations } from './known-operations.ts';
import { catalogOpener, openSources } from './open-catalogs.ts';
import { openConnectors } from './open-connectors.ts';
import { openJobs } from './open-jobs.ts';
import { badConfiguration } from './open-keys.ts';
import { openReceipts, secretsOfReceipts } from './open-receipts.ts';
import { openRepositories } from './open-repositories.ts';
import { openSecrets } from './open-secrets.ts';
import { openWebhooks } from './open-webhooks.ts';
import { readConfiguration } from './read-configuration.ts';
import { transformByJobs } from './transform-by-jobs.ts';
import { workflowSources } from './workflow-sources.ts';

export interface App {
  readonly services: Services;
  readonly keyRing: OpenKeyRing;
  /** Resumes active runs. Does nothing on repeated calls. */
  wake(): void;
  /** Reports a failure to the operator, with secrets redacted. */
  readonly report: Report;
  /** Calls in progress have some seconds to end; the rest is left to the next start. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly env: Environment;
  readonly version: string;
  /** Identifies the build. Absent if the program may change at any time. */
  readonly build?: string | undefined;
  readonly warn: (line: string) => void;
  /** Reports a document with errors or warnings: one line, without secrets. */
  readonly reportDocument?: (line: string) => void;
  /** Reports the progress of a start that takes long: one line. */
  readonly reportProgress?: (line: string) => void;
  /** A document that is read in addition to the folders of the settings. */
  readonly extraFile?: string | undefined;
  /** Only reads until a caller requests a change. */
  readonly isQuiet?: boolean;
}

/** How often the start reports its progress. */
const progressMs = 1_000;
/** How long calls in progress may take to end when the app is closed, in milliseconds. */
const closeGraceMs = 10_000;

/** Rejects with OperationError and leaves nothing open. */
export async function openApp(settings: Settings, options: AppOptions): Promise<App> {
  const configuration = await readConfiguration(settings, options.env);
  const { env, warn, reportDocument, reportProgress, version, build } = options;
  const clock = systemClock;
  const secrets = await openSecrets(settings, { configuration, env, clock });
  const redactor = createRedactor(() => [
    ...secrets.resolver.values(),
    ...configuration.values,
    ...secretsOfReceipts(settings),
    ...configuration.repositories.flatMap((each) => repositorySecrets(each, env)),
    ...(settings.webhookSignerKey === '' ? [] : [settings.webhookSignerKey]),
  ]);
  const report = createIncidentLog({ clock, redact: redactor.redact, warn });
  // Closes in reverse order of opening.
  const closeSteps: CloseStep[] = [];
  const close = (): Promise<void> => closeAll(closeSteps.toReversed(), report);
  closeSteps.push(async () => secrets.resolver.close());
  const isQuiet = options.isQuiet ?? false;
  try {
    if (!isQuiet) await secrets.load(report);
    await protectDatabase(settings.data);
    const store = await openSqliteStore({
      file: dataFiles(settings.data).database,
      durability: settings.durability,
    });
    closeSteps.push(() => store.close());
    const shared = await openReceipts(settings, { store, clock, report });
    closeSteps.push(async () => shared?.close());
    const audit = new AuditLog({ store, clock, redact: redactor.redact, report });
    closeSteps.push(() => audit.close());
    const jobs = openJobs(settings);
    closeSteps.push(async () => jobs.close());
    const transform = transformByJobs(jobs);
    const calls = { secrets: secrets.resolver, redactor, clock, version };
    const { connectors, builtIn, catalogs } = openConnectors({
      ...configuration,
      ...calls,
      transform,
      openCatalogs: catalogOpener(settings, calls, report),
    });
    const documents = openSources(settings, configuration, calls);
    closeSteps.push(() => documents.close());
    closeSteps.push(...connectors.all.map((connector) => () => connector.close()));
    const operations = await knownOperations(builtIn);
    const { servicesFile, directory } = configuration;
    const unoffered = servicesFile.text === '' ? [] : readServicesFile(servicesFile, operations).violations;
    if (unoffered.length > 0) throw badConfiguration(locatedIn(servicesFile.path, unoffered));
    const connectorListings = await openConnectorListings({
      all: connectors.all,
      builtIn,
      ...(catalogs === undefined ? {} : { tenants: catalogs }),
      clock,
    });
    // A language of the operator may change without notice.
    const diskCache =
      build === undefined || outsideLanguageFiles().length > 0
        ? noDiskCache
        : openDiskCache(dataFiles(settings.data).diskCache, build);
    closeSteps.push(() => diskCache.settled());
    const playing = createPlaying(jobs);
    const git = await openRepositories(settings, { configuration, env, clock, report, isQuiet });
    closeSteps.push(() => git.close());
    // No caller is served yet.
    let isOpening = true;
    let readDocuments = 0;
    const progress = setInterval(
      () => reportProgress?.(`Reading documents: ${readDocuments} so far.`),
      progressMs,
    );
    closeSteps.push(async () => clearInterval(progress));
    const library = await openLibrary({
      sources: [...workflowSources(settings, options.extraFile), ...git.sources],
      tenants: settings.tenants,
      read: createReader(shareEnvironment(operations, directory), diskCache, async (file, shared) => {
        const text = await jobs.runInBackground(isOpening ? '' : 'documents', 'read', file, shared);
        readDocuments += 1;
        return text;
      }),
      store,
      clock,
      report,
      ...(reportDocument === undefined
        ? {}
        : { onChange: createDocumentReporter((line) => reportDocument(redactor.redact(line))) }),
    });
    isOpening = false;
    clearInterval(progress);
    closeSteps.push(() => library.close());
    git.follow(() => library.refresh());
    const hooks = openWebhooks({ settings, configuration, store, clock, audit, version });
    closeSteps.push(async () => hooks?.close());
    const engine = await openEngine({
      store,
      clock,
      connectors,
      ...playing,
      hide: redactor.hideSecrets,
      isQuiet,
      findHolder: createFindHolder(store),
      limits: settings,
      report,
      ...(hooks === undefined ? {} : { post: hooks.post }),
    });
    closeSteps.push(() => engine.stop(closeGraceMs));
    const backups = new BackupService({ settings, clock, version });
    closeSteps.push(() => backups.close());
    if (!isQuiet) {
      connectorListings.begin();
      shared?.begin();
    }
    const wake = (): void => {
      void secrets.load(report);
      engine.begin();
      connectorListings.begin();
      shared?.begin();
    };
    return {
      services: {
        wake,
        report,
        engine,
        store,
        library,
        connectors,
        ...(catalogs === undefined ? {} : { catalogs: { store: catalogs, sources: documents.sources } }),
        clock,
        audit,
        ...(hooks === undefined ? {} : { webhooks: hooks.webhooks }),
        idempotency: new IdempotencyGuard({ store, clock, shared }),
        hasReplicas: settings.receipts === 'redis',
        ...(hasQuota(settings)
          ? { quotas: new QuotaService({ store, engine, library, limits: settings }) }
          : {}),
        operations,
        directory,
        connectorListings,
        isShared: settings.tenants,
        lease: settings.lease,
        redact: redactor.redact,
        diskCache,
        jobs,
        playing,
        backups,
        keys: configuration.keyRing,
        secrets: secrets.forOperations,
        repositories: git.states,
      },
      wake,
      keyRing: configuration.keyRing,
      report,
      close,
    };
  } catch (error) {
    await close().catch((later: unknown) => report('Some resources could not be closed.', later));
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}
