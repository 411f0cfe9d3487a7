/** Opens the catalogs of tenants, and the sources of their documents. */
import { createHttpClient, type HttpClient } from '../../connectors/index.ts';
import { openCatalogFiles } from '../catalog-store/catalog-files.ts';
import { type CatalogSources, documentLimits, openCatalogSources } from '../catalog-store/catalog-sources.ts';
import { type Catalogs, openCatalogs } from '../catalog-store/catalogs.ts';
import { type CatalogDependencies, connectCatalog } from '../catalog-store/connect-catalog.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Settings } from '../settings/settings-table.ts';
import type { Report } from './incident-log.ts';
import type { Configuration } from './read-configuration.ts';

export type CatalogOpener = (client: HttpClient) => Catalogs;

export const catalogOpener =
  (
    { catalogs, tenants }: Pick<Settings, 'catalogs' | 'tenants'>,
    dependencies: Omit<CatalogDependencies, 'client'>,
    report: Report,
  ): CatalogOpener =>
  (client) => {
    const files = openCatalogFiles(catalogs, tenants, (line) => report(line, undefined));
    files.removeDrafts();
    return openCatalogs(
      files,
      (tenant, catalog, current) => connectCatalog(tenant, catalog, current, { ...dependencies, client }),
      damaged,
    );
  };

const damaged = (title: string): OperationError =>
  new OperationError({
    code: 'invalid_catalog',
    message: `The files of the catalog “${title}” are gone or damaged.`,
    suggestedAction: 'Import it again.',
  });

export interface OpenedSources {
  readonly sources: CatalogSources;
  close(): Promise<void>;
}

export function openSources(
  { catalogSources: folders }: Pick<Settings, 'catalogSources'>,
  { allowed }: Pick<Configuration, 'allowed'>,
  { secrets, redactor: { redact }, version }: Pick<CatalogDependencies, 'secrets' | 'redactor' | 'version'>,
): OpenedSources {
  const client = createHttpClient({ allowed, limits: documentLimits });
  const sources = openCatalogSources({ folders, folder: process.cwd(), client, secrets, redact, version });
  return { sources, close: () => client.close() };
}
