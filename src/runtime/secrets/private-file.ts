/** Files that other users may not read: refused if they may; written durably and as a whole. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type PrivateFile =
  | { readonly kind: 'read'; readonly content: Buffer }
  | { readonly kind: 'refused'; readonly why: RefusedFile }
  | { readonly kind: 'unreadable'; readonly cause: unknown };

type RefusedFile = 'exposed' | 'not-a-file' | 'too-large';

export const describeRefusal = (why: RefusedFile): string =>
  ({ exposed: 'other users can read it', 'not-a-file': 'not a regular file', 'too-large': 'too large' })[why];

export interface PrivateFileLimits {
  readonly maxBytes: number;
  /** Bits that the mode must not have. Default: those of every user but the owner. */
  readonly forbiddenMode?: number;
}

export async function readPrivateFile(path: string, limits: PrivateFileLimits): Promise<PrivateFile> {
  const { maxBytes, forbiddenMode = 0o077 } = limits;
  let file: FileHandle | undefined;
  try {
    // Otherwise opening a pipe would wait for a writer.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: 'refused', why: 'not-a-file' };
    // Windows has no file modes: the permissions of the folder protect the file.
    if (process.platform !== 'win32' && (stats.mode & forbiddenMode) !== 0)
      return { kind: 'refused', why: 'exposed' };
    if (stats.size > maxBytes) return { kind: 'refused', why: 'too-large' };
    return { kind: 'read', content: await file.readFile() };
  } catch (cause) {
    return { kind: 'unreadable', cause };
  } finally {
    await file?.close();
  }
}

/** Readers see the old content or the new one. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeNew(await createPrivateFile(draft), text);
    await rename(draft, path);
    await syncFolder(path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Rejects if it exists. */
export const createPrivateFile = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

/** Closes the file. */
export async function writeNew(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Otherwise a power failure could lose the file name, and with it the content. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Such as ENOENT. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
