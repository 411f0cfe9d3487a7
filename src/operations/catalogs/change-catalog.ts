/** Changes the record of a catalog. What is the same already is not written. */
import { isDeepStrictEqual } from 'node:util';
import type { CatalogRecord } from '../catalog-store/catalog-record.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { requireCatalogs } from './compile-source.ts';
import { changedMeanwhile, findCatalog, refuseOtherRevision } from './find-catalog.ts';

/** Throws OperationError. */
export async function changeCatalog(
  services: Services,
  principal: Principal,
  name: string,
  expected: string | undefined,
  change: (before: CatalogRecord) => CatalogRecord,
): Promise<CatalogRecord> {
  const found = findCatalog(services, principal, name);
  const { record, revision } = found;
  const changed = change(record);
  if (isDeepStrictEqual(changed, record)) return record;
  refuseOtherRevision(found, expected);
  const written = { ...changed, changedAt: services.clock.now(), changedBy: principal.subject };
  const { store } = requireCatalogs(services);
  if (!(await store.change(principal.tenant, record.id, revision, async () => written)))
    throw changedMeanwhile(record.title);
  return written;
}
