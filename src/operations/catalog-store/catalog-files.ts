/**
 * The files of catalogs: for each a folder with its record and, by hash, the versions of its commands. A version is written
 * before the record that names it, so that a record never names what is not there.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledCatalog } from '../../catalogs/index.ts';
import { deleteFile, folderOfTenant, saveFile } from '../../runtime/index.ts';
import { type CatalogRecord, parseRecord, textOfRecord } from './catalog-record.ts';
import { endings, openVersion } from './version-files.ts';

export interface CatalogFiles {
  readonly root: string;
  /** Those with a damaged record are left out and reported. */
  list(tenant: string): readonly CatalogRecord[];
  save(tenant: string, record: CatalogRecord): Promise<void>;
  /** With all versions. */
  remove(tenant: string, id: string): Promise<void>;
  /** Where a version of commands is, without the endings of its files. */
  versionPath(tenant: string, id: string, hash: string): string;
  recordPath(tenant: string, id: string): string;
  /** Puts a draft where its version belongs. */
  adopt(tenant: string, id: string, hash: string, draft: string): Promise<void>;
  removeVersion(tenant: string, id: string, hash: string): Promise<void>;
  /** Removes what a crash left over. */
  removeDrafts(): void;
  /** A folder for documents and commands that are not imported yet. */
  draftFolder(): Promise<string>;
  /** Throws if it is not there, or damaged. */
  open(tenant: string, id: string, hash: string): CompiledCatalog;
}

const recordName = 'catalog.json';
/** Hidden: neither listed nor in backups. */
const drafts = '.drafts';

/** @param tenants whether each tenant has a folder of its own */
export function openCatalogFiles(
  root: string,
  tenants: boolean,
  report: (message: string) => void,
): CatalogFiles {
  const folderOf = (tenant: string): string => {
    const name = tenants ? folderOfTenant(tenant) : '';
    if (name === undefined) throw new Error(`The tenant “${tenant}” cannot have catalogs.`);
    return tenants ? join(root, 'tenants', name) : root;
  };
  const mayHaveFolder = (tenant: string): boolean => !tenants || folderOfTenant(tenant) !== undefined;
  const recordPath = (tenant: string, id: string): string => join(folderOf(tenant), id, recordName);
  const versionPath = (tenant: string, id: string, hash: string): string => join(folderOf(tenant), id, hash);

  return {
    root,
    list(tenant) {
      if (!mayHaveFolder(tenant)) return [];
      const folder = folderOf(tenant);
      return foldersIn(folder).flatMap((id) => {
        const text = readIfThere(join(folder, id, recordName));
        const record = text === undefined ? undefined : parseRecord(text);
        if (text !== undefined && record?.id !== id)
          report(`“${join(folder, id, recordName)}” is damaged: the catalog is left out. Import it again.`);
        return record?.id === id ? [record] : [];
      });
    },
    save: (tenant, record) => saveFile(folderOf(tenant), join(record.id, recordName), textOfRecord(record)),
    async remove(tenant, id) {
      // The record first: without it there is no catalog.
      await deleteFile(folderOf(tenant), join(id, recordName));
      await rm(join(folderOf(tenant), id), { recursive: true, force: true });
    },
    versionPath,
    recordPath,
    async adopt(tenant, id, hash, draft) {
      const path = versionPath(tenant, id, hash);
      await mkdir(join(folderOf(tenant), id), { recursive: true, mode: 0o700 });
      for (const ending of Object.values(endings)) await rename(`${draft}${ending}`, `${path}${ending}`);
    },
    async removeVersion(tenant, id, hash) {
      const path = versionPath(tenant, id, hash);
      for (const ending of Object.values(endings)) await rm(`${path}${ending}`, { force: true });
      // If it was the only one.
      await rmdir(join(folderOf(tenant), id)).catch(() => undefined);
    },
    removeDrafts: () => rmSync(join(root, drafts), { recursive: true, force: true }),
    async draftFolder() {
      const folder = join(root, drafts, randomUUID());
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return folder;
    },
    open: (tenant, id, hash) => openVersion(versionPath(tenant, id, hash)),
  };
}

function foldersIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
  } catch {
    return [];
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
