/** Reads documents of folders, and caches the result for the same text [O6.1]. */
import type { Json } from '../../kernel/index.ts';
import type { ConnectorOperations, ReadResult, ServiceDirectory, SourceFile } from '../../languages/index.ts';
import { readFolderDocument } from '../definitions/read-folder-document.ts';
import { dataOfDirectory } from '../directory/read-services-file.ts';
import type { DiskCache } from './disk-cache.ts';

export function createReader(
  operations: ConnectorOperations,
  services: ServiceDirectory | null,
  diskCache: DiskCache,
): (file: SourceFile) => ReadResult | null {
  // The result depends on the operations that the document may call, and on the service directory.
  const environmentKey = JSON.stringify([
    operations.names.map((name) => [name, operations.find(name)]),
    services === null ? null : dataOfDirectory(services),
  ]);
  return (file) => {
    // The result is plain data. Tests verify that it survives serialization.
    const read = (): Json => readFolderDocument(file, { operations, services }) as unknown as Json;
    return diskCache.getOrCompute(
      ['reading', environmentKey, file.path, file.text],
      read,
    ) as unknown as ReadResult | null;
  };
}
