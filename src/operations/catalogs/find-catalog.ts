/** Finds a catalog of the caller, and refuses a change of another state than the caller read. */

import { findNearest } from '../../expression/index.ts';
import { phrase } from '../../languages/index.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { OpenedVersion } from '../catalog-store/opened-version.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { requireCatalogs } from './compile-source.ts';

/** Throws OperationError. */
export function findCatalog(services: Services, { tenant }: Principal, name: string): Catalog {
  const { store } = requireCatalogs(services);
  const found = store.find(tenant, name);
  if (found !== undefined) return found;
  const nearest = findNearest(
    name,
    store.list(tenant).flatMap(({ record: { id, title } }) => [id, title]),
  );
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  throw new OperationError({ code: 'catalog_not_found', message: `No catalog is called “${name}”.${hint}` });
}

/** Throws OperationError if its files are gone or damaged. */
export function openFound(catalog: Catalog): OpenedVersion {
  try {
    return catalog.open();
  } catch {
    throw new OperationError({
      code: 'invalid_catalog',
      message: `The files of the catalog “${catalog.record.title}” are gone or damaged.`,
      suggestedAction: phrase`Import it again with ${{ operation: 'catalogs.import' }} and “overwrite”.`,
    });
  }
}

/** Throws OperationError. @param expected the revision that the caller read; absent: any */
export function refuseOtherRevision({ record, revision }: Catalog, expected: string | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw changedMeanwhile(record.title);
}

export const changedMeanwhile = (title: string): OperationError =>
  new OperationError({
    code: 'revision_conflict',
    message: `The catalog “${title}” was changed since it was read.`,
    suggestedAction: phrase`Read it again with ${{ operation: 'catalogs.get' }}, then repeat the change.`,
  });
