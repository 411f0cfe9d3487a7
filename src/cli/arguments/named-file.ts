/** Decides whether a word names a file or a workflow of the library, and reads the file. */
import type { SourceFile } from '../../operations/index.ts';
import { isDocumentName } from '../../operations/offline.ts';
import type { Host } from '../host/host.ts';
import { isFile } from '../host/read-files.ts';
import type { Loader } from './loader.ts';

/** Null if it is a workflow name, or if the file cannot be read and the loader has reported why. */
export async function readNamedFile(host: Host, loader: Loader, word: string): Promise<SourceFile | null> {
  // A word that looks like a path is a file. Specifications are the exception: their names often equal their file
  // names.
  const isPath = /[\\/]|\.(?:ya?ml|json)$/i.test(word) || (isDocumentName(word) && isFile(host, word));
  return isPath ? loader.read(word) : null;
}
