/** Moves a backup from the data folder to the requested path. */
import { existsSync, statSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { Host } from './host.ts';
import { reasonOf } from './read-files.ts';

export type Destination =
  | { readonly kind: 'file'; readonly path: string }
  /** A folder keeps the file name of the backup. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Checks the target before the backup is made. */
export function parseDestination({ folder }: Pick<Host, 'folder'>, word: string): Destination {
  const path = resolve(folder, word);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return { kind: 'folder', path };
  const refused = (message: string): Destination => ({ kind: 'refused', message });
  if (existsSync(path)) {
    return refused(`${cleanText(word)} already exists. Name another file, or a folder to put it in.`);
  }
  if (word.endsWith('/') || !existsSync(dirname(path))) {
    return refused(
      `Folder “${cleanText(word.endsWith('/') ? path : dirname(path))}” does not exist. Create it first.`,
    );
  }
  return { kind: 'file', path };
}

export type PlacedBackup =
  | { readonly kind: 'placed'; readonly path: string }
  /** The backup could not be moved; the message says where it is. */
  | { readonly kind: 'left'; readonly message: string };

/** The target is either complete or absent. */
export async function placeBackup(
  made: { readonly folder: string; readonly file: string },
  to: Exclude<Destination, { readonly kind: 'refused' }>,
): Promise<PlacedBackup> {
  const from = join(made.folder, made.file);
  const path = to.kind === 'folder' ? join(to.path, made.file) : to.path;
  try {
    await move(from, path);
    return { kind: 'placed', path };
  } catch (error) {
    const reason = reasonOf(error);
    return {
      kind: 'left',
      message: `The backup is complete but cannot be moved to ${path}: ${reason}. It is at ${from}.`,
    };
  }
}

async function move(from: string, path: string): Promise<void> {
  try {
    await rename(from, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    await copyOver(from, path);
  }
}

/** For a target on another disk. */
async function copyOver(from: string, path: string): Promise<void> {
  const draft = `${path}.unfinished`;
  try {
    await copyFile(from, draft);
    const handle = await open(draft, 'r+');
    await handle.chmod(0o600);
    await handle.sync();
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await rm(from);
}
