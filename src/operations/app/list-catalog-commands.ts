/** Lists the commands of the catalogs of a folder, without an app: for the validation of files. */
import { withOptions } from '../../connectors/index.ts';
import { openCatalogFiles } from '../catalog-store/catalog-files.ts';
import { currentVersion } from '../catalog-store/catalog-record.ts';
import { openedVersion } from '../catalog-store/opened-version.ts';
import { createKnownOperations, type KnownOperations } from '../documents/known-operations.ts';
import type { Settings } from '../settings/settings-table.ts';

/** @param others operations of connectors; null: any. @param hasApi an API is validated against as well. Of several tenants it is unknown for which one a file is. */
export function withCatalogCommands(
  { catalogs, tenants }: Pick<Settings, 'catalogs' | 'tenants'>,
  others: KnownOperations | null,
  hasApi: boolean,
): KnownOperations | null {
  const files = openCatalogFiles(catalogs, tenants, () => undefined);
  const enabled = tenants ? [] : files.list('').filter((record) => record.enabled);
  const exact = enabled.flatMap((record) => {
    try {
      const version = openedVersion(files.open('', record.id, currentVersion(record).hash));
      return [[record.vendor, version.operations.map(withOptions)] as const];
    } catch {
      // Damaged files are reported by the server.
      return [];
    }
  });
  if (exact.length === 0) return others;
  if (others !== null) return createKnownOperations({ ...others.data, exact });
  const known = createKnownOperations({ offered: [], exact, isComplete: false });
  // Names without a connector are those of the API, which knows its own.
  return hasApi ? { ...known, find: (name) => (name.includes('.') ? known.find(name) : undefined) } : known;
}
