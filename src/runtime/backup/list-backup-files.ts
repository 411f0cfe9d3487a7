/** Lists the files of a data folder besides its database: files of the operator, keys, and saved documents. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { listFiles } from '../library/list-files.ts';
import { catalogsFolder, documentsFolder, isAllowedPath } from './backup-format.ts';
import type { BackupFile } from './make-backup.ts';

export interface BackupFilesOptions {
  readonly folder: string;
  /** Names of files in the folder; missing ones are left out. */
  readonly names: readonly string[];
  /** The folder of saved documents, which may be outside of the data folder. */
  readonly documents: string;
  /** The folder of catalogs, likewise. */
  readonly catalogs: string;
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
  const all = [
    ...named.flat(),
    ...(await documentsOf(options.documents, folder)),
    ...(await catalogsIn(options.catalogs)),
  ];
  return all.filter(({ path }) => isAllowedPath(path));
}

async function documentsOf(documents: string, folder: string): Promise<readonly BackupFile[]> {
  const root = await realpath(documents).catch(() => documents);
  const isInside = root.startsWith(folder + sep);
  const { files } = await listFiles(root, { limit: maxDocuments, except: isInside ? '' : folder });
  return files.flatMap(({ path, absolute }) => {
    // If the documents folder contains the data folder, the files of the latter are not documents.
    const isOwn = !isInside && absolute.startsWith(folder + sep);
    return isOwn ? [] : [{ path: `${documentsFolder}/${path}`, from: absolute }];
  });
}

/** Other files may be in the same folder. */
const catalogFile =
  /^(?:tenants\/[^/]+\/)?[^/]+\/(?:catalog\.json|[0-9a-f]{16}\.(?:index\.json|commands\.jsonl))$/;

async function catalogsIn(folder: string): Promise<readonly BackupFile[]> {
  const found = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = found.map((path) => path.split(sep).join('/')).filter((path) => catalogFile.test(path));
  return paths.toSorted().map((path) => ({ path: `${catalogsFolder}/${path}`, from: join(folder, path) }));
}
