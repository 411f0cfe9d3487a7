/** Reads the commands of a catalog, and reports that its files are gone or damaged. */
import { phrase } from '../../languages/index.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { OpenedVersion } from '../catalog-store/opened-version.ts';
import { OperationError } from '../contract/operation-error.ts';

/** Throws OperationError. */
export function readWhole<Value>(catalog: Catalog, read: (opened: OpenedVersion) => Value): Value {
  try {
    return read(catalog.open());
  } catch {
    throw new OperationError({
      code: 'invalid_catalog',
      message: `The files of the catalog “${catalog.record.title}” are gone or damaged.`,
      suggestedAction: phrase`Import it again with ${{ operation: 'catalogs.import' }} and “overwrite”.`,
    });
  }
}
