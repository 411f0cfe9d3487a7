/** What an import does, for a person who decides about it. */
import type { CatalogRecord } from '../catalog-store/catalog-record.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import { openedVersion } from '../catalog-store/opened-version.ts';
import { openVersion } from '../catalog-store/version-files.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { type BrokenWorkflow, callersOfVendor, findBrokenWorkflows } from './callers-of-vendor.ts';
import type { CompiledCatalogSource } from './plan-import.ts';

const maxListed = 200;

/** Workflows whose calls would not fit the new version. */
export async function brokenBy(
  services: Services,
  principal: Principal,
  before: Catalog | undefined,
  record: CatalogRecord,
  { draft, difference }: Pick<CompiledCatalogSource, 'draft' | 'difference'>,
): Promise<readonly BrokenWorkflow[]> {
  if (before === undefined || difference === null) return [];
  if (difference.removed.length + difference.changed.length === 0 && record.vendor === before.record.vendor)
    return [];
  const callers = await callersOfVendor(services, principal, before.record.vendor);
  if (callers.length === 0) return [];
  const version = openedVersion(openVersion(draft));
  const isRenamed = record.vendor !== before.record.vendor;
  const old = before.open();
  return findBrokenWorkflows(services, principal, callers, old.operations, {
    vendor: before.record.vendor,
    operations: version.operations,
    isGone: (name) => old.entry(name) !== undefined && (isRenamed || version.entry(name) === undefined),
  });
}

/** Of the document, and what is missing before commands can be called. */
export function warningsOf(
  { baseUrl, source, title }: Pick<CatalogRecord, 'baseUrl' | 'source' | 'title'>,
  { index }: CompiledCatalogSource,
): readonly string[] {
  const hasServer = baseUrl !== '' || index.servers.length > 0 || /^https?:/.test(source);
  return hasServer
    ? index.warnings
    : [
        `The document does not say where the API is: set the base URL of “${title}” before its commands are called.`,
        ...index.warnings,
      ];
}

/** `github issues`, `github repos`. */
export const prefixesOf = (vendor: string, { index }: CompiledCatalogSource): readonly string[] => {
  const prefixes = index.commands.map(({ canonical }) => `${vendor} ${canonical.split(':')[0]}`);
  return [...new Set(prefixes)].toSorted().slice(0, maxListed);
};

/** Parameters whose values another command lists. */
export const providersIn = ({ index }: CompiledCatalogSource): number =>
  index.commands.reduce(
    (sum, { parameters }) => sum + parameters.filter(({ provider }) => provider !== undefined).length,
    0,
  );
