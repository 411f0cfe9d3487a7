/** Changes files atomically and durably. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/** Creates missing parent folders. */
export async function saveFile(folder: string, path: string, text: string): Promise<void> {
  const absolute = join(folder, path);
  await mkdir(dirname(absolute), { recursive: true });
  // Hidden, and with an unknown extension: it is never read as a document.
  const draft = join(dirname(absolute), `.${basename(absolute)}.${randomUUID()}.draft`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, absolute);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolders(folder, dirname(absolute));
}

export async function renameFile(folder: string, path: string, to: string): Promise<void> {
  const target = join(folder, to);
  await mkdir(dirname(target), { recursive: true });
  await rename(join(folder, path), target);
  await syncFolders(folder, dirname(target));
  await syncFolders(folder, await leaveFolder(folder, dirname(join(folder, path))));
}

export async function deleteFile(folder: string, path: string): Promise<void> {
  const absolute = join(folder, path);
  await rm(absolute);
  await syncFolders(folder, await leaveFolder(folder, dirname(absolute)));
}

/** Removes empty folders. @returns the first folder that remains */
async function leaveFolder(root: string, folder: string): Promise<string> {
  for (let each = folder; each.startsWith(root + sep); each = dirname(each)) {
    const isGone = await rmdir(each).then(
      () => true,
      () => false,
    );
    if (!isGone) return each;
  }
  return root;
}

/** Whether a path stays inside its folder when links are followed. Missing parts count as inside. */
export async function isInsideFolder(folder: string, path: string): Promise<boolean> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return true;
  for (let part = path; part !== '.'; part = dirname(part)) {
    const real = await realpath(join(root, part)).catch(() => undefined);
    if (real !== undefined) return real === join(root, part) && real.startsWith(root + sep);
  }
  return true;
}

/** A file name is durable when its folder is synced. */
async function syncFolders(root: string, folder: string): Promise<void> {
  for (let each = folder; each.startsWith(root); each = dirname(each)) {
    const handle = await open(each, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (each === dirname(each)) return;
  }
}
