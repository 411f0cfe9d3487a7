/** What belongs to a data folder beside its database: files of its operator, keys, and the documents that are saved. */
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { listFiles } from '../library/list-files.ts';
import { documentsFolder, isAllowedPath } from './backup-format.ts';
import type { BackupFile } from './make-backup.ts';

export interface BackupFilesOptions {
  readonly folder: string;
  /** Names of files in the folder; those that are not there are left out. */
  readonly names: readonly string[];
  /** The folder that documents are saved in, wherever it is. */
  readonly documents: string;
}

const maxDocuments = 20_000;

export async function listBackupFiles(options: BackupFilesOptions): Promise<readonly BackupFile[]> {
  const folder = await realpath(options.folder);
  const named = await Promise.all(
    options.names.map(async (path) => {
      const from = join(folder, path);
      return (await stat(from).catch(() => undefined))?.isFile() === true ? [{ path, from }] : [];
    }),
  );
  const all = [...named.flat(), ...(await documentsOf(options.documents, folder))];
  return all.filter(({ path }) => isAllowedPath(path));
}

async function documentsOf(documents: string, folder: string): Promise<readonly BackupFile[]> {
  const root = await realpath(documents).catch(() => documents);
  const isInside = root.startsWith(folder + sep);
  const { files } = await listFiles(root, { limit: maxDocuments, except: isInside ? '' : folder });
  return files.flatMap(({ path, absolute }) => {
    // Where documents stand around the data folder, its own files are none of them.
    const isOwn = !isInside && absolute.startsWith(folder + sep);
    return isOwn ? [] : [{ path: `${documentsFolder}/${path}`, from: absolute }];
  });
}
