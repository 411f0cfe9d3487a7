/**
 * Lists the documents in a folder and its subfolders. What cannot be read is reported, and does not affect the rest.
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { isDocumentName } from './document-name.ts';
import { fileErrorReason } from './file-error-reason.ts';
import { isDataFolder, isSkippedName } from './is-skipped-folder.ts';

export interface Listing {
  /** Sorted by path. */
  readonly files: readonly FoundFile[];
  /** The folder and its subfolders, to be watched. */
  readonly folders: readonly string[];
  readonly troubles: readonly FolderTrouble[];
}

export interface FoundFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly absolute: string;
}

export interface FolderTrouble {
  /** What cannot be read; empty for the folder itself. */
  readonly path: string;
  readonly message: string;
}

export interface ListOptions {
  /** Limit of files and folders that are scanned. */
  readonly limit: number;
  /** A subfolder that is left out. */
  readonly except: string;
}

const maxDepth = 16;

/**
 * Leaves out hidden folders, installed packages, data folders inside it, and links to other folders. A missing folder is
 * empty.
 */
export async function listFiles(folder: string, options: ListOptions): Promise<Listing> {
  const root = await realpath(folder).catch(() => folder);
  const walk: Walk = { ...options, root, files: [], links: [], folders: [], troubles: [], full: false };
  await look(walk, '', 0);
  const links = await Promise.all(walk.links.map((link) => isOwnLink(walk, link)));
  const files = [...walk.files, ...walk.links.filter((_, at) => links[at])];
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, folders: walk.folders, troubles: walk.troubles };
}

/** A single file, without what is around it. */
export async function listFile(file: string): Promise<Listing> {
  const absolute = await realpath(file).catch(() => file);
  return { files: [{ path: basename(file), absolute }], folders: [absolute], troubles: [] };
}

interface Walk extends ListOptions {
  readonly root: string;
  readonly files: FoundFile[];
  readonly links: FoundFile[];
  readonly folders: string[];
  readonly troubles: FolderTrouble[];
  full: boolean;
}

async function look(walk: Walk, path: string, depth: number): Promise<void> {
  const absolute = join(walk.root, path);
  const entries = await entriesOf(walk, path, absolute);
  if (entries === undefined) return;
  if (depth > 0 && isDataFolder(entries.map(({ name }) => name))) return;
  walk.folders.push(absolute);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path === '' ? entry.name : `${path}/${entry.name}`;
    const found = { path: name, absolute: join(absolute, entry.name) };
    const isFolder = entry.isDirectory() && !isSkippedName(entry.name) && found.absolute !== walk.except;
    const isDocument = !entry.name.startsWith('.') && isDocumentName(entry.name);
    if (!isFolder && !isDocument) continue;
    if (isFull(walk, name)) return;
    if (isFolder) await lookBelow(walk, name, depth + 1);
    else if (entry.isFile()) walk.files.push(found);
    else if (entry.isSymbolicLink()) walk.links.push(found);
  }
}

async function lookBelow(walk: Walk, path: string, depth: number): Promise<void> {
  if (depth <= maxDepth) return look(walk, path, depth);
  const message = `The folder “${path}” is more than ${maxDepth} folders deep. Its content is not read.`;
  walk.troubles.push({ path, message });
}

async function entriesOf(walk: Walk, path: string, absolute: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(absolute, { withFileTypes: true });
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason.kind === 'absent') return undefined;
    const name = path === '' ? 'The folder of workflows' : `The folder “${path}”`;
    walk.troubles.push({ path, message: `${name} cannot be read: ${reason.text}.` });
    return undefined;
  }
}

/** Reported once, for the first that is left out. */
function isFull(walk: Walk, path: string): boolean {
  if (walk.full) return true;
  if (walk.files.length + walk.links.length + walk.folders.length <= walk.limit) return false;
  walk.full = true;
  const message = `The folder has more than ${walk.limit} files and folders. “${path}” and those after it are not read. Move some of them to a folder of their own.`;
  walk.troubles.push({ path, message });
  return true;
}

/** A link to a file of the same folder that is not listed itself, as in folders that are swapped by a link. */
async function isOwnLink(walk: Walk, { absolute }: FoundFile): Promise<boolean> {
  try {
    const target = await realpath(absolute);
    if (!target.startsWith(walk.root + sep) || !(await stat(target)).isFile()) return false;
    if (walk.except !== '' && target.startsWith(walk.except + sep)) return false;
    return !walk.files.some((file) => file.absolute === target);
  } catch {
    // A broken link is not a document.
    return false;
  }
}
