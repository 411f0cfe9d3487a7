/**
 * Operations over a real engine, a store in memory and a folder of workflows. The clock is fixed until a test moves it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicOnly } from '../../src/connectors/index.ts';
import { findNearest } from '../../src/expression/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { plainName } from '../../src/languages/index.ts';
import { IdempotencyGuard } from '../../src/operations/contract/idempotency-guard.ts';
import type { Operation } from '../../src/operations/contract/operation.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { type RenderedError, renderError } from '../../src/operations/contract/render-error.ts';
import type { Services } from '../../src/operations/contract/services.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { AuditLog } from '../../src/operations/infrastructure/audit-log.ts';
import { openConnectorListings } from '../../src/operations/infrastructure/connector-listings.ts';
import { DeliveryTally } from '../../src/operations/infrastructure/delivery-tally.ts';
import type { Webhooks } from '../../src/operations/infrastructure/webhooks.ts';
import { createFindHolder } from '../../src/operations/items/find-holder.ts';
import { evaluators } from '../../src/operations/language-lists/languages.ts';
import type { QuotaLimits } from '../../src/operations/quotas/quota.ts';
import { QuotaService } from '../../src/operations/quotas/quota-service.ts';
import { registry } from '../../src/operations/registry.ts';
import {
  configuredFolders,
  createConnectors,
  createMemoryStore,
  createSecretResolver,
  openEngine,
  openKeyRing,
  openLibrary,
  openSecretStore,
  parseHostPattern,
  type RunRecord,
  type SharedReceipts,
  type Store,
} from '../../src/runtime/index.ts';
import { callOperation } from '../../src/server/pipeline/pipeline.ts';
import {
  createFakeClock,
  createScriptedConnector,
  type FakeClock,
  type Handler,
  type ScriptedConnector,
} from '../../src/testing/index.ts';
import { checkOutput } from './check-output.ts';
import { openTestCatalogs } from './test-catalogs.ts';

export const startTime = Date.UTC(2026, 0, 15, 9);

export interface OperationsHarness {
  readonly services: Services;
  readonly clock: FakeClock;
  readonly connector: ScriptedConnector;
  readonly folder: string;
  /** By name, as transports do. Results are validated against the output of the operation. */
  call(principal: Principal, name: string, input: unknown, signal?: AbortSignal): Promise<Json>;
  /** The same with a typed result; default principal: ann. */
  perform<Input, Output>(
    operation: Operation<Input, Output>,
    input: unknown,
    by?: Principal,
    signal?: AbortSignal,
  ): Promise<Output>;
  /** The error of a refused call. Throws if the call is not refused. */
  refused<Input, Output>(
    operation: Operation<Input, Output>,
    input: unknown,
    by?: Principal,
  ): Promise<RenderedError>;
  /** The row of a run when it matches; otherwise the time limit of the test applies. */
  until(run: string, predicate: (record: RunRecord) => boolean): Promise<RunRecord>;
  close(): Promise<void>;
}

export const ann: Principal = {
  subject: 'ann',
  tenant: 'acme',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
export const bob: Principal = { ...ann, subject: 'bob' };
export const robot: Principal = { ...ann, subject: 'robot', kind: 'agent' };
export const stranger: Principal = { ...ann, subject: 'eve', tenant: 'other' };

export const isOver = ({ endedAt }: RunRecord): boolean => endedAt !== null;
export const isWaiting = ({ calls }: RunRecord): boolean => calls === 0;

const noLimits: QuotaLimits = {
  quotaRuns: null,
  quotaRunsOfPrincipal: null,
  quotaWaitingRuns: null,
  quotaWaitingRunsOfPrincipal: null,
  quotaKeptRuns: null,
  quotaDefinitions: null,
  quotaCatalogs: null,
  quotaPayloadBytes: null,
};

/** The receipts that an office shares with others. */
export type OpenSharedReceipts = (harness: {
  readonly store: Store;
  readonly clock: FakeClock;
}) => Promise<SharedReceipts | undefined>;

/** @param files texts by name, shared by all tenants */
export async function openOperationsHarness(
  files: { readonly [name: string]: string },
  handlers: { readonly [operation: string]: Handler } = {},
  limits: Partial<QuotaLimits> = {},
  openShared: OpenSharedReceipts = async () => undefined,
): Promise<OperationsHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-operations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const clock = createFakeClock(startTime);
  const store = createMemoryStore();
  const echo: Handler = ({ input }) => ({ kind: 'succeeded', output: input });
  const connector = createScriptedConnector({ name: 'desk', handlers: { echo, ...handlers } });
  const catalogs = openTestCatalogs(join(folder, '.catalogs'));
  const connectors = createConnectors(
    { configured: [], own: [connector], tenants: catalogs.store },
    findNearest,
  );
  const engine = await openEngine({
    store,
    clock,
    connectors,
    evaluators,
    findHolder: createFindHolder(store),
  });
  const library = await openLibrary({
    sources: configuredFolders([folder]),
    tenants: true,
    read: (file) => readFolderDocument(file),
    store,
    clock,
  });
  const report = (message: string, cause: unknown): never => {
    throw new Error(message, { cause });
  };
  const audit = new AuditLog({ store, clock, report });
  const quotas = new QuotaService({ store, engine, library, limits: { ...noLimits, ...limits } });
  const shared = await openShared({ store, clock });
  const keys = await openKeyRing({ variable: undefined, path: join(folder, 'keys') });
  const webhooks: Webhooks = {
    keyRing: keys,
    signerKey: '',
    allowed: publicOnly,
    base: 'https://flows.example.com',
    max: null,
    maxPerPrincipal: null,
    receiptLife: 86_400_000,
    tally: new DeliveryTally(),
  };
  const secretStore = await openSecretStore({ path: join(folder, 'secrets.json'), keyRing: keys });
  const hosts = ['api.example.com'].flatMap((host) => parseHostPattern(host) ?? []);
  const resolver = createSecretResolver({
    env: { SET: 'from-the-environment' },
    allow: ['SAVED', 'SET'].map((name) => ({ name, hosts, tenants: [ann.tenant] })),
    store: secretStore,
  });
  const secrets = { statusOf: resolver.statusOf, save: secretStore.save };
  const idempotency = new IdempotencyGuard({ store, clock, shared });
  const connectorListings = await openConnectorListings({
    // Workflows may call what no handler offers.
    all: [],
    builtIn: [],
    tenants: catalogs.store,
    clock,
  });
  const extraServices = { audit, quotas, idempotency, webhooks, keys, secrets, catalogs, connectorListings };
  const services: Services = { engine, store, library, connectors, clock, ...extraServices };
  const call: OperationsHarness['call'] = async (principal, name, input, signal) =>
    checkOutput(name, await callOperation(registry, services, principal, name, input, signal));
  return {
    services,
    clock,
    connector,
    folder,
    call,
    // The result type of an operation follows from its name.
    perform: async (operation, input, by = ann, signal) =>
      (await call(by, operation.name, input, signal)) as never,
    async refused(operation, input, by = ann) {
      const result = await call(by, operation.name, input).catch((error: unknown) => error);
      if (result instanceof OperationError) return renderError(result.details, plainName);
      throw new Error(`${operation.name} was not refused: ${String(result)}`);
    },
    async until(run, predicate) {
      for (;;) {
        const record = await store.runs.find(ann.tenant, run);
        if (record === undefined) throw new Error(`There is no run ${run}.`);
        if (predicate(record)) return record;
        await engine.changed(ann.tenant, run, ({ seq }) => seq > record.seq, {});
      }
    },
    async close() {
      await library.close();
      await engine.stop();
      await audit.close();
      await shared?.close();
      await store.close();
      await catalogs.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
