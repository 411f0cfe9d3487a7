/** Reads documents of folders, and caches the result for the same text [O6.1]. */
import type { ReadResult, SourceFile } from '../../languages/index.ts';
import type { SharedData } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { isSomethingElse } from '../definitions/read-folder-document.ts';
import { withoutName } from '../definitions/read-submitted.ts';
import type { DiskCache } from '../infrastructure/disk-cache.ts';
import { wholeFile } from '../language-lists/whole-file.ts';

/** @param read a document in an environment, as JSON */
export function createReader(
  environment: SharedData,
  diskCache: DiskCache,
  read: (file: SourceFile, environment: SharedData) => Promise<string>,
): (file: SourceFile) => Promise<ReadResult | null> {
  return async (found) => {
    if (isSomethingElse(found)) return null;
    const file = withoutName(found);
    // The result depends on the operations that the document may call, and on the service directory.
    const texts = ['reading', environment.hash, file.path, file.text];
    try {
      // It is plain data. Tests verify that it survives serialization.
      return (await diskCache.getOrCompute(texts, () => read(file, environment))) as unknown as ReadResult;
    } catch (error) {
      if (!(error instanceof OperationError) || error.details.code !== 'computing_limit') throw error;
      return tooExpensive(error.message);
    }
  };
}

const tooExpensive = (message: string): ReadResult => ({
  language: '',
  workflows: [],
  violations: [
    wholeFile({ rule: 'computing-limit', message, expected: 'a smaller document', actual: 'too much work' }),
  ],
  warnings: [],
});
