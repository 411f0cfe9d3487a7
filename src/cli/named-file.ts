/** The file that a word names, where it names one; a workflow of the library is named by its name. */
import type { SourceFile } from '../operations/index.ts';
import { isDocumentName } from '../operations/offline.ts';
import type { Host } from './host.ts';
import type { Loader } from './loader.ts';
import { isFile } from './read-files.ts';

/** Null where it is a name, or where the loader has told why the file cannot be read. */
export async function readNamedFile(host: Host, loader: Loader, word: string): Promise<SourceFile | null> {
  // A name is no path: what looks like a file is one, but for specifications, which are often called as their files.
  const isPath = /[\\/]|\.(?:ya?ml|json)$/i.test(word) || (isDocumentName(word) && isFile(host, word));
  return isPath ? loader.read(word) : null;
}
