/** What an import would store, and what it would change for the workflows of the tenant. */

import { isDeepStrictEqual } from 'node:util';
import { parseUrl } from '../../runtime/index.ts';
import { type CatalogRecord, currentVersion } from '../catalog-store/catalog-record.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { quotaExceeded } from '../quotas/quota.ts';
import { type CompiledSource, requireCatalogs } from './compile-source.ts';

export interface ImportInput {
  readonly title: string;
  readonly sourceType?: 'path' | 'url' | 'graphql' | undefined;
  readonly vendor?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly enabled?: boolean | undefined;
}

export type CompiledCatalogSource = Extract<CompiledSource, { kind: 'catalog' }>;

/** `GitHub v3` is `github_v3`. */
const idOfTitle = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  // Whole characters: it is the name of a folder.
  return [...words].slice(0, maxId).join('') || 'catalog';
};

const maxId = 60;

/** The catalog that an import of this title would replace, or that had it before it was removed. */
export const catalogBefore = (
  services: Services,
  { tenant }: Principal,
  title: string,
): Catalog | undefined => {
  const { store } = requireCatalogs(services);
  return [...store.list(tenant), ...store.removed(tenant)].find(
    ({ record }) => record.id === idOfTitle(title),
  );
};

/** The record after an import at this moment. Throws OperationError if its vendor is taken, or if there are too many commands. */
export function planRecord(
  services: Services,
  principal: Principal,
  given: ImportInput,
  compiled: CompiledCatalogSource,
  before: Catalog | undefined,
): CatalogRecord {
  const { index, hash, bytes, source } = compiled;
  const old = before?.record;
  const id = idOfTitle(given.title);
  const now = services.clock.now();
  const versions = old?.versions ?? [];
  const last = versions.at(-1);
  const version = {
    hash,
    // Runs that have begun keep the version before.
    at: Math.max(now, (last?.at ?? 0) + 1),
    commands: index.commands.length,
    bytes,
    label: index.version.slice(0, 100),
  };
  const endpoint = given.sourceType === 'graphql' ? source : '';
  const baseUrl = given.baseUrl ?? old?.baseUrl ?? endpoint;
  const wanted =
    given.vendor ?? old?.vendor ?? vendorOf(baseUrl === '' ? (index.servers[0] ?? source) : baseUrl);
  const vendor = wanted === '' ? vendorOfText(given.title) : wanted;
  refuseTakenVendor(services, principal, vendor, id);
  refuseTooMany(services, principal, id, version.commands);
  const isSame = last?.hash === hash;
  const record: CatalogRecord = {
    id,
    title: given.title,
    vendor,
    format: index.format,
    source,
    enabled: given.enabled ?? (old === undefined || old.removed || old.enabled),
    removed: false,
    baseUrl,
    headers: old?.headers ?? {},
    auth: old?.auth ?? {},
    versions: isSame ? versions : [...versions, version].slice(-maxVersions),
    changedAt: old?.changedAt ?? now,
    changedBy: old?.changedBy ?? principal.subject,
  };
  // The same import again changes nothing.
  if (isDeepStrictEqual(record, old)) return record;
  return { ...record, changedAt: now, changedBy: principal.subject };
}

/** Commands of a tenant: all of them can be searched. */
const maxCommands = 20_000;

function refuseTooMany(services: Services, { tenant }: Principal, id: string, commands: number): void {
  const others = requireCatalogs(services)
    .store.list(tenant)
    .filter(({ record }) => record.id !== id);
  const used = others.reduce((sum, { record }) => sum + currentVersion(record).commands, 0);
  if (used + commands > maxCommands) throw quotaExceeded('commands', maxCommands, used + commands);
}

/** Runs that began with older versions use the oldest that is kept. */
const maxVersions = 20;

/** The second-level label of the host: `github` of `api.github.com`, `x` of `api.x.co.uk`; empty if there is none. */
function vendorOf(address: string): string {
  const host = parseUrl(address)?.hostname ?? '';
  if (/^[\d.]+$|[:[\]]/.test(host)) return '';
  const labels = host.split('.');
  if (labels.length < 2) return '';
  const isShortSecond = labels.length > 2 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '');
  return vendorOfText(labels.at(isShortSecond ? -3 : -2) ?? '');
}

const vendorOfText = (text: string): string =>
  idOfTitle(text)
    .replaceAll(/[^a-z0-9_-]/g, '')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40) || 'api';

function refuseTakenVendor(services: Services, { tenant }: Principal, vendor: string, id: string): void {
  const { connectors } = services;
  const other = requireCatalogs(services)
    .store.list(tenant)
    .find(({ record }) => record.vendor === vendor && record.id !== id);
  const isShared = connectors.all.some(({ name }) => name === vendor);
  if (other === undefined && !isShared) return;
  const owner = other === undefined ? 'a connector' : `the catalog “${other.record.title}”`;
  throw new OperationError({
    code: 'name_taken',
    message: `The vendor “${vendor}” is the name of ${owner}.`,
    suggestedAction: 'Send another “vendor”.',
    context: { vendor },
  });
}

export function refuseExisting(before: Catalog | undefined, overwrite: boolean): void {
  if (before === undefined || before.record.removed || overwrite) return;
  throw new OperationError({
    code: 'catalog_exists',
    message: `The catalog “${before.record.title}” exists already.`,
    context: { catalog: before.record.id },
  });
}
