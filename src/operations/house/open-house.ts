/**
 * Puts together everything that a data folder needs to work: store, secrets, connectors, library and engine. Only
 * whoever holds the lock of the folder may open it: two engines over one store would undo each other's work.
 */
import {
  createRedactor,
  createSecretKeeper,
  type OpenKeyRing,
  openEngine,
  openLibrary,
  openSqliteStore,
  StoreError,
  secretsOfRepository,
  systemClock,
} from '../../runtime/index.ts';
import { AuditDesk } from '../audit/audit-desk.ts';
import { storeUnavailable } from '../contract/call-operation.ts';
import { Once } from '../contract/once.ts';
import type { Services } from '../contract/services.ts';
import { readServicesFile } from '../directory/read-services-file.ts';
import { createFindHolder } from '../items/find-holder.ts';
import { hasQuota } from '../quotas/quota.ts';
import { QuotaKeeper } from '../quotas/quota-keeper.ts';
import { evaluators } from '../read-definition.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';
import { BackupDesk } from './backup-desk.ts';
import { type Closing, closeAll } from './close-all.ts';
import { createDocumentTeller } from './create-document-teller.ts';
import { createReader } from './create-reader.ts';
import { dataFiles, protectDatabase } from './data-folder.ts';
import { createIncidentLog, type Report } from './incident-log.ts';
import { noKeepsakes, openKeepsakes } from './keepsakes.ts';
import { knownOperations } from './known-operations.ts';
import { openOffers } from './offers.ts';
import { openConnectors } from './open-connectors.ts';
import { badConfiguration } from './open-keys.ts';
import { openReceipts, secretsOfReceipts } from './open-receipts.ts';
import { openRepositories } from './open-repositories.ts';
import { openWebhooks } from './open-webhooks.ts';
import { readConfiguration } from './read-configuration.ts';
import { locatedIn } from './read-operator-file.ts';
import { sourcesOfHouse } from './sources-of-house.ts';
import { Turns } from './turns.ts';

export interface House {
  readonly services: Services;
  readonly keyRing: OpenKeyRing;
  /** Goes on with what was under way; does nothing where it did already. */
  wake(): void;
  /** Tells people of something that is broken; secrets are hidden. */
  readonly report: Report;
  /** Calls under way are given some seconds to end; the others are left to the next start. */
  close(): Promise<void>;
}

export interface HouseSurroundings {
  readonly env: Environment;
  readonly version: string;
  /** Told anew for every program; absent where what it computes may change at any time. */
  readonly build?: string | undefined;
  readonly warn: (line: string) => void;
  /** A document has mistakes or warnings: one line, without secrets. */
  readonly tellDocument?: (line: string) => void;
  /** Only looks, until it is asked to do something. */
  readonly isQuiet?: boolean;
}

/** How long calls under way may take to end when the house is closed, in milliseconds. */
const graceAtClosing = 10_000;

/** Rejects with OperationError; then nothing is left open. */
export async function openHouse(settings: Settings, surroundings: HouseSurroundings): Promise<House> {
  const configuration = await readConfiguration(settings, surroundings.env);
  const { env, warn, tellDocument, version, build } = surroundings;
  const clock = systemClock;
  const secrets = createSecretKeeper({ env, allow: configuration.secrets });
  const redactor = createRedactor(() => [
    ...secrets.values(),
    ...configuration.values,
    ...secretsOfReceipts(settings),
    ...configuration.repositories.flatMap((each) => secretsOfRepository(each, env)),
    ...(settings.webhookSignerKey === '' ? [] : [settings.webhookSignerKey]),
  ]);
  const report = createIncidentLog({ clock, redact: redactor.redact, warn });
  // Whatever was opened last is closed first.
  const closings: Closing[] = [];
  const close = (): Promise<void> => closeAll(closings.toReversed(), report);
  try {
    await protectDatabase(settings.data);
    const store = await openSqliteStore({
      file: dataFiles(settings.data).database,
      durability: settings.durability,
    });
    closings.push(() => store.close());
    const shared = await openReceipts(settings, { store, clock, report });
    closings.push(async () => shared?.close());
    const audit = new AuditDesk({ store, clock, redact: redactor.redact, report });
    closings.push(() => audit.close());
    const { connectors, own } = openConnectors({ ...configuration, clock, secrets, redactor, version });
    closings.push(...connectors.all.map((connector) => () => connector.close()));
    const operations = await knownOperations(own);
    const { servicesFile, directory } = configuration;
    const unoffered = servicesFile.text === '' ? [] : readServicesFile(servicesFile, operations).violations;
    if (unoffered.length > 0) throw badConfiguration(locatedIn(servicesFile.path, unoffered));
    const offers = await openOffers({ all: connectors.all, own, clock });
    const keepsakes =
      build === undefined ? noKeepsakes : openKeepsakes(dataFiles(settings.data).keepsakes, build);
    closings.push(() => keepsakes.settled());
    const isQuiet = surroundings.isQuiet ?? false;
    const git = await openRepositories(settings, { configuration, env, clock, report, isQuiet });
    closings.push(() => git.close());
    const library = await openLibrary({
      sources: [...sourcesOfHouse(settings), ...git.sources],
      tenants: settings.tenants,
      read: createReader(operations, directory, keepsakes),
      store,
      clock,
      report,
      ...(tellDocument === undefined
        ? {}
        : { onChange: createDocumentTeller((line) => tellDocument(redactor.redact(line))) }),
    });
    closings.push(() => library.close());
    git.follow(() => library.refresh());
    const hooks = openWebhooks({ settings, configuration, store, clock, audit, version });
    closings.push(async () => hooks?.close());
    const engine = await openEngine({
      store,
      clock,
      connectors,
      evaluators,
      hide: redactor.hideSecrets,
      isQuiet,
      findHolder: createFindHolder(store),
      limits: settings,
      report,
      ...(hooks === undefined ? {} : { post: hooks.post }),
    });
    closings.push(() => engine.stop(graceAtClosing));
    const backups = new BackupDesk({ settings, clock, version });
    closings.push(() => backups.close());
    if (!isQuiet) {
      offers.begin();
      shared?.begin();
    }
    return {
      services: {
        engine,
        store,
        library,
        connectors,
        clock,
        audit,
        ...(hooks === undefined ? {} : { webhooks: hooks.webhooks }),
        once: new Once({ store, clock, shared }),
        hasReplicas: settings.receipts === 'redis',
        ...(hasQuota(settings)
          ? { quotas: new QuotaKeeper({ store, engine, library, limits: settings }) }
          : {}),
        operations,
        directory,
        offers,
        isShared: settings.tenants,
        lease: settings.lease,
        redact: redactor.redact,
        keepsakes,
        turns: new Turns(),
        backups,
        keys: configuration.keyRing,
        repositories: git.states,
      },
      wake() {
        engine.begin();
        offers.begin();
        shared?.begin();
      },
      keyRing: configuration.keyRing,
      report,
      close,
    };
  } catch (error) {
    await close().catch((later: unknown) => report('Not everything could be closed well.', later));
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}
