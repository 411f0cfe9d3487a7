/** Reads documents of folders; what was read of the same text before is remembered [O6.1]. */
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
  // What is said of a document depends on what it may call, and on who does the work of services.
  const environmentKey = JSON.stringify([
    operations.names.map((name) => [name, operations.find(name)]),
    services === null ? null : dataOfDirectory(services),
  ]);
  return (file) => {
    // A reading is plain data: that it can be written down and read again is held by the tests.
    const read = (): Json => readFolderDocument(file, { operations, services }) as unknown as Json;
    return diskCache.getOrCompute(
      ['reading', environmentKey, file.path, file.text],
      read,
    ) as unknown as ReadResult | null;
  };
}
