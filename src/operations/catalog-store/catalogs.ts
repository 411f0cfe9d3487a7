/** The catalogs of tenants: their records, their connectors, and the operations that workflows may call. */
import { createHash } from 'node:crypto';
import type { CompiledCatalog } from '../../catalogs/index.ts';
import { withOptions } from '../../connectors/index.ts';
import { type Connector, LruCache, type TenantConnectors } from '../../runtime/index.ts';
import type { TenantListing, TenantListings } from '../infrastructure/connector-listings.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { type CatalogRecord, currentVersion, revisionOfRecord, versionAt } from './catalog-record.ts';
import { type OpenedVersion, openedVersion } from './opened-version.ts';

export interface Catalog {
  readonly record: CatalogRecord;
  /** Of its record. */
  readonly revision: string;
  /** The commands as they were at a time; by default as they are now. Throws if the files are damaged. */
  open(at?: number): OpenedVersion;
}

export interface Catalogs extends TenantConnectors, TenantListings {
  readonly files: CatalogFiles;
  list(tenant: string): readonly Catalog[];
  /** By its id, its title or its vendor. */
  find(tenant: string, name: string): Catalog | undefined;
  /** Catalogs that were removed, and whose versions are kept. */
  removed(tenant: string): readonly Catalog[];
  /**
   * One change after the other. @returns whether it was as expected; otherwise nothing is changed.
   *
   * @param expected null if it is new
   * @param write what becomes of it, as all others are then; null: it is deleted
   */
  change(
    tenant: string,
    id: string,
    expected: string | null,
    write: () => Promise<CatalogRecord | null>,
  ): Promise<boolean>;
}

interface OpenTenant extends TenantListing {
  readonly catalogs: readonly Catalog[];
  readonly removed: readonly Catalog[];
  readonly connectors: readonly Connector[];
}

/** Commands of all tenants that are kept in memory. */
const maxCommands = 200_000;
/** A tenant that has more is kept in memory, too. */
const commandsOf = ({ catalogs }: OpenTenant): number =>
  Math.min(
    catalogs.reduce((sum, { record }) => sum + currentVersion(record).commands, 1),
    maxCommands / 4,
  );
/** Versions of one catalog, for runs that began before the last import. */
const maxVersions = 3;

/** @param current its record now; `undefined` if it was removed */
type Connect = (tenant: string, catalog: Catalog, current: () => CatalogRecord | undefined) => Connector;

/** The error for a catalog whose files are gone or damaged, by its title. */
type DamageError = (title: string) => Error;

export function openCatalogs(files: CatalogFiles, connect: Connect, damaged: DamageError): Catalogs {
  const tenants = new LruCache<OpenTenant>(maxCommands, commandsOf);
  const open = (tenant: string): OpenTenant => {
    const connectNow = (catalog: Catalog): Connector =>
      connect(tenant, catalog, () => recordIn(open(tenant).catalogs, catalog.record.id));
    const found = tenants.get(tenant) ?? openTenant(tenant, files, connectNow, damaged);
    tenants.set(tenant, found);
    return found;
  };
  let changing: Promise<unknown> = Promise.resolve();
  const change: Catalogs['change'] = (tenant, id, expected, write) => {
    const changed = changing.then(async () => {
      const { catalogs, removed } = open(tenant);
      const before = [...catalogs, ...removed].find(({ record }) => record.id === id);
      if ((before?.revision ?? null) !== expected) return false;
      try {
        const record = await write();
        if (record === null) await files.remove(tenant, id);
        else await files.save(tenant, record);
      } finally {
        tenants.delete(tenant);
      }
      return true;
    });
    changing = changed.catch(() => undefined);
    return changed;
  };
  return {
    files,
    list: (tenant) => open(tenant).catalogs,
    find(tenant, name) {
      const { catalogs } = open(tenant);
      const same = (text: string): boolean => text.toLowerCase() === name.toLowerCase();
      return (
        catalogs.find(({ record }) => record.id === name) ??
        catalogs.find(({ record }) => same(record.title)) ??
        catalogs.find(({ record }) => record.vendor === name)
      );
    },
    of: (tenant) => open(tenant).connectors,
    listed: open,
    removed: (tenant) => open(tenant).removed,
    change,
  };
}

const recordIn = (catalogs: readonly Catalog[], id: string): CatalogRecord | undefined =>
  catalogs.find(({ record }) => record.id === id)?.record;

function openTenant(
  tenant: string,
  files: CatalogFiles,
  connect: (catalog: Catalog) => Connector,
  damaged: DamageError,
): OpenTenant {
  const all = files.list(tenant).map((record) => openCatalog(tenant, record, files, damaged));
  const catalogs = all.filter(({ record }) => !record.removed);
  const enabled = catalogs.filter(({ record }) => record.enabled);
  const revisions = catalogs.map(({ revision }) => revision);
  let offered: OpenTenant['offered'] | undefined;
  return {
    catalogs,
    removed: all.filter(({ record }) => record.removed),
    connectors: catalogs.map(connect),
    edition:
      catalogs.length === 0 ? '' : createHash('sha256').update(revisions.join()).digest('hex').slice(0, 16),
    // Thousands of commands: read when they are needed.
    get offered() {
      offered ??= enabled.map((catalog) => [catalog.record.vendor, operationsOf(catalog)] as const);
      return offered;
    },
  };
}

/** None if its files are gone or damaged: its connector says so. */
function operationsOf(catalog: Catalog): OpenedVersion['operations'] {
  try {
    return catalog.open().operations.map(withOptions);
  } catch {
    return [];
  }
}

function openCatalog(
  tenant: string,
  record: CatalogRecord,
  files: CatalogFiles,
  damaged: DamageError,
): Catalog {
  const versions = new LruCache<OpenedVersion>(maxVersions);
  return {
    record,
    revision: revisionOfRecord(record),
    open(at) {
      const { hash } = at === undefined ? currentVersion(record) : versionAt(record, at);
      const known =
        versions.get(hash) ??
        openedVersion(openFiles(record, () => files.open(tenant, record.id, hash), damaged));
      versions.set(hash, known);
      return known;
    },
  };
}

/** Throws if they are damaged, also later. */
function openFiles(
  { title }: CatalogRecord,
  open: () => CompiledCatalog,
  damaged: DamageError,
): CompiledCatalog {
  const ifWhole = <Value>(read: () => Value): Value => {
    try {
      return read();
    } catch {
      throw damaged(title);
    }
  };
  const { index, detail } = ifWhole(open);
  return { index, detail: (at) => ifWhole(() => detail(at)) };
}
